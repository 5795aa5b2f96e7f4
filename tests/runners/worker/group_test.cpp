// A worker whose scenarios do what a test says, in groups: what they do to each other, and what they cannot.
#include "runners/worker/group.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <locale>
#include <map>
#include <set>
#include <thread>

#include "core/sanitized.h"
#include "runners/fluid/engine.h"
#include "runners/wire/lines.h"
#include "runners/worker/group_process.h"
#include "runners/worker/worker_loop.h"
#include "strategies/registry.h"

namespace palio {
namespace {

using testing::HasSubstr;

constexpr std::string_view k_platform = R"({"format":"palio-platform","version":1,"clusters":[
  {"name":"c0","processors":4,"speed":1e9,"processor_link":{"bandwidth":1.25e8,"latency":1e-4}}]})";
constexpr std::string_view k_workload = R"({"format":"palio-workload","version":1,"applications":[{"name":"a",
  "tasks":[{"name":"t","flop":8e9,"alpha":0}],"edges":[]}]})";

Ingredient file(std::string_view content) {
  return {{"file", {{"path", std::string("f.json")}, {"digest", content_digest(content)}}}, std::string(content)};
}

RunRequest request(const std::vector<std::string>& strategies) {
  RunRequest made{.id = 5, .platform = file(k_platform), .workload = file(k_workload), .strategies = {}};
  for (const std::string& text : strategies)
    made.strategies.push_back(parse_recipe(text, strategy(recipe_name(text)).parameters));
  return made;
}

// What a scenario of that strategy does; its result is what it saw.
using Deeds = std::map<std::string, std::function<double()>>;

/// A worker in a process of its own that the test asks.
class AskedWorker {
public:
  explicit AskedWorker(const Deeds& deeds, Simulates simulates = Simulates::often) {
    std::array<int, 2> requests{}, replies{};
    if (pipe(requests.data()) != 0 || pipe(replies.data()) != 0) throw std::runtime_error("no pipe");
    pid_ = fork();
    if (pid_ == 0) {
      close(requests[1]);
      close(replies[0]);
      Engine engine = with_fluid();
      engine.simulates = simulates;
      _exit(worker_loop(requests[0], replies[1], engine, running(deeds), 1));
    }
    close(requests[0]);
    close(replies[1]);
    requests_ = requests[1];
    replies_ = replies[0];
    lines_ = LineReader(replies_);
    lines_.next();  // hello
  }
  ~AskedWorker() {
    close(requests_);
    close(replies_);
    waitpid(pid_, nullptr, 0);
  }
  AskedWorker(const AskedWorker&) = delete;
  AskedWorker& operator=(const AskedWorker&) = delete;

  /// In the order of the strategies; up to the one that was lost.
  std::vector<ScenarioResult> ask(const RunRequest& request) {
    write_line(requests_, encode(request));
    std::vector<ScenarioResult> results;
    while (true) {
      ReplyLine line = decode_reply(lines_.next().value());
      if (auto* result = std::get_if<ResultLine>(&line)) results.push_back(std::move(result->result));
      if (auto* lost = std::get_if<LostLine>(&line)) results.push_back(std::move(lost->result));
      if (std::holds_alternative<Done>(line)) return results;
    }
  }
  std::vector<ScenarioResult> ask(const std::vector<std::string>& strategies) { return ask(request(strategies)); }

private:
  static RunScenario running(const Deeds& deeds) {
    return [&deeds](const BuiltInstance&, const Recipe& recipe, Detail) -> ScenarioReply {
      const auto deed = deeds.find(recipe.name);
      try {
        Completed completed;
        completed.metrics["makespan"] = deed == deeds.end() ? 0 : deed->second();
        completed.metrics["task_count"] = getpid();
        return {completed, 0, 0, std::nullopt};
      } catch (const std::exception& error) {
        return {Failure{FailureKind::exception, 0, error.what(), {}}, 0, 0, std::nullopt};
      }
    };
  }

  pid_t pid_ = -1;
  int requests_ = -1, replies_ = -1;
  LineReader lines_{-1};
};

double saw(const ScenarioResult& result) { return std::get<Completed>(result.outcome).metrics["makespan"]; }
double process(const ScenarioResult& result) { return std::get<Completed>(result.outcome).metrics["task_count"]; }
const Failure& failure(const ScenarioResult& result) { return std::get<Failure>(result.outcome); }

