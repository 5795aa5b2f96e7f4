#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/plan.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// The small study with a piece of its text replaced.
std::string with_change(std::string_view from, std::string_view to) {
  std::string text(test::k_small_study);
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

std::string with_header(std::string_view lines) { return with_change("seed = 5", fmt::format("seed = 5\n{}", lines)); }
std::string with_platform_line(std::string_view line) {
  return with_change("samples       = 2", fmt::format("samples = 2\n{}", line));
}

std::string condition_error(const std::string& text) {
  return test::error_of([&] { test::study(text); });
}

// "clusters/sample tasks/sample strategy" of each scenario that the study wants.
std::vector<std::string> scenarios(const std::string& text) {
  const Study study = test::study(text);
  std::vector<std::string> found;
  InstanceStream stream(study, {});
  while (const std::optional<Instance> at = stream.next()) {
    const Parameters &platform = study.platforms[at->platform].recipe.parameters,
                     &workload = study.workloads[at->workload].recipe.parameters;
    for (const std::uint32_t s : stream.strategies(*at))
      found.push_back(fmt::format("{}/{} {}/{} {}", to_text(platform.at("clusters")), to_text(platform.at("sample")),
                                  to_text(workload.at("tasks")), to_text(workload.at("sample")),
                                  study.strategies[s].name));
  }
  return found;
}

using Texts = std::vector<std::string>;

TEST(StudyConditions, PairPlatformsWithWorkloads) {
  EXPECT_EQ(scenarios(with_header("where = \"platform_sample = workload_sample AND tasks = 5 AND strategy = 'HCPA'\"")),
            (Texts{"1/0 5/0 HCPA", "1/1 5/1 HCPA", "2/0 5/0 HCPA", "2/1 5/1 HCPA"}));
  // Of 4 x 6 instances half have equal samples.
  const Study study = test::study(with_header("where = \"platform_sample = workload_sample\""));
  EXPECT_EQ(study.scenario_count(), 48U);
  EXPECT_EQ(count_state(study, {}, DoneSet(study, {})).wanted, 24U);
  EXPECT_EQ(count_state(study, {.where = "tasks > 5"}, DoneSet(study, {})).wanted, 16U);
}

// A parameter that only some blocks give has a column, too.
TEST(StudyConditions, ParametersOfSomeBlocksAreColumns) {
  constexpr std::string_view k_uncertain = R"([study]
name = "s"
seed = 1
where = "deviation > 0.2 OR upper > 1.2 OR replan = 'completion'"
[[platform]]
family = "mesh"
hosts = 2
[[workload]]
family = "chains"
samples = 1
uncertainty = "gamma"
deviation = [0.1, 0.3]
[[workload]]
family = "chains"
samples = 1
uncertainty = "beta"
upper = [1.1, 1.5]
[[strategy]]
name = "HEFT"
[[strategy]]
name = "HEFT"
replan = "completion"
)";
  // HEFT on two of four workloads, and with the policy on all.
  const Study study = test::study(std::string(k_uncertain));
  EXPECT_EQ(count_state(study, {}, DoneSet(study, {})).wanted, 6U);
}

TEST(StudyPolicies, AreRefusedWhenTheStudyIsRead) {
  const auto error = [](std::string_view line) {
    return condition_error(with_change("name = \"HCPA\"", fmt::format("name = \"HCPA\"\n{}", line)));
  };
  EXPECT_THAT(error("replan = \"late\""), HasSubstr("HCPA has replan = \"late\", but no tolerance"));
  EXPECT_THAT(error("tolerance = 0.5"), HasSubstr("HCPA has tolerance, which replan = \"never\" does not take"));
  EXPECT_THAT(error("replan = \"period\"\nperiod = 5\ndecision_time = 6"),
              HasSubstr("so that nothing would ever start; raise period or lower decision_time"));
}

TEST(StudyConditions, EqualNumbersOfBothTypesAreAPair) {
  EXPECT_EQ(scenarios(with_header("where = \"clusters = density * 10 AND tasks = 5 AND platform_sample = 0\"")).size(),
            4U);  // density 0.2, 2 clusters: 2 samples of workloads x 2 strategies
  EXPECT_EQ(scenarios(with_header("where = \"clusters = jump\"")).size(), 24U);  // jump 1: 2 of 4 platforms
}

