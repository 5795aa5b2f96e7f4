#include "campaign/study/study_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "campaign/study/study.h"

namespace palio {
namespace {

using testing::HasSubstr;

// Every key stands below a line that explains it.
void expect_explained(const std::string& text) {
  std::istringstream lines(text);
  std::string before, line;
  int keys = 0;
  while (std::getline(lines, line)) {
    const bool key =
        line.find(" = ") != std::string::npos && line.find('(') == std::string::npos && line.front() != ' ';
    if (key && !line.starts_with("# ")) {
      ++keys;
      EXPECT_THAT(before, testing::StartsWith("# ")) << line;
      EXPECT_GT(before.size(), 10U) << line;
    }
    before = line;
  }
  EXPECT_GT(keys, 8);
}

std::vector<std::string> names(const Study& study) {
  std::vector<std::string> names;
  for (const Recipe& strategy : study.strategies) names.push_back(canonical_text(strategy));
  return names;
}

TEST(StudyTemplate, TheFirstStudyIsSmallAndEveryKeyIsExplained) {
  const std::string text = study_like(first_study(), "first", "mine", TemplateDraws::as_given);
  expect_explained(text);
  const Study study = parse_study(text, "mine.toml", files_in(""));
  EXPECT_EQ(study.name, "mine");
  // 3 of the 2 x 2 platforms x 2 draws, 4 workloads x 2 draws, 3 strategies: 6 x 8 x 3
  EXPECT_EQ(study.scenario_count(), 144U);
  for (const char* line :
       {"# tcp_gamma = 0", "# draws of each combination\nsamples = 2", "tasks = [10, 20]", "# metric = \"makespan\""})
    EXPECT_THAT(text, HasSubstr(line));
}

// Also of a block on one line.
TEST(StudyTemplate, KeysKeepTheirOrder) {
  const std::string text = study_like(R"(
platform = [{ speed = 1e9, family = "one-cluster", cluster_processors = 4 }]
strategy = [{ name = "HCPA" }]
[study]
name = "given"
seed = 1
[[workload]]
family = "strassen-batch"
batch = 1
)",
                                      "given.toml", "mine", TemplateDraws::as_given);
  EXPECT_LT(text.find("\nspeed = "), text.find("\nfamily = \"one-cluster\""));
  EXPECT_LT(text.find("\nfamily = \"one-cluster\""), text.find("\ncluster_processors = "));
}

TEST(StudyTemplate, AShippedStudyKeepsItsStructureWithOneDraw) {
  int studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PALIO_STUDIES)) {
    if (entry.path().extension() != ".toml") continue;
    const std::string path = entry.path().string();
    const std::string text = study_like(read_text_file(path), path, "mine", TemplateDraws::one);
    expect_explained(text);
    const Study study = parse_study(text, "mine.toml", files_in(PALIO_STUDIES));
    const Study shipped = load_study(path);
    EXPECT_EQ(names(study), names(shipped)) << path;
    EXPECT_LE(study.scenario_count(), shipped.scenario_count()) << path;
    EXPECT_EQ(study.seed, shipped.seed) << path;
    ++studies;
  }
  EXPECT_GE(studies, 10);
}

// 200 platforms and 1,296 graphs are 40 x 5 and 432 x 3 draws.
TEST(StudyTemplate, OneDrawOfTheMixedParallelStudy) {
  const std::string path = std::string(PALIO_STUDIES "/mixed-parallel.toml");
  const Study study =
      parse_study(study_like(read_text_file(path), path, "mine", TemplateDraws::one), "m", files_in(""));
  EXPECT_EQ(study.platforms.size(), 40U);
  EXPECT_EQ(study.workloads.size(), 432U);
}

// The defaults that stand behind a # are those that the study has without them.
TEST(StudyTemplate, TheCommentedKeysChangeNothing) {
  const std::string text = study_like(first_study(), "first", "mine", TemplateDraws::as_given);
  std::string uncommented = text;
  int keys = 0;
  for (std::size_t at = uncommented.find("\n# "); at != std::string::npos; at = uncommented.find("\n# ", at + 1)) {
    const std::size_t end = uncommented.find('\n', at + 1), equal = uncommented.find(" = ", at);
    if (equal > end || uncommented.substr(at + 3, equal - at - 3).find(' ') != std::string::npos) continue;
    uncommented.erase(at + 1, 2);
    ++keys;
  }
  EXPECT_EQ(keys, 10);
  const Study a = parse_study(text, "a", files_in("")), b = parse_study(uncommented, "b", files_in(""));
  EXPECT_EQ(names(a), names(b));
  for (std::size_t p = 0; p < a.platforms.size(); ++p) EXPECT_EQ(a.platforms[p].recipe, b.platforms[p].recipe);
  for (std::size_t w = 0; w < a.workloads.size(); ++w) EXPECT_EQ(a.workloads[w].recipe, b.workloads[w].recipe);
}

}  // namespace
}  // namespace palio
