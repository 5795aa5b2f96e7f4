// Libraries that leave arbitrary state behind, next to Palio's own strategies: these get the bits of a clean run.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/sanitized.h"
#include "platforms/family.h"
#include "runners/custom/file_digest.h"
#include "runners/custom/library.h"
#include "tests/custom/custom_campaign.h"
#include "tests/runners/worker/asked_worker.h"
#include "tests/support/studies.h"
#include "workloads/family.h"

namespace palio {
namespace {

using testing::HasSubstr;

std::shared_ptr<const CustomCode> code_of(const char* library) {
  const std::string content = file_digest(library);
  return std::make_shared<const CustomCode>(library_manifest(content, Library(library, content).description()),
                                            library);
}

// What a library does, and the result of its own scenario.
struct Act {
  const char* name;
  const char* outcome = "completed";
  double time_limit = 20;  // s
};

void PrintTo(const Act& act, std::ostream* out) { *out << act.name; }

class Instances {
public:
  explicit Instances(const char* library) : code_(code_of(library)) {}

  /// One of two, on clusters whose processors differ.
  RunRequest request(int sample, const std::vector<std::string>& strategies) const {
    RunRequest made{
        .id = sample, .platform = {platform(sample), {}}, .workload = {workload(sample), {}}, .strategies = {}};
    made.known.add(code_);
    for (const std::string& text : strategies)
      made.strategies.push_back(parse_recipe(text, made.known.named(recipe_name(text)).parameters));
    return made;
  }

private:
  static Recipe platform(int sample) {
    const std::string text = fmt::format(
        "random-multi-cluster:clusters=2,min_speed=1000000000,heterogeneity=2,max_processors=24,sample={},seed=1",
        sample);
    return parse_recipe(text, platform_family("random-multi-cluster").parameters);
  }
  static Recipe workload(int sample) {
    const std::string text = fmt::format(
        "random-ptg:tasks=20,width=0.5,regularity=0.8,density=0.2,jump=1,complexity=mixed,sample={},seed=1", sample);
    return parse_recipe(text, workload_family("random-ptg").parameters);
  }

