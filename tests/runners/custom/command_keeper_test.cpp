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
    *describe*) echo '{}'; continue ;;
    *instance*) continue ;;
    *sleep*) exec sleep 600 ;;
    *kill-parent*) kill -9 $PPID ;;
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
    code_ = code("numbered");
  }

  std::shared_ptr<const CustomCode> code(const std::string& answers) const {
    const std::string description =
        R"({"answers": ")" + answers +
        R"(", "strategies": [{"name": "A", "summary": "s"}, {"name": "B", "summary": "s"}, {"name": "C", "summary": "s"}]})";
    return std::make_shared<const CustomCode>(command_manifest("sh command.sh", {}, description), folder_.file(""));
  }

  // A scenario that asks this question; its result is the process that answered.
  std::function<double()> asking(const std::string& question) const {
    return [this, question] {
      double process = 0;
      ask_command(
          *code_, new_instance_stamp(), {}, question, [] { return std::string("instance"); },
          [&](const CommandAnswer& answer) {
            process = std::stod(answer.line);
            return true;
          });
      return process;
    };
  }

  RunRequest request(const std::vector<std::string>& strategies) const {
    RunRequest made = test::request({});
    made.known.add(code_);
    for (const std::string& name : strategies)
      made.strategies.push_back(parse_recipe(name, code_->strategies().front().parameters));
    made.time_limit = 0.1;
    return made;
  }

  test::TemporaryFolder folder_;
  std::shared_ptr<const CustomCode> code_;
};

TEST_F(Commands, ThatSleepAreAFailureOfTheirScenarioAlone) {
  const test::Deeds deeds{{"A", asking("sleep")}, {"B", asking("work")}, {"C", asking("work")}};
  for (const Simulates simulates : {Simulates::often, Simulates::once}) {
    test::AskedWorker worker(deeds, simulates);
    const auto results = worker.ask(request({"B", "A", "C"}));
    EXPECT_EQ(test::failure(results.at(1)).kind, FailureKind::timeout);
    EXPECT_GT(test::saw(results.at(0)), 0);
    EXPECT_NE(test::saw(results.at(0)), test::saw(results.at(2))) << "the one that slept";
  }
}

TEST_F(Commands, ThatKillThemselvesAreAFailureOfTheirScenarioAlone) {
  for (const char* deed : {"kill-group", "kill-itself"}) {
    const test::Deeds deeds{{"A", asking(deed)}, {"B", asking("work")}};
    test::AskedWorker worker(deeds);
    const auto results = worker.ask(request({"A", "B"}));
    EXPECT_EQ(test::failure(results.at(0)).kind, FailureKind::exception) << deed;  // as the deed's exception is told
    EXPECT_THAT(test::failure(results.at(0)).message, HasSubstr("killed by signal 9")) << deed;
    EXPECT_GT(test::saw(results.at(1)), 0) << deed;
  }
}

TEST_F(Commands, ThatKillTheirParentAnswer) {
  const test::Deeds deeds{{"A", asking("kill-parent")}, {"B", asking("work")}};
  test::AskedWorker worker(deeds);
  for (const ScenarioResult& result : worker.ask(request({"A", "B"}))) EXPECT_GT(test::saw(result), 0);
}

TEST_F(Commands, OfAWorkerStayTheSameProcessWhileTheyBehave) {
  const test::Deeds deeds{{"A", asking("work")}, {"B", asking("work")}};
  test::AskedWorker worker(deeds);
  const auto results = worker.ask(request({"A", "B"}));
  EXPECT_EQ(test::saw(results.at(0)), test::saw(results.at(1)));
  EXPECT_EQ(test::saw(worker.ask(request({"A"})).at(0)), test::saw(results.at(0)));
}

TEST_F(Commands, ThatPromiseNoNumbersHaveAProcessForEachQuestion) {
  code_ = code("plain");
  const test::Deeds deeds{{"A", [&] { return asking("work")() == asking("work")() ? 1.0 : 2.0; }},
                          {"B", asking("work")}};
  test::AskedWorker worker(deeds);
  EXPECT_EQ(test::saw(worker.ask(request({"A"})).at(0)), 2);
  const auto results = worker.ask(request({"B", "B"}));
  EXPECT_NE(test::saw(results.at(0)), test::saw(results.at(1)));
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

// Behind the command is the process that waits for it, and behind that its keeper.
void hurt_keeper(double command, int signal) {
  kill(state_of(state_of(static_cast<pid_t>(command)).parent).parent, signal);
}

// After a question, or between two of them: the second one has a new keeper, as has the next scenario.
TEST_F(Commands, WhoseKeeperWasHurtAreKeptAnew) {
  for (const int signal : {SIGKILL, SIGSTOP})
    for (const ProcessPer isolation : {ProcessPer::group, ProcessPer::scenario}) {
      const auto hurting = [&, signal] {
        const double process = asking("work")();
        hurt_keeper(process, signal);
        return process;
      };
      const auto hurting_between = [&] { return hurting() == asking("work")() ? 1.0 : 2.0; };
      const test::Deeds deeds{{"A", hurting}, {"B", hurting_between}, {"C", asking("work")}};
      test::AskedWorker worker(deeds);
      RunRequest wanted = request({"A", "B", "C", "C"});
      wanted.isolation = isolation;
      const auto results = worker.ask(wanted);
      EXPECT_EQ(test::saw(results.at(1)), 2);
      EXPECT_NE(test::saw(results.at(2)), test::saw(results.at(0)));
      EXPECT_EQ(test::saw(results.at(3)), test::saw(results.at(2)));
      const double hurt = test::saw(worker.ask(request({"A"})).at(0));
      EXPECT_NE(test::saw(worker.ask(request({"C"})).at(0)), hurt);
    }
}

TEST_F(Commands, ThatCloseTheirStreamsAndStayAreNamed) {
  adopt_orphans();
  for (const char* deed : {"close-output", "close-input"}) {
    CommandProcess process("sh command.sh", folder_.file(""), 0);
    CommandTalk talk(process.ends(), 0, {});
    EXPECT_FALSE(talk.say(std::string(deed) + '\n'));
    auto answer = talk.hear();
    // A command that closes its input answers once and is lost at the next question.
    if (std::holds_alternative<std::string>(answer)) answer = talk.hear();
    const Failure& failure = std::get<Failure>(answer);
    EXPECT_EQ(failure.kind, FailureKind::protocol) << deed;
    EXPECT_THAT(failure.message, HasSubstr("closed its standard input or output")) << deed;
  }
}

}  // namespace
}  // namespace palio
