// The pages that palio writes, in headless Chromium: of every study, of many strategies, of duels.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/analysis/report/browser.h"
#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::HasSubstr;

class DuelPage : public test::CommandTest {
protected:
  std::string page_of(const std::vector<std::string>& duel) {
    std::vector<std::string> all{"duel", "--db", folder_.file("d.db"), "--report", folder_.file("d.html"), "-q"};
    all.insert(all.end(), duel.begin(), duel.end());
    const test::Finished finished = palio(all);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return test::read_text(folder_.file("d.html"));
  }
};

TEST_F(DuelPage, FitsEveryWindow) {
  const std::string page = page_of({"HEFT", "FastestNode", "--restarts", "4"});
  EXPECT_EQ(test::layout_faults(folder_, page), "");
  for (const char* part : {"<h2>Schedules</h2>", "<h2>Task graph</h2>", "flop/s", "Gantt chart: HEFT"})
    EXPECT_THAT(page, HasSubstr(part));
}

// A fork to 60 tasks and a join, whose names are long and would do harm as markup.
TEST_F(DuelPage, FitsWithManyTasksOfLongNames) {
  std::string tasks = R"({"name":"split","flop":1e9,"alpha":0},{"name":"join","flop":3e9,"alpha":0})", edges;
  for (int i = 0; i < 60; ++i) {
    const std::string name = fmt::format("mProjectPP_<script>throw {}</script>", i);
    tasks += fmt::format(R"(,{{"name":"{}","flop":{}e9,"alpha":0}})", name, 1 + i % 5);
    edges += fmt::format(R"({}{{"from":"split","to":"{}","bytes":1e8}},{{"from":"{}","to":"join","bytes":1e7}})",
                         i > 0 ? "," : "", name, name);
  }
  const std::string workload = folder_.write(
      "w.json", fmt::format(R"({{"format":"palio-workload","version":1,"applications":[{{"name":"app","tasks":[{}],)"
                            R"("edges":[{}]}}]}})",
                            tasks, edges));
  const std::string page = page_of({"HEFT", "CPOP", "--from", workload, "--platform",
                                    "mesh:hosts=6,heterogeneity=3,sample=1", "--restarts", "2", "--evaluations", "40"});
  EXPECT_EQ(test::layout_faults(folder_, page), "");
  EXPECT_THAT(page, testing::Not(HasSubstr("<script")));
}

TEST_F(DuelPage, FitsWithClusters) {
  const std::string page = page_of({"M-HEFT", "HCPA", "--family",
                                    "random-ptg:tasks=20,width=0.5,regularity=0.5,density=0.5,jump=2,complexity=mixed",
                                    "--platform", "random-multi-cluster:clusters=3,min_speed=1e9,heterogeneity=2",
                                    "--restarts", "1", "--evaluations", "10"});
  EXPECT_EQ(test::layout_faults(folder_, page), "");
  EXPECT_THAT(page, HasSubstr("processors</th>"));
}

class ReportPage : public test::CommandTest {
protected:
  std::string page_of(const std::string& study, const std::vector<std::string>& options = {}) {
    std::filesystem::remove(folder_.file("c.db"));
    std::vector<std::string> run{"run", study, "--engine", "fluid", "--audit", "0", "--db", folder_.file("c.db"), "-q"};
    run.insert(run.end(), options.begin(), options.end());
    palio(run);  // what fails has its place on the page, too
    const test::Finished report = palio({"report", folder_.file("c.db"), "-o", folder_.file("c.html")});
    EXPECT_EQ(report.status, 0) << report.err;
    return test::read_text(folder_.file("c.html"));
  }
};

std::vector<std::string> shipped_studies() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(PALIO_SOURCE_DIR "/campaign/studies"))
    if (file.path().extension() == ".toml") names.push_back(file.path().stem().string());
  std::ranges::sort(names);
  return names;
}

class StudyPage : public ReportPage, public testing::WithParamInterface<std::string> {};

TEST_P(StudyPage, FitsEveryWindow) {
  EXPECT_EQ(test::layout_faults(folder_, page_of(GetParam(), {"--sample", "6"})), "");
}

INSTANTIATE_TEST_SUITE_P(Shipped, StudyPage, testing::ValuesIn(shipped_studies()), [](const auto& study) {
  std::string name = study.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

// M-HEFT and so many of its modifications, on eight instances.
std::string study_of(int strategies) {
  std::string thresholds;
  for (int i = 1; i < strategies; ++i) thresholds += fmt::format("{}{:.3f}", i > 1 ? ", " : "", 0.001 * i);
  return fmt::format(R"([study]
name = "many"
seed = 7
[[platform]]
family        = "random-multi-cluster"
clusters      = [2]
min_speed     = [0.25e9]
heterogeneity = [1, 2]
samples       = 2
[[workload]]
family     = "random-ptg"
tasks      = [10]
width      = [0.2]
regularity = [0.2]
density    = [0.8]
jump       = [1]
complexity = ["mixed"]
samples    = 2
[[strategy]]
name = "M-HEFT"
[[strategy]]
name      = "M-HEFT-IMP"
threshold = [{}]
)",
                     thresholds);
}

class ManyStrategies : public ReportPage, public testing::WithParamInterface<int> {};

TEST_P(ManyStrategies, FitEveryWindow) {
  EXPECT_EQ(test::layout_faults(folder_, page_of(folder_.write("many.toml", study_of(GetParam())))), "");
}

INSTANTIATE_TEST_SUITE_P(From, ManyStrategies, testing::Values(2, 8, 15, 16, 40, 200));

struct View {
  const char* name;
  const char* option;
};

class Accessibility : public ReportPage, public testing::WithParamInterface<View> {};

TEST_P(Accessibility, OfAStudyWithAllKindsOfCharts) {
  EXPECT_EQ(test::axe_findings(folder_, page_of("classic-parametric", {"--sample", "4"}), GetParam().option), "");
}

TEST_P(Accessibility, OfDuels) {
  const test::Finished duel = palio({"duel", "HEFT", "CPOP", "--db", folder_.file("d.db"), "--report",
                                     folder_.file("d.html"), "-q", "--restarts", "2", "--evaluations", "40"});
  ASSERT_EQ(duel.status, 0) << duel.err;
  EXPECT_EQ(test::axe_findings(folder_, test::read_text(folder_.file("d.html")), GetParam().option), "");
}

INSTANTIATE_TEST_SUITE_P(In, Accessibility,
                         testing::Values(View{"light", ""}, View{"dark", "--force-dark-mode"},
                                         View{"forced_colours", "--force-high-contrast"}),
                         [](const auto& view) { return view.param.name; });

}  // namespace
}  // namespace palio