  std::shared_ptr<const CustomCode> code_;
};

// With all the bits of its metrics.
std::string text_of(const ScenarioResult& result) { return encode(ScenarioReply{result.outcome, 0, 0, std::nullopt}); }

// Asks again for scenarios without an answer because a process was lost, as palio does.
std::vector<ScenarioResult> ask(test::AskedWorker& worker, RunRequest request) {
  std::vector<ScenarioResult> all;
  while (!request.strategies.empty()) {
    std::vector<ScenarioResult> some = worker.ask(request);
    if (some.empty()) break;
    request.strategies.erase(request.strategies.begin(),
                             request.strategies.begin() + static_cast<std::ptrdiff_t>(some.size()));
    std::ranges::move(some, std::back_inserter(all));
  }
  return all;
}

const std::vector<std::string> k_own{"HCPA", "M-HEFT"};

// The answers of the worker and the strategies when nothing goes wrong.
std::vector<std::string> clean(const Instances& instances, int sample, const std::vector<std::string>& strategies) {
  test::AskedWorker worker(Simulates::often, run_scenario);
  std::vector<std::string> texts;
  for (const ScenarioResult& result : ask(worker, instances.request(sample, strategies)))
    texts.push_back(text_of(result));
  return texts;
}

// What is expected of the culprit, its two neighbours and the two strategies of the next instance.
struct ExpectedAnswers {
  std::string culprit;  // what its result holds, or all of it where it completes
  std::vector<std::string> neighbours, next;
};

void expect_harmless_at(std::size_t place, const Instances& instances, const RunRequest& request,
                        const ExpectedAnswers& expected, test::AskedWorker& worker) {
  auto results = ask(worker, request);
  ASSERT_EQ(results.size(), 3U);
  const auto culprit = results.begin() + static_cast<std::ptrdiff_t>(place);
  EXPECT_THAT(text_of(*culprit), HasSubstr(expected.culprit));
  results.erase(culprit);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(text_of(results[i]), expected.neighbours[i]);
  // The next instance is built where the library was.
  const auto next = ask(worker, instances.request(2, k_own));
  ASSERT_EQ(next.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(text_of(next[i]), expected.next[i]);
}

// By place and isolation: the culprit has the same failure each time, or the result of a strategy that does nothing.
void expect_harmless(const char* library, const Act& act, const std::string& recipe) {
  const Instances instances(library);
  const auto first = clean(Instances(HOSTILE_PATH), 1, {k_own[0], k_own[1], "HOSTILE"});
  ASSERT_THAT(first, testing::Each(HasSubstr("completed")));
  const bool completes = std::string_view(act.outcome) == "completed";
  const ExpectedAnswers expected{completes ? first[2] : fmt::format("\"outcome\":\"{}\"", act.outcome),
                                 {first[0], first[1]},
                                 clean(instances, 2, k_own)};
  for (const ProcessPer isolation : {ProcessPer::group, ProcessPer::scenario}) {
    test::AskedWorker worker(Simulates::often, run_scenario);
    for (std::size_t place = 0; place < 3; ++place) {
      SCOPED_TRACE(fmt::format("at place {}, {}", place, isolation == ProcessPer::group ? "group" : "scenario"));
      std::vector<std::string> strategies = k_own;
      strategies.insert(strategies.begin() + static_cast<std::ptrdiff_t>(place), recipe);
      RunRequest request = instances.request(1, strategies);
      request.isolation = isolation;
      request.time_limit = act.time_limit;
      request.memory_limit = 300'000'000;
      expect_harmless_at(place, instances, request, expected, worker);
    }
  }
}

class HostileLibrary : public testing::TestWithParam<Act> {};

TEST_P(HostileLibrary, LeavesItsNeighboursAlone) {
  const std::string name = GetParam().name;
  if (k_sanitized && name.ends_with("memory")) GTEST_SKIP() << "no limit is set under sanitizers";
  if (k_sanitized && name == "heap") GTEST_SKIP() << "the sanitizer ends it by an exit of its own";
  expect_harmless(HOSTILE_PATH, GetParam(), "HOSTILE:act=" + name);
}

std::string test_name(const testing::TestParamInfo<Act>& act) {
  std::string name = act.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Leaves, HostileLibrary,
                         testing::Values(Act{"toward-zero"}, Act{"upward"}, Act{"downward"}, Act{"flush-to-zero"},
                                         Act{"traps"}, Act{"waiting-trap"}, Act{"flags"}, Act{"errno"}, Act{"random"},
                                         Act{"new-handler"}, Act{"no-new-handler"}, Act{"terminate"}, Act{"at-exit"},
                                         Act{"folder"}, Act{"variable"}, Act{"no-variables"}, Act{"locale"},
                                         Act{"thread-locale"}, Act{"stream-locale"}, Act{"ignore-signals"},
                                         Act{"handle-signals"}, Act{"block-signals"}, Act{"pending-signal"},
                                         Act{"umask"}, Act{"alarm"}, Act{"timer"}, Act{"group"}, Act{"session"},
                                         Act{"no-parent"}, Act{"no-dump"}, Act{"name"}, Act{"limit-files"},
                                         Act{"limit-processes"}, Act{"limit-core"}, Act{"thread"}),
                         test_name);

INSTANTIATE_TEST_SUITE_P(Descriptors, HostileLibrary,
                         testing::Values(Act{"write-descriptors"}, Act{"truncate-descriptors"}, Act{"read-descriptors"},
                                         Act{"map-descriptors"}, Act{"seek-descriptors"}, Act{"append-descriptors"},
                                         Act{"shut-descriptors"}, Act{"seal-descriptors"}, Act{"close-streams"},
                                         Act{"redirect-streams"}, Act{"open-files"}, Act{"noise"}, Act{"children"},
                                         Act{"writing-child"}, Act{"fork-and-return"},
                                         Act{"close-descriptors", "exited"}, Act{"replace-descriptors", "exited"},
                                         Act{"limit-file-size", "exited"}),
                         test_name);

INSTANTIATE_TEST_SUITE_P(Ends, HostileLibrary,
                         testing::Values(Act{"segfault", "crashed"}, Act{"abort", "crashed"}, Act{"heap", "crashed"},
                                         Act{"stack", "crashed"}, Act{"sigpipe", "crashed"}, Act{"throw", "exception"},
                                         Act{"throw-int", "exception"}, Act{"no-plan", "no_schedule"},
                                         Act{"exit-0", "exited"}, Act{"exit-3", "exited"}, Act{"exit-114", "exited"},
                                         Act{"become-another", "exited"}, Act{"loop", "timeout", 0.2},
                                         Act{"sleep", "timeout", 0.1}, Act{"stop", "timeout", 0.1},
                                         Act{"eat-memory", "out_of_memory"}, Act{"limit-memory", "out_of_memory"},
                                         Act{"kill-group", "crashed"}, Act{"kill-parent", "crashed"},
                                         Act{"kill-parent-and-wait", "crashed"}),
                         test_name);

// As libraries built for fast arithmetic do.
TEST(HostileLibraries, MayLeaveAnyModeWhenTheyAreLoaded) {
  for (const char* library : {HOSTILE_LOAD_TOWARD_ZERO_PATH, HOSTILE_LOAD_FLUSH_TO_ZERO_PATH})
    expect_harmless(library, {"nothing"}, "HOSTILE");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);  // of this process, which has loaded them, too
}

// Real campaigns.
class HostileCampaigns : public test::CustomCampaign, public testing::WithParamInterface<const char*> {
protected:
  void SetUp() override {
    put(HOSTILE_PATH, "hostile.so");
    folder_.write("s.toml", study("HOSTILE", fmt::format("plugin = \"hostile.so\"\nact = \"{}\"", GetParam())));
    folder_.write("clean.toml", study("HCPA-OPT", ""));
  }

