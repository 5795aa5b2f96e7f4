#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/custom/custom_campaign.h"
#include "tests/support/studies.h"

namespace palio::test {

// The small study with these [[strategy]] blocks.
inline std::string study_with(const std::string& blocks) {
  std::string text(k_small_study);
  text.resize(text.find("[[strategy]]"));
  return text + blocks;
}

inline const std::string k_mine = "[[strategy]]\nname = \"MY-M-HEFT\"\nplugin = \"mine.so\"\nthreshold = [0.5, 1]\n";
inline const std::string k_pythons =
    "[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\nthreshold = [0.5, 1]\n";
inline const std::string k_palios = "[[strategy]]\nname = \"M-HEFT-MAX\"\nthreshold = [0.5, 1]\n";

// All three on other platforms.
inline std::string on_platforms(const std::string& platform) {
  std::string text = study_with(k_mine + k_pythons + k_palios);
  const std::size_t begin = text.find("[[platform]]");
  return text.replace(begin, text.find("[[workload]]") - begin, "[[platform]]\n" + platform + "\n");
}

class CustomStrategiesTest : public CustomCampaign {
protected:
  void SetUp() override {
    put(MY_M_HEFT_PATH, "mine.so");
    put(PALIO_SOURCE_DIR "/tests/custom/commands/m_heft.py", "m_heft.py");
  }

  std::string content(const std::string& name) const {
    std::ifstream file(folder_.file(name));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  Finished run(const std::string& blocks, const std::string& engine = "fluid") {
    folder_.write("s.toml", study_with(blocks));
    return palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--audit", "0"});
  }

  // The rows of library, command and Palio's own in this part of s.toml.
  void expect_equal_rows(const std::string& engine, int instances) {
    const Finished ran =
        palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--sample", std::to_string(instances)});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed'"), 6 * instances);
    // Costs and code differ; everything else is equal, bit for bit.
    EXPECT_EQ(count("SELECT count(*) FROM results a JOIN results b USING (platform, workload, threshold) "
                    "WHERE a.strategy_name <> 'M-HEFT-MAX' AND b.strategy_name = 'M-HEFT-MAX' "
                    "AND a.makespan IS b.makespan AND a.predicted_makespan IS b.predicted_makespan "
                    "AND a.total_work IS b.total_work AND a.processors_used IS b.processors_used"),
              4 * instances);
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE schedule_time IS NULL OR schedule_time <= 0"), 0);
  }
};

}  // namespace palio::test