// s of CPU.
void compute(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

double never() { throw std::runtime_error("not reached"); }

TEST(Group, IsOneProcessForManyScenariosAndRequests) {
  AskedWorker worker({});
  std::set<double> processes;
  for (int i = 0; i < 3; ++i)
    for (const ScenarioResult& result : worker.ask({"HCPA", "M-HEFT", "M-HEFT-MAX"})) processes.insert(process(result));
  EXPECT_EQ(processes.size(), 1U);
}

TEST(Group, IsNoneWhereAScenarioIsWantedPerProcessOrTheEngineSimulatesOnce) {
  RunRequest single = request({"HCPA", "M-HEFT"});
  single.isolation = ProcessPer::scenario;
  AskedWorker often({}), once({}, Simulates::once);
  for (const auto& results : {often.ask(single), once.ask({"HCPA", "M-HEFT"})})
    EXPECT_NE(process(results.at(0)), process(results.at(1)));
  EXPECT_EQ(often.ask({"HCPA"}).size(), 1U);  // and groups after it
}

TEST(Group, EndsAfterAStatedNumberOfScenarios) {
  AskedWorker worker({});
  const auto results = worker.ask(std::vector<std::string>(k_most_in_group + 1, "HCPA"));
  std::set<double> processes;
  for (int i = 0; i < k_most_in_group; ++i) processes.insert(process(results.at(static_cast<std::size_t>(i))));
  EXPECT_EQ(processes.size(), 1U);
  EXPECT_FALSE(processes.contains(process(results.back())));
}

TEST(Group, ChangesWithTheMemoryLimit) {
  AskedWorker worker({});
  RunRequest limited = request({"HCPA"});
  const double before = process(worker.ask(limited).front());
  limited.memory_limit = std::int64_t{1} << 30U;
  EXPECT_NE(process(worker.ask(limited).front()), before);
}

TEST(Group, ACrashIsTheCulpritsWithItsOwnLastWords) {
  const Deeds deeds{{"HCPA",
                     [] {
                       std::fputs("words of another\n", stderr);
                       return 1.0;
                     }},
                    {"M-HEFT", []() -> double {
                       std::fputs("last words\n", stderr);
                       std::abort();
                     }}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"HCPA", "M-HEFT", "M-HEFT-MAX"});
  EXPECT_EQ(saw(results.at(0)), 1);
  EXPECT_EQ(failure(results.at(1)).kind, FailureKind::crashed);
  EXPECT_EQ(failure(results.at(1)).signal, SIGABRT);
  EXPECT_EQ(failure(results.at(1)).stderr_tail, "last words\n");
  EXPECT_EQ(saw(results.at(2)), 0);
}

// In the process of a group only; what it does to its successor is no failure of that one.
TEST(Group, WhatAPredecessorDamagedIsDoneAgainAlone) {
  static bool damaged = false;
  for (const auto& harm : std::vector<std::function<void()>>{[] { std::abort(); }, [] { _exit(3); },
                                                             [] { throw std::runtime_error("inconsistent"); },
                                                             [] { compute(1000); }, [] { pause(); }}) {
    const Deeds deeds{{"HCPA", [] { return damaged = true, 1.0; }}, {"M-HEFT", [&harm] {
                                                                       if (damaged) harm();
                                                                       return 2.0;
                                                                     }}};
    AskedWorker worker(deeds);
    RunRequest wanted = request({"HCPA", "M-HEFT", "M-HEFT-MAX"});
    wanted.time_limit = 0.1;
    const auto results = worker.ask(wanted);
    EXPECT_EQ(saw(results.at(0)), 1);
    EXPECT_EQ(saw(results.at(1)), 2);
    EXPECT_EQ(saw(results.at(2)), 0);
  }
}