TEST(StudyConditions, StoredResultsOutsideAreNotOfTheStudy) {
  const Study study = test::study(with_header("where = \"tasks = 5\""));
  DimensionIds ids;
  for (std::int64_t id = 1; id <= 4; ++id) ids.platforms.push_back(id);
  for (std::int64_t id = 1; id <= 6; ++id) ids.workloads.push_back(id);
  ids.strategies = {1, 2};
  const ScenarioPositions positions(study, ids);
  EXPECT_TRUE(positions.find({1, 2, 1}));   // tasks 5, sample 1
  EXPECT_FALSE(positions.find({1, 3, 1}));  // tasks 8
}

// 2,000 platforms and 3,000 workloads are 6 million instances, more than are looked at in their order.
TEST(StudyConditions, ASampleFindsWhatHardlyAnyInstanceMeets) {
  const auto sample = [](const std::string& where) {
    std::string text = with_header(fmt::format("where = \"{}\"", where));
    for (std::size_t at = 0; (at = text.find("samples ", at)) != std::string::npos; ++at) {
      const std::size_t value = text.find('2', at);
      text.replace(value, 1, "1000");
    }
    const Study study = test::study(text);
    EXPECT_EQ(study.instance_count(), 6'000'000U);
    return *drawn(study, {.sample = 100}).instances;
  };
  EXPECT_EQ(sample("clusters = 2 AND platform_sample = 17 AND workload_sample IN (5, 999) AND tasks = 8").size(), 2U);
  const std::vector<Instance> sums = sample("platform_sample + workload_sample > 1996 AND clusters = 1 AND tasks = 10");
  EXPECT_EQ(sums.size(), 3U);  // 999 + 999, 999 + 998, 998 + 999
}

// 1,000 platforms and as many workloads: of a sample of their product hardly one would be a pair.
TEST(StudyConditions, SamplesAreOfWhatTheyLeave) {
  std::string text = with_header("where = \"platform_sample = workload_sample\"");
  for (std::size_t at = 0; (at = text.find("= 2\n", at)) != std::string::npos;) text.replace(at, 4, "= 500\n");
  const Study study = test::study(text);
  const auto sample = [&](std::uint64_t count) { return *drawn(study, {.sample = count}).instances; };
  const std::vector<Instance> few = sample(20), many = sample(60);
  EXPECT_EQ(few.size(), 20U);
  EXPECT_TRUE(std::ranges::equal(few, std::span(many).first(20)));
  for (const Instance& at : many)
    EXPECT_EQ(study.platforms[at.platform].recipe.parameters.at("sample"),
              study.workloads[at.workload].recipe.parameters.at("sample"));
  EXPECT_EQ(count_state(study, {.sample = 60}, DoneSet(study, {})).wanted, 120U);
  // 2 x 500 platforms, 3 workloads for each: 3,000 instances in seven shards.
  std::uint64_t dealt = 0;
  for (std::uint32_t shard = 1; shard <= 7; ++shard) {
    const Selection part{.shard = {shard, 7}};
    const CampaignState state = count_state(study, part, DoneSet(study, {}));
    EXPECT_NEAR(static_cast<double>(state.instances), 3000.0 / 7, 1);
    dealt += state.instances;
    InstanceStream stream(study, part);
    EXPECT_TRUE(stream.holds(*InstanceStream(study, part).next()));
  }
  EXPECT_EQ(dealt, 3000U);
  // Without a pair the order is that of all samples: those that the condition leaves.
  const Study some = test::study(with_header("where = \"tasks > 5 OR clusters = 1\"")),
              all = test::study(test::k_small_study);
  std::vector<Instance> kept;
  InstanceStream in_some(some, {});
  for (const Instance& at : stratified_sample(all, 24))
    if (in_some.holds(at)) kept.push_back(at);
  EXPECT_EQ(kept.size(), 20U);  // of 24, 2 platforms x 2 workloads are out
  EXPECT_TRUE(std::ranges::equal(*drawn(some, {.sample = 10}).instances, std::span(kept).first(10)));
}

