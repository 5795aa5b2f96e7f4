// What a command does to its callers: each failure has its name, and the next scenario finds a working process.
#include "runners/custom/command_keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "runners/custom/command_process.h"
#include "runners/process/orphaned_processes.h"
#include "tests/runners/worker/asked_worker.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

// Does what a line asks for, and answers with its process.
constexpr const char* k_script = R"(while read -r line; do
  case "$line" in
    *instance*) continue ;;
    *sleep*) exec sleep 600 ;;
    *kill-parent*) kill -9 $PPID; sleep 600 ;;
    *kill-group*) kill -9 0 ;;
    *close-output*) exec >&-; sleep 600 ;;
    *close-input*) exec <&-; echo "$$"; sleep 600 ;;
    *kill-itself*) kill -9 $$ ;;
  esac
  echo "$$"
done
)";

class Commands : public testing::Test {
protected:
  Commands() {
    folder_.write("command.sh", k_script);
    code_ = std::make_shared<const CustomCode>(
        command_manifest("sh command.sh", {}, R"({"strategies": [{"name": "MINE", "summary": "s"}]})"),
        folder_.file(""));
  }

  // A scenario that asks this question; its result is the process that answered.
  std::function<double()> asking(const std::string& question) const {
    return [this, question] {
      double process = 0;
      ask_command(
          *code_, new_instance_stamp(), {}, question, [] { return std::string("instance"); },
          [&](const CommandAnswer& answer) { process = std::stod(answer.line); });
      return process;
    };
  }

  RunRequest request(const std::vector<std::string>& strategies) const {
    RunRequest made = test::request(strategies);
    // The code comes with requests that name one of its strategies: here the last one, which is never asked.
    made.known.add(code_);
    made.strategies.push_back(parse_recipe("MINE", code_->strategies().front().parameters));
    made.time_limit = 0.1;
    return made;
  }

  test::TemporaryFolder folder_;
  std::shared_ptr<const CustomCode> code_;
};

TEST_F(Commands, ThatSleepAreAFailureOfTheirScenarioAlone) {
  const test::Deeds deeds{{"HCPA", asking("sleep")}, {"M-HEFT", asking("work")}, {"M-HEFT-MAX", asking("work")}};
  for (const Simulates simulates : {Simulates::often, Simulates::once}) {
    test::AskedWorker worker(deeds, simulates);
    const auto results = worker.ask(request({"M-HEFT", "HCPA", "M-HEFT-MAX"}));
    EXPECT_EQ(test::failure(results.at(1)).kind, FailureKind::timeout);
    EXPECT_GT(test::saw(results.at(0)), 0);
    EXPECT_NE(test::saw(results.at(0)), test::saw(results.at(2))) << "the one that slept";
  }
}

TEST_F(Commands, ThatKillWhomTheyCanAreAFailureOfTheirScenarioAlone) {
  for (const char* deed : {"kill-parent", "kill-group", "kill-itself"}) {
    const test::Deeds deeds{{"HCPA", asking(deed)}, {"M-HEFT", asking("work")}};
    test::AskedWorker worker(deeds);
    const auto results = worker.ask(request({"HCPA", "M-HEFT"}));
    EXPECT_EQ(test::failure(results.at(0)).kind, FailureKind::exception) << deed;  // as the deed's exception is told
    EXPECT_THAT(test::failure(results.at(0)).message, HasSubstr("killed by signal 9")) << deed;
    EXPECT_GT(test::saw(results.at(1)), 0) << deed;
  }
}

TEST_F(Commands, OfAWorkerStayTheSameProcessWhileTheyBehave) {
  const test::Deeds deeds{{"HCPA", asking("work")}, {"M-HEFT", asking("work")}};
  test::AskedWorker worker(deeds);
  const auto results = worker.ask(request({"HCPA", "M-HEFT"}));
  EXPECT_EQ(test::saw(results.at(0)), test::saw(results.at(1)));
  EXPECT_EQ(test::saw(worker.ask(request({"HCPA"})).at(0)), test::saw(results.at(0)));
}

struct ProcessState {
  std::string state;  // of /proc/PID/stat; empty: there is no such process
  pid_t parent = 0;
};

ProcessState state_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  ProcessState found;
  std::string word;
  file >> word >> word >> found.state >> found.parent;
  return found;
}

TEST_F(Commands, WhoseKeeperWasKilledAreKeptAnew) {
  const auto kill_keeper = [&] {
    const double process = asking("work")();
    // Behind the command is the process that waits for it, and behind that its keeper.
    const pid_t keeper = state_of(state_of(static_cast<pid_t>(process)).parent).parent;
    kill(keeper, SIGKILL);
    while (!state_of(keeper).state.empty() && state_of(keeper).state != "Z") usleep(1000);
    return process;
  };
  const test::Deeds deeds{{"HCPA", kill_keeper}, {"M-HEFT", asking("work")}};
  test::AskedWorker worker(deeds);
  const double first = test::saw(worker.ask(request({"HCPA"})).at(0));
  const double second = test::saw(worker.ask(request({"M-HEFT"})).at(0));
  EXPECT_GT(second, 0);
  EXPECT_NE(first, second);
}

// The keeper dies during a question; the next question about the same instance has a new one.
TEST_F(Commands, WhoseKeeperWasKilledAnswerTheNextScenario) {
  const auto kill_keeper = [&] {
    const double process = asking("work")();
    kill(state_of(state_of(static_cast<pid_t>(process)).parent).parent, SIGKILL);
    return asking("work")();
  };
  for (const ProcessPer isolation : {ProcessPer::group, ProcessPer::scenario}) {
    const test::Deeds deeds{{"HCPA", kill_keeper}, {"M-HEFT", asking("work")}};
    test::AskedWorker worker(deeds);
    RunRequest wanted = request({"HCPA", "M-HEFT", "M-HEFT"});
    wanted.isolation = isolation;
    const auto results = worker.ask(wanted);
    EXPECT_THAT(test::failure(results.at(0)).message, HasSubstr("the keeper of the command"));
    EXPECT_GT(test::saw(results.at(1)), 0);
    EXPECT_EQ(test::saw(results.at(2)), test::saw(results.at(1)));
  }
}

TEST_F(Commands, ThatCloseTheirStreamsAndStayAreNamed) {
  adopt_orphans();
  for (const char* deed : {"close-output", "close-input"}) {
    CommandProcess process("sh command.sh", folder_.file(""), 0);
    CommandProcess::Answer answer = process.ask(std::string(deed) + '\n', {}, -1);
    // A command that closes its input answers once and is lost at the next question.
    if (answer && std::holds_alternative<std::string>(*answer)) answer = process.ask("work\n", {}, -1);
    const Failure& failure = std::get<Failure>(answer.value());
    EXPECT_EQ(failure.kind, FailureKind::protocol) << deed;
    EXPECT_THAT(failure.message, HasSubstr("closed its standard input or output")) << deed;
  }
}

}  // namespace
}  // namespace palio
