// Commands that do what no command should, next to innocent strategies of the same command: these get the bits of a
// clean run, and each misdeed has one outcome wherever it happens and however busy the machine is.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "platforms/family.h"
#include "runners/custom/command_keeper.h"
#include "runners/process/orphaned_processes.h"
#include "tests/runners/worker/asked_worker.h"
#include "tests/support/temporary_folder.h"
#include "workloads/family.h"

namespace palio {
namespace {

using testing::HasSubstr;

// What a command does at each question, and the outcome of its scenarios; where it promises numbers, too.
struct Deed {
  const char* act;
  const char* outcome = "completed";
  const char* numbered = outcome;
};

void PrintTo(const Deed& deed, std::ostream* out) { *out << deed.act; }

class Command {
public:
  explicit Command(const std::string& mode) {
    adopt_orphans();
    const std::string command = MISDEEDS_PATH " " + mode;
    code_ = std::make_shared<const CustomCode>(
        command_manifest(command, {}, command_description(command, folder_.file(""))), folder_.file(""));
  }

  RunRequest request(int sample, const std::vector<std::string>& strategies) const {
    const std::string platform = fmt::format(
        "random-multi-cluster:clusters=2,min_speed=1000000000,heterogeneity=2,max_processors=24,sample={},seed=1",
        sample);
    const std::string workload = fmt::format(
        "random-ptg:tasks=3,width=0.5,regularity=0.8,density=0.2,jump=1,complexity=mixed,sample={},seed=1", sample);
    RunRequest made{.id = sample,
                    .platform = {parse_recipe(platform, platform_family("random-multi-cluster").parameters), {}},
                    .workload = {parse_recipe(workload, workload_family("random-ptg").parameters), {}},
                    .strategies = {}};
    made.time_limit = 20;  // s
    made.known.add(code_);
    for (const std::string& text : strategies)
      made.strategies.push_back(parse_recipe(text, made.known.named(recipe_name(text)).parameters));
    return made;
  }

private:
  test::TemporaryFolder folder_;
  std::shared_ptr<const CustomCode> code_;
};

// With all the bits of its metrics; of a failure, its kind alone.
std::string bits_of(const ScenarioResult& result) {
  if (const auto* failure = std::get_if<Failure>(&result.outcome)) return std::string(to_text(failure->kind));
  return encode(ScenarioReply{result.outcome, 0, 0, std::nullopt});
}

std::vector<std::string> texts_of(const std::vector<ScenarioResult>& results) {
  std::vector<std::string> texts;
  for (const ScenarioResult& result : results) texts.push_back(bits_of(result));
  return texts;
}

enum class Interface { schedule, decide };

// The culprit first, in the middle and last; between its scenarios, the innocents.
std::vector<std::string> scenarios(Interface interface, const std::string& act) {
  const std::string now = interface == Interface::decide ? "-NOW" : "";
  std::vector<std::string> all;
  for (int n = 0; n < 3; ++n) {
    if (n > 0) all.push_back(fmt::format("GOOD{}:n={}", now, n));
    all.push_back(fmt::format("BAD{}:n={},act={}", now, n, act));
  }
  return all;
}

void expect_one_outcome(const std::vector<std::string>& texts, const std::vector<std::string>& clean,
                        const std::string& outcome) {
  ASSERT_EQ(texts.size(), clean.size());
  for (std::size_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(texts[i], i % 2 == 1 || outcome == "completed" ? clean[i] : outcome) << "scenario " << i;
}

// A later one holds the pipes of the earlier ones, so it ends first.
struct Workers : std::vector<std::unique_ptr<test::AskedWorker>> {
  ~Workers() {
    while (!empty()) pop_back();
  }
};

// What an interface of a kind of command gives where nothing goes wrong, in two instances.
struct Clean {
  Clean(const std::string& mode, Interface wanted) : command(mode), interface(wanted) {
    test::AskedWorker worker(Simulates::often, run_scenario);
    first = texts_of(worker.ask(command.request(1, scenarios(interface, "nothing"))));
    second = texts_of(worker.ask(command.request(2, scenarios(interface, "nothing"))));
  }

  Command command;
  Interface interface;
  std::vector<std::string> first, second;
};

const std::deque<Clean>& clean_cases() {
  static std::deque<Clean> all;
  if (all.empty())
    for (const Interface interface : {Interface::schedule, Interface::decide})
      for (const char* mode : {"unsaid", "numbered"}) all.emplace_back(mode, interface);
  return all;
}

class Misdeeds : public testing::TestWithParam<Deed> {
protected:
  // A worker for each case, all at once: some deeds take their time.
  void expect_harmless(double time_limit) const {
    const std::deque<Clean>& cases = clean_cases();
    Workers workers;
    for (const Clean& clean : cases) {
      workers.push_back(std::make_unique<test::AskedWorker>(Simulates::often, run_scenario));
      RunRequest wanted = clean.command.request(1, scenarios(clean.interface, GetParam().act));
      wanted.time_limit = time_limit;
      workers.back()->tell(wanted);
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool is_numbered = i % 2 == 1;
      SCOPED_TRACE(fmt::format("{}, {}", is_numbered ? "numbered" : "plain", i < 2 ? "schedule" : "decide"));
      EXPECT_THAT(cases[i].first, testing::Each(HasSubstr("completed")));
      expect_one_outcome(texts_of(workers[i]->listen()), cases[i].first,
                         is_numbered ? GetParam().numbered : GetParam().outcome);
      // The innocents of another instance on the same worker.
      EXPECT_EQ(texts_of(workers[i]->ask(cases[i].command.request(2, scenarios(cases[i].interface, "nothing")))),
                cases[i].second);
    }
  }
};

TEST_P(Misdeeds, HaveOneOutcomeAndTouchNoOther) { expect_harmless(20); }

std::string deed_name(const testing::TestParamInfo<Deed>& deed) {
  std::string name = deed.param.act;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lines, Misdeeds,
                         testing::Values(Deed{"again-late"}, Deed{"again-late-elsewhere"}, Deed{"again-at-once"},
                                         Deed{"word-behind"}, Deed{"word-late"}, Deed{"half-word-behind"},
                                         Deed{"half-line-and-exit", "exited"}, Deed{"in-two-parts"},
                                         Deed{"two-in-a-line", "protocol"}, Deed{"older-then-right"},
                                         Deed{"no-number", "completed", "protocol"}, Deed{"word-ahead", "protocol"},
                                         Deed{"empty-line-ahead", "protocol"}, Deed{"endless-line", "protocol"},
                                         Deed{"zero-byte", "protocol"}, Deed{"not-utf8", "protocol"},
                                         Deed{"many-lines-ahead", "protocol"}),
                         deed_name);

INSTANTIATE_TEST_SUITE_P(
    Processes, Misdeeds,
    testing::Values(Deed{"exit-ahead", "exited"}, Deed{"exit-behind"}, Deed{"crash-behind"}, Deed{"stop-keeper-ahead"},
                    Deed{"stop-keeper-behind"}, Deed{"stop-keeper-late"}, Deed{"trace-keeper"},
                    Deed{"kill-keeper-ahead"}, Deed{"kill-keeper-behind"}, Deed{"forbid-files-to-keeper"},
                    Deed{"forge-status"}, Deed{"kill-grandparent"}, Deed{"stop-grandparent"},
                    Deed{"stop-grandparent-behind"}, Deed{"trace-grandparent-behind"}, Deed{"stop-parent"},
                    Deed{"kill-parent"}, Deed{"end-group-ahead", "crashed"}, Deed{"kill-group-ahead", "crashed"},
                    Deed{"end-group-behind"}, Deed{"close-output-and-exit", "exited"}, Deed{"close-input"},
                    Deed{"close-input-behind"}, Deed{"child-with-output"}, Deed{"child-with-output-and-exit", "exited"},
                    Deed{"own-session"}, Deed{"nice"}, Deed{"other-folder"}, Deed{"sleep-behind"}),
    deed_name);

// The innocents need a hundredth of this limit; a sleeper ends after ten times as much.
class Sleepers : public Misdeeds {};

TEST_P(Sleepers, EndAtTheirLimitAlone) { expect_harmless(0.1); }

INSTANTIATE_TEST_SUITE_P(All, Sleepers,
                         testing::Values(Deed{"sleep", "timeout"}, Deed{"half-line-and-sleep", "timeout"},
                                         Deed{"stop-itself", "timeout"}, Deed{"close-input-and-sleep", "timeout"},
                                         Deed{"older-number", "completed", "timeout"}),
                         deed_name);

}  // namespace
}  // namespace palio