TEST(StudyConditions, StrategiesForSomePlatforms) {
  // CPA schedules on one cluster: it takes only those platforms.
  const std::string text =
      std::string(test::k_small_study) + "\n[[strategy]]\nname = \"CPA\"\nplatforms = \"clusters = 1\"\n";
  const Study study = test::study(text);
  EXPECT_EQ(count_state(study, {}, DoneSet(study, {})).wanted, 48U + 2 * 6);
  for (const std::string& scenario : scenarios(text))
    if (scenario.ends_with(" CPA")) {
      EXPECT_THAT(scenario, StartsWith("1/"));
    }
  EXPECT_THAT(condition_error(std::string(test::k_small_study) +
                              "\n[[strategy]]\nname = \"CPA\"\nplatforms = \"clusters = 7\"\n"),
              AllOf(StartsWith("small.toml:31: no platform of this study meets clusters = 7")));
}

TEST(StudyConditions, AWhereMayKeepAStrategyFromPlatformsThatItCannotTake) {
  const std::string cpa = "\n[[strategy]]\nname = \"CPA\"\n";
  EXPECT_THAT(condition_error(std::string(test::k_small_study) + cpa),
              HasSubstr("strategy CPA schedules on one cluster"));
  EXPECT_EQ(scenarios(with_header("where = \"strategy <> 'CPA' OR clusters = 1\"") + cpa).size(), 60U);
}

TEST(StudyConditions, OfBlocksAreTheSqlOfResults) {
  EXPECT_EQ(test::study(with_platform_line("exclude = \"clusters = 2 AND platform_sample = 1\"")).platforms.size(), 3U);
  EXPECT_EQ(test::study(with_platform_line("only = \"clusters > 1\"")).platforms.size(), 2U);
  EXPECT_EQ(
      test::study(with_change("samples    = 2", "samples = 2\nexclude = \"tasks BETWEEN 6 AND 9\"")).workloads.size(),
      4U);
  const Study study = test::study(std::string(test::k_small_study) +
                                  "threshold = [0.2, 0.4]\nworkloads = \"tasks < 8\"\nonly = \"threshold > 0.3\"\n");
  ASSERT_EQ(study.strategies.size(), 2U);
  EXPECT_EQ(study.classes.workloads_of(1), 2U);
}