  static std::string study(const std::string& between, const std::string& terms) {
    std::string text(test::k_small_study);
    text.resize(text.find("[[strategy]]"));
    return text + fmt::format(
                      "[[strategy]]\nname = \"HCPA\"\n[[strategy]]\nname = \"{}\"\n{}\n"
                      "[[strategy]]\nname = \"M-HEFT\"\n",
                      between, terms);
  }

  test::Finished run(const std::string& file, const std::string& database, std::vector<std::string> options) {
    options.insert(options.begin(), {"run", file, "--db", database, "-q", "-j", "2", "--sample", "6"});
    return palio(options);
  }
  std::string digest(const std::string& database) { return palio({"digest", database}).out.substr(0, 32); }
  // The rows of Palio's own strategies.
  std::string rows(const std::string& database) {
    const std::string sql =
        "SELECT platform, workload, strategy, outcome, makespan, total_work FROM results "
        "WHERE strategy IN ('HCPA', 'M-HEFT') ORDER BY 1, 2, 3";
    return palio({"query", database, sql, "--format", "csv"}).out;
  }
};

TEST_P(HostileCampaigns, HaveOneDigestAndTheirNeighboursTheBitsOfACleanRun) {
  ASSERT_EQ(run("clean.toml", "clean.db", {"--engine", "fluid"}).status, 0);
  const int expected = std::string_view(GetParam()) == "kill-parent" ? 2 : 0;
  const std::vector<std::vector<std::string>> runs{{}, {}, {"--isolation", "group"}, {"--isolation", "scenario"}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<std::string> options{"--engine", "fluid", "--audit", "100%"};
    options.insert(options.end(), runs[i].begin(), runs[i].end());
    const std::string database = fmt::format("{}.db", i);
    const test::Finished ran = run("s.toml", database, options);
    EXPECT_EQ(ran.status, expected) << ran.err;
    EXPECT_EQ(digest(database), digest("0.db"));
    EXPECT_EQ(rows(database), rows("clean.db"));
    EXPECT_EQ(palio({"check", database}).status, 0);
  }
  const test::Finished audited = palio({"audit", "0.db", "--sample", "100%", "--plugin", "hostile.so", "-q"});
  EXPECT_EQ(audited.status, 0) << audited.out << audited.err;
}

INSTANTIATE_TEST_SUITE_P(All, HostileCampaigns,
                         testing::Values("toward-zero", "write-descriptors", "truncate-descriptors", "kill-parent"),
                         [](const auto& act) {
                           std::string name = act.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace palio