TEST(Group, AProcessThatEndsBetweenScenariosCostsNone) {
  const Deeds deeds{{"HCPA", [] {
                       sigevent notice{};
                       notice.sigev_notify = SIGEV_SIGNAL;
                       notice.sigev_signo = SIGKILL;
                       timer_t timer{};
                       timer_create(CLOCK_MONOTONIC, &notice, &timer);
                       const itimerspec soon{{0, 0}, {0, 20'000'000}};
                       timer_settime(timer, 0, &soon, nullptr);
                       return 1.0;
                     }}};
  AskedWorker worker(deeds);
  EXPECT_EQ(saw(worker.ask({"HCPA"}).front()), 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(saw(worker.ask({"M-HEFT"}).front()), 0);
}

TEST(Group, AnInstanceThatCannotBeBuiltFailsAllItsScenarios) {
  AskedWorker worker({});
  RunRequest broken = request({"HCPA", "M-HEFT"});
  broken.workload = file("{}");
  for (int i = 0; i < 2; ++i) {
    const auto results = worker.ask(broken);
    ASSERT_EQ(results.size(), 2U);
    for (const ScenarioResult& result : results) EXPECT_EQ(failure(result).kind, FailureKind::exception);
    EXPECT_EQ(worker.ask({"HCPA"}).size(), 1U);
  }
}

TEST(Group, CpuTimeIsThatOfEachScenario) {
  const Deeds deeds{{"HCPA", [] { return compute(0.2), 1.0; }}, {"HCPA-OPT-FLEX", [] {
                                                                   const pid_t pid = fork();
                                                                   if (pid == 0) compute(0.2), _exit(0);
                                                                   waitpid(pid, nullptr, 0);
                                                                   return 1.0;
                                                                 }}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"HCPA", "M-HEFT", "HCPA-OPT-FLEX", "M-HEFT-MAX"});
  for (const std::size_t computes : {0U, 2U}) EXPECT_GE(results.at(computes).cost.total_time, 0.19);
  for (const std::size_t idle : {1U, 3U}) EXPECT_LT(results.at(idle).cost.total_time, 0.19);
}

TEST(Group, TheLimitOfCpuTimeIsThatOfEachScenario) {
  const Deeds deeds{{"HCPA", [] { return compute(0.1), 1.0; }},
                    {"M-HEFT", []() -> double { return compute(1000), never(); }}};
  AskedWorker worker(deeds);
  RunRequest wanted = request({"HCPA", "HCPA", "HCPA", "HCPA", "M-HEFT", "HCPA"});
  wanted.time_limit = 0.3;
  const auto results = worker.ask(wanted);
  for (const std::size_t within : {0U, 1U, 2U, 3U, 5U}) EXPECT_EQ(saw(results.at(within)), 1);
  EXPECT_EQ(process(results.at(0)), process(results.at(3)));
  EXPECT_EQ(failure(results.at(4)).message, "longer than the limit of 0.3 s of CPU time");
}

// Touched, and given back.
double take_memory(std::size_t bytes) {
  const std::string taken(bytes, 'x');
  return taken[bytes / 2] == 'x' ? 1 : 0;
}

TEST(Group, PeakMemoryIsThatOfEachScenario) {
  if (k_sanitized) GTEST_SKIP() << "sanitizers keep what is given back";
  const Deeds deeds{{"HCPA", [] { return take_memory(200'000'000); }}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"M-HEFT", "HCPA", "M-HEFT"});
  EXPECT_EQ(process(results.at(0)), process(results.at(2)));
  EXPECT_GT(results.at(0).cost.peak_memory, 1e6);
  EXPECT_GT(results.at(1).cost.peak_memory, 200e6);
  EXPECT_LT(results.at(2).cost.peak_memory, 100e6);
}

// The second one finds less left of the limit than it needs, and has it all when it is alone.
TEST(Group, WhatAPredecessorKeepsIsNotTakenFromTheLimit) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  static std::vector<std::string> kept;
  const Deeds deeds{{"HCPA",
                     [] {
                       kept.emplace_back(200'000'000, 'x');
                       return 1.0;
                     }},
                    {"M-HEFT", [] { return take_memory(200'000'000); }},
                    {"M-HEFT-MAX", [] { return take_memory(600'000'000); }}};
  AskedWorker worker(deeds);
  RunRequest wanted = request({"HCPA", "M-HEFT", "M-HEFT-MAX", "M-HEFT"});
  wanted.memory_limit = 300'000'000;
  const auto results = worker.ask(wanted);
  for (const std::size_t within : {0U, 1U, 3U}) EXPECT_EQ(saw(results.at(within)), 1);
  EXPECT_NE(process(results.at(0)), process(results.at(1)));
  EXPECT_EQ(failure(results.at(2)).kind, FailureKind::out_of_memory);
}

// What one scenario leaves, and what the next one sees of it: 0 is nothing.
enum class Fate { put_back, found, stays };
struct Leaving {
  const char* name;
  void (*leave)();
  double (*seen)();
  Fate fate;
};
void PrintTo(const Leaving& leaving, std::ostream* out) { *out << leaving.name; }