// A condition belongs to the block, not to each of its names.
TEST(StudyConditions, OfABlockWithSeveralNames) {
  const Study study = test::study(with_change("[[strategy]]\nname = \"HCPA\"\n", R"(
[[strategy]]
name    = ["M-HEFT-IMP", "M-HEFT-MAX"]
threshold = [0.1, 0.2]
exclude = "strategy_name = 'M-HEFT-IMP' AND threshold > 0.15"
)"));
  ASSERT_EQ(study.strategies.size(), 4U);  // one, two and the one of the other block
  EXPECT_EQ(real_of(study.strategies[0].parameters, "threshold"), 0.1);
  EXPECT_EQ(real_of(study.strategies[2].parameters, "threshold"), 0.2);
}

// In the study and in a block, each in one line with 200 dots; 5. is 5.
TEST(StudyConditions, MayHaveAnyNumberOfDots) {
  std::string list = "1.";
  for (int i = 0; i < 200; ++i) list += ", 5.";
  EXPECT_EQ(test::study(with_header("where = \"clusters IN (" + list + ")\"")).conditions.size(), 1U);
  EXPECT_EQ(test::study(with_platform_line("only = \"clusters IN (" + list + ")\"")).platforms.size(), 2U);
}

TEST(StudyConditions, ThatAreWrong) {
  EXPECT_THAT(condition_error(with_header("where = \"taks = 5\"")),
              AllOf(StartsWith("small.toml:4: where taks = 5: before a scenario runs it has no column taks"),
                    HasSubstr("did you mean \"tasks\"?")));
  EXPECT_THAT(condition_error(with_header("where = \"makespan < 5\"")), HasSubstr("no column makespan"));
  EXPECT_THAT(condition_error(with_header("where = 5")), "small.toml:4: where must be a text in quotes");
  EXPECT_THAT(
      condition_error(with_platform_line("exclude = \"tasks = 5\"")),
      AllOf(StartsWith("small.toml:12: exclude tasks = 5: it may only name columns of this kind of block, not tasks"),
            HasSubstr("where in [study]")));
  EXPECT_THAT(condition_error(with_platform_line("exclude = \"clusters = 7\"")),
              "small.toml:12: exclude leaves out nothing more: its condition is false for each point that is left; "
              "correct it or "
              "remove it");
  EXPECT_THAT(condition_error(with_platform_line("only = \"clusters = 7\"")), HasSubstr("makes nothing"));
  EXPECT_THAT(condition_error(with_platform_line("only = 5")), HasSubstr("only must be a condition"));
  EXPECT_EQ(
      condition_error(with_header("where = \"clusters = tasks\"")),
      "small.toml:4: where clusters = tasks holds for no platform with any workload: compare the values of the two "
      "blocks");
  EXPECT_THAT(condition_error(with_header("where = \"clusters > 2\"")), HasSubstr("holds for no platform"));
  const Study empty = test::study(with_header("where = \"clusters > tasks\""));
  EXPECT_THAT(test::error_of([&] { refuse_empty_selection(empty, {}); }),
              HasSubstr("its conditions leave no scenario: where clusters > tasks"));
}

TEST(StudySeeds, PairPlatformsAndWorkloadsOfOneSeed) {
  const Study study = test::study(with_change("seed = 5", "seed = [5, 6, 7]"));
  EXPECT_EQ(study.seed, 5);
  EXPECT_EQ(study.platforms.size(), 12U);
  EXPECT_EQ(study.workloads.size(), 18U);
  // Three times the study of one seed, whose scenarios are among them.
  EXPECT_EQ(count_state(study, {}, DoneSet(study, {})).wanted, 3 * 48U);
  const Study one = test::study(test::k_small_study);
  EXPECT_EQ(study.platforms.front().recipe, one.platforms.front().recipe);
  EXPECT_THAT(condition_error(with_change("seed = 5", "seed = [5, 6, 5]")),
              StartsWith("small.toml:3: seed 5 is there twice"));
  EXPECT_THAT(condition_error(with_change("seed = 5", "seed = []")), StartsWith("small.toml:3: seed is an empty list"));
  EXPECT_THAT(condition_error(with_change("seed = 5", "seed = [1.5]")),
              StartsWith("small.toml:3: [study] needs seed, an integer"));
}

TEST(StudyTimeLimit, IsOfTheFile) {
  EXPECT_EQ(test::study(with_header("timeout = 60")).time_limit, 60.0);
  EXPECT_EQ(test::study(test::k_small_study).time_limit, std::nullopt);
  for (const char* wrong : {"-1", "nan", "inf", "\"60\""})
    EXPECT_THAT(condition_error(with_header(fmt::format("timeout = {}", wrong))),
                StartsWith("small.toml:4: timeout must be"));
}

TEST(StrategyNames, MayBeListed) {
  const std::string text = with_change("[[strategy]]\nname = \"HCPA\"\n\n[[strategy]]\nname = \"M-HEFT-MAX\"",
                                       "[[strategy]]\nname = [\"HCPA\", \"M-HEFT-MAX\"]");
  EXPECT_EQ(test::study(text).strategies, test::study(test::k_small_study).strategies);
  EXPECT_THAT(condition_error(with_change("\"HCPA\"", "[\"HCPA\", \"HCPB\"]")), HasSubstr("unknown strategy \"HCPB\""));
  EXPECT_THAT(condition_error(with_change("\"HCPA\"", "[\"HCPA\", \"HCPA\"]")), HasSubstr("duplicate strategy HCPA"));
  EXPECT_THAT(condition_error(with_change("\"HCPA\"", "[]")),
              HasSubstr("[[strategy]] needs name, a text or a list of texts"));
  EXPECT_THAT(condition_error(with_change("\"random-ptg\"", "[\"random-ptg\"]")),
              AllOf(StartsWith("small.toml:14: family must be one text"), HasSubstr("palio run -")));
}

}  // namespace
}  // namespace palio
