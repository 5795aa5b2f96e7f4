#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>

#include "campaign/plan/missing_jobs.h"

namespace palio {
namespace {

// The first line of each study works out by hand how many scenarios it has.
std::uint64_t scenarios_of_first_line(const std::string& text) {
  std::smatch found;
  const std::string line = text.substr(0, text.find('\n'));
  return std::regex_search(line, found, std::regex("([0-9]+) scenarios")) ? std::stoull(found[1].str()) : 0;
}

TEST(RealisticStudies, SayInAFewLinesWhatTheyMean) {
  std::size_t studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PALIO_REALISTIC_STUDIES)) {
    const std::string path = entry.path().string(), text = read_text_file(path);
    const Study study = load_study(path);
    EXPECT_EQ(count_state(study, {}, DoneSet(study, {})).wanted, scenarios_of_first_line(text)) << path;
    EXPECT_LE(std::ranges::count(text, '\n'), 25) << path;
    EXPECT_EQ(study.name, entry.path().stem().string());
    ++studies;
  }
  EXPECT_GE(studies, 30U);
}

// The stored text alone gives the same scenarios.
TEST(RealisticStudies, AreReadAgainFromTheirCampaign) {
  for (const auto& entry : std::filesystem::directory_iterator(PALIO_REALISTIC_STUDIES)) {
    const Study study = load_study(entry.path().string());
    const Study again = parse_study(study.text, study.path, [](const std::string&) { return std::string(); });
    ASSERT_EQ(again.platforms.size(), study.platforms.size()) << study.name;
    ASSERT_EQ(again.workloads.size(), study.workloads.size()) << study.name;
    for (std::size_t p = 0; p < study.platforms.size(); ++p)
      ASSERT_EQ(again.platforms[p].recipe, study.platforms[p].recipe) << study.name;
    for (std::size_t w = 0; w < study.workloads.size(); ++w)
      ASSERT_EQ(again.workloads[w].recipe, study.workloads[w].recipe) << study.name;
    EXPECT_EQ(again.strategies, study.strategies) << study.name;
    EXPECT_EQ(again.conditions, study.conditions) << study.name;
  }
}

}  // namespace
}  // namespace palio
