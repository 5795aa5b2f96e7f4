#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class Includes : public testing::Test {
protected:
  Includes() { folder_.write("small.toml", std::string(test::k_small_study)); }

  Study read(const std::string& text) const { return load_study(folder_.write("mine.toml", text)); }
  std::string error(const std::string& text) const {
    return test::error_of([&] { read(text); });
  }

  test::TemporaryFolder folder_;
};

const std::string k_head = "[study]\nname = \"mine\"\n\n[include]\nstudy = \"small.toml\"\n";

TEST_F(Includes, HaveTheBlocksOfBothStudies) {
  const Study study = read(k_head + "\n[[strategy]]\nname = \"HCPA-OPT\"\n"), small = test::study(test::k_small_study);
  EXPECT_EQ(study.name, "mine");
  EXPECT_EQ(study.seed, 5);
  ASSERT_EQ(study.strategies.size(), 3U);
  EXPECT_EQ(study.strategies[2].name, "HCPA-OPT");
  ASSERT_EQ(study.workloads.size(), small.workloads.size());
  for (std::size_t i = 0; i < small.workloads.size(); ++i)
    EXPECT_EQ(study.workloads[i].recipe, small.workloads[i].recipe);
}

// A campaign needs no other file: its text says all.
TEST_F(Includes, MakeOneText) {
  const Study study = read(k_head + "workload = { tasks = { from = 5, to = 15, steps = 3 }, samples = 1 }\n");
  EXPECT_THAT(study.text, AllOf(HasSubstr("tasks = { from = 5, to = 15, steps = 3 }"), Not(HasSubstr("include"))));
  const Study again = test::study(study.text);
  EXPECT_EQ(again.text, study.text);
  ASSERT_EQ(again.workloads.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(again.workloads[i].recipe, study.workloads[i].recipe);
  EXPECT_EQ(again.strategies, study.strategies);
  EXPECT_EQ(test::study(test::k_small_study).text, test::k_small_study);  // without one nothing changes
}

TEST_F(Includes, ChangeBlocksThatHaveTheKeyOrAll) {
  EXPECT_EQ(read(k_head + "platform = { samples = 5 }\n").platforms.size(), 10U);
  // No platform says tcp_gamma, so it is set in all.
  const Study study = read(k_head + "platform = { tcp_gamma = [0, 1e5] }\n");
  EXPECT_EQ(study.platforms.size(), 8U);
  folder_.write("two.toml", std::string(test::k_small_study) + "threshold = 0.5\n");
  const Study changed =
      read("[study]\nname = \"mine\"\n[include]\nstudy = \"two.toml\"\nstrategy = { threshold = [0.1, 0.2] }\n");
  EXPECT_EQ(changed.strategies.size(), 3U);  // HCPA and two of M-HEFT-MAX
}

TEST_F(Includes, LeaveOutKinds) {
  const Study study = read(k_head + "leave_out = [\"strategy\"]\n[[strategy]]\nname = \"HCPA-OPT\"\n");
  ASSERT_EQ(study.strategies.size(), 1U);
  EXPECT_EQ(study.strategies.front().name, "HCPA-OPT");
}

TEST_F(Includes, MayIncludeOthers) {
  folder_.write("middle.toml", "[study]\nname = \"middle\"\nseed = 9\n[include]\nstudy = \"small.toml\"\n");
  const Study study =
      read("[study]\nname = \"mine\"\n[include]\nstudy = \"middle.toml\"\nworkload = { samples = 1 }\n");
  EXPECT_EQ(study.seed, 9);
  EXPECT_EQ(study.workloads.size(), 3U);
}

TEST_F(Includes, NameTheFileOfAMistake) {
  folder_.write("wrong.toml", "[study]\nname = \"x\"\nseed = 1\n[[strategy]]\nname = \"HCPB\"\n");
  EXPECT_THAT(error(k_head.substr(0, k_head.find("small.toml")) + "wrong.toml\"\n"),
              HasSubstr("/wrong.toml:5: unknown strategy \"HCPB\""));
  EXPECT_THAT(error(k_head + "workload = { tasks = 5, width = 7 }\n"),
              AllOf(HasSubstr("/mine.toml:6: parameter \"width\" of random-ptg is 7")));
  EXPECT_THAT(error(k_head + "workload = { taks = 5 }\n"),
              HasSubstr("/mine.toml:6: random-ptg has no parameter \"taks\""));
}

TEST_F(Includes, ThatCannotBe) {
  folder_.write("a.toml", "[study]\nname = \"a\"\n[include]\nstudy = \"mine.toml\"\n");
  EXPECT_THAT(error("[study]\nname = \"mine\"\n[include]\nstudy = \"a.toml\"\n"),
              AllOf(HasSubstr("/a.toml:4: "), HasSubstr("mine.toml includes itself: ")));
  EXPECT_THAT(error("[study]\nname = \"mine\"\n[include]\nstudy = \"../a.toml\"\n"),
              HasSubstr("/mine.toml:4: ../a.toml is in another folder"));
  EXPECT_THAT(error("[study]\nname = \"mine\"\n[include]\nstudy = \"none.toml\"\n"),
              HasSubstr("none.toml: no such file"));
  EXPECT_THAT(error("[include]\nleave_out = [\"strategies\"]\nstudy = \"small.toml\"\n"),
              HasSubstr("there are no [[strategies]] blocks (did you mean \"strategy\"?)"));
  EXPECT_THAT(error("include = \"small.toml\"\n"), HasSubstr("/mine.toml:1: include must be a table"));
  EXPECT_THAT(error(k_head + "[strategy]\nname = \"HCPA\"\n"), HasSubstr("strategy must be a block: [[strategy]]"));
  EXPECT_THAT(error(k_head + "strategies = 1\n"), HasSubstr("did you mean \"strategy\"?"));
  EXPECT_THAT(error("[study]\nseed = 1\n[include]\nstudy = \"small.toml\"\n"), HasSubstr("[study] needs name"));
}

}  // namespace
}  // namespace palio