int lasting_static = 0;
double volatile third = 3;

void limit_files(rlim_t most) {
  rlimit bound{};
  getrlimit(RLIMIT_NOFILE, &bound);
  bound.rlim_cur = most;
  setrlimit(RLIMIT_NOFILE, &bound);
}

bool runs(__itimer_which timer) {
  itimerval time{};
  getitimer(timer, &time);
  return time.it_value.tv_sec != 0 || time.it_value.tv_usec != 0;
}

void start(__itimer_which timer) {
  const itimerval late{{0, 0}, {1000, 0}};
  setitimer(timer, &late, nullptr);
}

bool is_blocked(int signal) {
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, nullptr, &blocked);
  return sigismember(&blocked, signal) == 1;
}

bool is_pending(int signal) {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, signal) == 1;
}

bool is_default(int signal) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_DFL;
}

// Of a descriptor.
std::string target_of(int number) {
  std::array<char, 100> target{};
  const std::string link = "/proc/self/fd/" + std::to_string(number);
  const ssize_t size = readlink(link.c_str(), target.data(), target.size());
  return {target.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

pid_t child_left = 0;

const std::vector<Leaving>& leavings() {
  static const std::vector<Leaving> all{
      {"RoundingMode", [] { std::fesetround(FE_UPWARD); },
       [] { return std::fegetround() == FE_TONEAREST && 1 / third == 1.0 / 3 ? 0.0 : 1.0; }, Fate::put_back},
      {"FloatingPointFlags", [] { std::feraiseexcept(FE_DIVBYZERO); },
       [] { return std::fetestexcept(FE_DIVBYZERO) != 0 ? 1.0 : 0.0; }, Fate::put_back},
      {"FloatingPointTraps", [] { feenableexcept(FE_DIVBYZERO); }, [] { return static_cast<double>(fegetexcept()); },
       Fate::put_back},
      {"ErrorNumber", [] { errno = EDOM; }, [] { return static_cast<double>(errno); }, Fate::put_back},
      {"RandomNumbers",
       [] {
         std::srand(7);
         srand48(7);
       },
       // 1804289383 is the first number of a process that has not called srand(), 0 that of drand48() (glibc).
       [] { return std::rand() == 1804289383 && lrand48() == 0 ? 0.0 : 1.0; }, Fate::put_back},
      {"StateOfRandomNumbers",
       [] {
         static std::array<char, 32> few{};
         initstate(5, few.data(), few.size());
       },
       [] { return random() == 1804289383 ? 0.0 : 1.0; }, Fate::put_back},
      {"HandlerOfRefusedMemory", [] { std::set_new_handler([] { throw 1; }); },
       [] {
         static const std::new_handler first = std::get_new_handler();
         return std::get_new_handler() == first ? 0.0 : 1.0;
       },
       Fate::put_back},
      {"HandlerOfTermination", [] { std::set_terminate([] { _exit(0); }); },
       [] {
         static const std::terminate_handler first = std::get_terminate();
         return std::get_terminate() == first ? 0.0 : 1.0;
       },
       Fate::put_back},
      {"ChildProcess",
       [] {
         child_left = fork();
         if (child_left == 0) pause();
       },
       [] { return child_left != 0 && kill(child_left, 0) == 0 ? 1.0 : 0.0; }, Fate::found},
      {"CurrentFolder", [] { EXPECT_EQ(chdir("/proc"), 0); },
       [] {
         std::array<char, 4096> name{};
         return std::string(getcwd(name.data(), name.size())) == "/proc" ? 1.0 : 0.0;
       },
       Fate::found},
      {"Variable", [] { setenv("LEFT_BEHIND", "x", 1); },
       [] { return std::getenv("LEFT_BEHIND") != nullptr ? 1.0 : 0.0; }, Fate::found},
      {"NoVariables", [] { clearenv(); }, [] { return std::getenv("PATH") == nullptr ? 1.0 : 0.0; }, Fate::found},
      {"LocaleOfC", [] { std::setlocale(LC_ALL, "C.UTF-8"); },
       [] { return std::string(std::setlocale(LC_ALL, nullptr)) == "C" ? 0.0 : 1.0; }, Fate::found},
      {"LocaleOfAThread", [] { uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", nullptr)); },
       [] { return uselocale(nullptr) == LC_GLOBAL_LOCALE ? 0.0 : 1.0; }, Fate::found},
      {"LocaleOfStreams", [] { std::locale::global(std::locale(std::locale(), new std::numpunct<char>)); },
       [] { return std::locale() == std::locale::classic() ? 0.0 : 1.0; }, Fate::found},
      {"SignalAction", [] { std::signal(SIGUSR1, SIG_IGN); }, [] { return is_default(SIGUSR1) ? 0.0 : 1.0; },
       Fate::found},
      {"SignalHandler", [] { std::signal(SIGRTMIN, [](int) {}); }, [] { return is_default(SIGRTMIN) ? 0.0 : 1.0; },
       Fate::found},
      {"SignalMask",
       [] {
         sigset_t some;
         sigemptyset(&some);
         sigaddset(&some, SIGUSR2);
         sigprocmask(SIG_BLOCK, &some, nullptr);
       },
       [] { return is_blocked(SIGUSR2) || is_pending(SIGUSR2) ? 1.0 : 0.0; }, Fate::found},
      {"MaskOfNewFiles", [] { umask(0777); },
       [] {
         const mode_t mask = umask(0);
         umask(mask);
         return mask == 0777 ? 1.0 : 0.0;
       },
       Fate::found},
      {"OpenFile", [] { EXPECT_GT(open("/dev/zero", O_RDONLY), 2); },
       [] {
         for (int number = 0; number < 64; ++number)
           if (target_of(number) == "/dev/zero") return 1.0;
         return 0.0;
       },
       Fate::found},
      {"ClosedFile", [] { close(0); }, [] { return fcntl(0, F_GETFD) < 0 ? 1.0 : 0.0; }, Fate::found},
      {"RedirectedOutput", [] { dup2(open("/dev/zero", O_WRONLY | O_CLOEXEC), 1); },
       [] { return target_of(1) == "/dev/zero" ? 1.0 : 0.0; }, Fate::found},
      {"Thread", [] { std::thread([] { pause(); }).detach(); },
       [] {
         struct stat tasks {};
         stat("/proc/self/task", &tasks);
         return static_cast<double>(tasks.st_nlink) > (k_thread_sanitized ? 4 : 3) ? 1.0 : 0.0;
       },
       Fate::found},
      {"Alarm", [] { alarm(1000); }, [] { return alarm(0) != 0 ? 1.0 : 0.0; }, Fate::found},
      {"TimerOfCpuTime", [] { start(ITIMER_PROF); }, [] { return runs(ITIMER_PROF) ? 1.0 : 0.0; }, Fate::found},
      {"LimitOfFiles", [] { limit_files(100); },
       [] {
         rlimit bound{};
         getrlimit(RLIMIT_NOFILE, &bound);
         return bound.rlim_cur == 100 ? 1.0 : 0.0;
       },
       Fate::found},
      {"ProcessGroup", [] { setpgid(0, getpgid(getppid())); }, [] { return getpgrp() == getpid() ? 0.0 : 1.0; },
       Fate::found},
      // Processes of scenarios never call exit().
      {"ExitHandler", [] { std::atexit([] { std::abort(); }); }, [] { return 0.0; }, Fate::put_back},
      {"Static", [] { lasting_static = 1; }, [] { return static_cast<double>(lasting_static); }, Fate::stays},
  };
  return all;
}

class LeavingTest : public testing::TestWithParam<Leaving> {};

TEST_P(LeavingTest, HasTheFateThatIsWrittenDown) {
  const Deeds deeds{{"HCPA",
                     [] {
                       GetParam().leave();
                       return 7.0;
                     }},
                    {"M-HEFT", [] { return GetParam().seen(); }}};
  AskedWorker worker(deeds);
  // The first look is at a process where nothing was left.
  auto results = worker.ask({"M-HEFT", "HCPA", "M-HEFT"});
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(saw(results[0]), 0);
  EXPECT_EQ(saw(results[1]), 7);
  EXPECT_EQ(process(results[1]), process(results[0]));
  EXPECT_EQ(process(results[2]) == process(results[1]), GetParam().fate != Fate::found);
  EXPECT_EQ(saw(results[2]), GetParam().fate == Fate::stays ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(Leavings, LeavingTest, testing::ValuesIn(leavings()),
                         [](const auto& leaving) { return std::string(leaving.param.name); });

}  // namespace
}  // namespace palio
