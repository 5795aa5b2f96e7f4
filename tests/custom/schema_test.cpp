// docs/custom-strategies.schema.json describes what Palio and commands really write.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/custom/custom_campaign.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

class SchemaTest : public test::CustomCampaign {
protected:
  void SetUp() override {
    if (std::system("python3 -c 'import jsonschema' 2>&-") != 0) GTEST_SKIP() << "python3-jsonschema is not here";
  }

  // Runs 3 instances of the study with that command alone; keeps the questions and the answers.
  void converse(std::string study, const std::string& command, const std::string& strategy) {
    put((PALIO_SOURCE_DIR "/tests/custom/commands/" + command).c_str(), command);
    // tee passes a line on before it stores it, and ends with the command.
    folder_.write("keep.py",
                  "import sys\n"
                  "with open(sys.argv[1], 'a') as kept:\n"
                  "    for line in sys.stdin:\n"
                  "        print(line, end='', file=kept, flush=True)\n"
                  "        print(line, end='', flush=True)\n");
    study.resize(study.find("[[strategy]]"));
    folder_.write("s.toml", study + "[[strategy]]\n" + strategy + "command = \"python3 keep.py said.txt | python3 " +
                                command + " | python3 keep.py answered.txt\"\n");
    const test::Finished ran =
        palio({"run", "s.toml", "--db", "c.db", "-q", "-j", "1", "--audit", "0", "--sample", "3"});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }

  // The number of lines of a file, all of which must match the schema.
  int fitting_lines(const std::string& file, const std::string& kind) {
    const std::string found = folder_.file("found.txt");
    const std::string command = "python3 " PALIO_SOURCE_DIR "/tests/custom/commands/check_lines.py " PALIO_SOURCE_DIR
                                "/docs/custom-strategies.schema.json " +
                                kind + " <'" + folder_.file(file) + "' >'" + found + "'";
    if (std::system(command.c_str()) != 0) return -1;
    int count = -1;
    std::ifstream(found) >> count;
    return count;
  }
};

TEST_F(SchemaTest, IsThatOfARealConversation) {
  converse(std::string(test::k_small_study), "m_heft.py", "name = \"PY-M-HEFT\"\nthreshold = [0.5, 1]\n");
  // Described for palio and for the worker; 3 instances, 6 schedules.
  EXPECT_EQ(fitting_lines("said.txt", "question"), 11);
  EXPECT_EQ(fitting_lines("answered.txt", "answer"), 8);
}

TEST_F(SchemaTest, IsThatOfARealConversationOnUnrelatedMachines) {
  std::ifstream study(PALIO_SOURCE_DIR "/campaign/studies/classic-random.toml");
  converse({std::istreambuf_iterator<char>(study), {}}, "heft.py", "name = \"PY-HEFT\"\n");
  EXPECT_EQ(fitting_lines("said.txt", "question"), 8);
  EXPECT_EQ(fitting_lines("answered.txt", "answer"), 5);
  EXPECT_EQ(count_lines("said.txt", "\"times\":[["), 3);
}

constexpr const char* k_lines_mesh = R"([study]
name = "s"
seed = 5

[[platform]]
family  = "mesh"
hosts   = 3
samples = 1

[[workload]]
family       = "random-ptg"
tasks        = 8
width        = 0.5
regularity   = 0.8
density      = 0.2
jump         = 1
complexity   = "mixed"
samples      = 3
uncertainty  = "gamma"
deviation    = 0.5
realizations = 2

[[strategy]])";

TEST_F(SchemaTest, IsThatOfARealConversationAtRunTime) {
  converse(k_lines_mesh, "eager.py", "name = \"PY-EAGER\"\n");
  // Described twice; 3 instances.
  EXPECT_EQ(fitting_lines("said.txt", "question"), 5 + count_lines("said.txt", "\"decide\""));
  EXPECT_EQ(fitting_lines("answered.txt", "answer"), 2 + count_lines("said.txt", "\"decide\""));
  EXPECT_GT(count_lines("said.txt", "\"running\":[["), 0);
}

TEST_F(SchemaTest, IsThatOfARealConversationAboutTheRest) {
  converse(k_lines_mesh, "heft.py", "name = \"PY-HEFT\"\nreplan = \"completion\"\n");
  EXPECT_EQ(fitting_lines("said.txt", "question"),
            2 + count_lines("said.txt", "\"instance\"") + count_lines("said.txt", "\"schedule\""));
  EXPECT_GT(count_lines("said.txt", "\"inflows\":[["), 0);
}

TEST_F(SchemaTest, IsThatOfTheDocumentsExamples) {
  std::ifstream file(PALIO_SOURCE_DIR "/docs/custom-strategies.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::string examples;
  constexpr std::string_view k_begin = "```json\n";
  for (std::size_t begin = page.find(k_begin); begin != std::string::npos; begin = page.find(k_begin, begin)) {
    begin += k_begin.size();
    std::string example = page.substr(begin, page.find("```", begin) - begin);
    std::ranges::replace(example, '\n', ' ');
    examples += example + "\n";
  }
  folder_.write("examples.txt", examples);
  EXPECT_EQ(fitting_lines("examples.txt", "question"), 2);
}

TEST_F(SchemaTest, RefusesWhatPalioRefuses) {
  folder_.write("plan.txt", "{\"placements\": [[0, 0, [0], 1]]}\n");
  EXPECT_EQ(fitting_lines("plan.txt", "answer"), -1);
  folder_.write("decisions.txt", "{\"decisions\": [[0, 0, [0], 0, 1]]}\n");
  EXPECT_EQ(fitting_lines("decisions.txt", "answer"), -1);
  folder_.write("parameter.txt",
                "{\"strategies\": [{\"name\": \"A\", \"summary\": \"s\", \"parameters\": [{\"name\": \"x\", "
                "\"meaning\": \"m\"}]}]}\n");
  EXPECT_EQ(fitting_lines("parameter.txt", "answer"), -1);
}

}  // namespace
}  // namespace palio
