// The page of palio duel in headless Chromium.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace palio
