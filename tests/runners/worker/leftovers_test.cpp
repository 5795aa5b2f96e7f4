// What a scenario of a group leaves behind, and what the next one sees of it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <locale>
#include <thread>

#include "core/sanitized.h"
#include "tests/runners/worker/asked_worker.h"

namespace palio {
namespace {

using test::AskedWorker;
using test::Deeds;
using test::process;
using test::saw;

// What one scenario leaves behind, and whether the next one sees it.
struct Leaving {
  const char* name;
  void (*leave)();
  bool (*seen)();
};
void PrintTo(const Leaving& leaving, std::ostream* out) { *out << leaving.name; }

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

const std::vector<Leaving>& put_back() {
  static const std::vector<Leaving> all{
      {"RoundingMode", [] { std::fesetround(FE_UPWARD); },
       [] { return std::fegetround() != FE_TONEAREST || 1 / third != 1.0 / 3; }},
      {"FloatingPointFlags", [] { std::feraiseexcept(FE_DIVBYZERO); },
       [] { return std::fetestexcept(FE_DIVBYZERO) != 0; }},
      {"FloatingPointTraps", [] { feenableexcept(FE_DIVBYZERO); }, [] { return fegetexcept() != 0; }},
      {"ErrorNumber", [] { errno = EDOM; }, [] { return errno != 0; }},
      {"RandomNumbers",
       [] {
         std::srand(7);
         srand48(7);
       },
       // 1804289383 is the first number of a process that has not called srand(), 0 that of drand48() (glibc).
       [] { return std::rand() != 1804289383 || lrand48() != 0; }},
      {"StateOfRandomNumbers",
       [] {
         static std::array<char, 32> few{};
         initstate(5, few.data(), few.size());
       },
       [] { return random() != 1804289383; }},
      {"HandlerOfRefusedMemory", [] { std::set_new_handler([] { throw 1; }); },
       [] {
         static const std::new_handler first = std::get_new_handler();
         return std::get_new_handler() != first;
       }},
      {"HandlerOfTermination", [] { std::set_terminate([] { _exit(0); }); },
       [] {
         static const std::terminate_handler first = std::get_terminate();
         return std::get_terminate() != first;
       }},
      // Processes of scenarios never call exit().
      {"ExitHandler", [] { std::atexit([] { std::abort(); }); }, [] { return false; }},
  };
  return all;
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity, readability-function-size): a table
const std::vector<Leaving>& found() {
  static const std::vector<Leaving> all{
      {"ChildProcess",
       [] {
         child_left = fork();
         if (child_left == 0) pause();
       },
       [] { return child_left != 0 && kill(child_left, 0) == 0; }},
      {"CurrentFolder", [] { EXPECT_EQ(chdir("/proc"), 0); },
       [] {
         std::array<char, 4096> name{};
         return std::string(getcwd(name.data(), name.size())) == "/proc";
       }},
      {"Variable", [] { setenv("LEFT_BEHIND", "x", 1); }, [] { return std::getenv("LEFT_BEHIND") != nullptr; }},
      {"NoVariables", [] { clearenv(); }, [] { return std::getenv("PATH") == nullptr; }},
      {"LocaleOfC", [] { std::setlocale(LC_ALL, "C.UTF-8"); },
       [] { return std::string(std::setlocale(LC_ALL, nullptr)) != "C"; }},
      {"LocaleOfAThread", [] { uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", nullptr)); },
       [] { return uselocale(nullptr) != LC_GLOBAL_LOCALE; }},
      {"LocaleOfStreams", [] { std::locale::global(std::locale(std::locale(), new std::numpunct<char>)); },
       [] { return std::locale() != std::locale::classic(); }},
      {"SignalAction", [] { std::signal(SIGUSR1, SIG_IGN); }, [] { return !is_default(SIGUSR1); }},
      {"SignalHandler", [] { std::signal(SIGRTMIN, [](int) {}); }, [] { return !is_default(SIGRTMIN); }},
      {"SignalMask",
       [] {
         sigset_t some;
         sigemptyset(&some);
         sigaddset(&some, SIGUSR2);
         sigprocmask(SIG_BLOCK, &some, nullptr);
       },
       [] { return is_blocked(SIGUSR2) || is_pending(SIGUSR2); }},
      {"MaskOfNewFiles", [] { umask(0777); },
       [] {
         const mode_t mask = umask(0);
         umask(mask);
         return mask == 0777;
       }},
      {"OpenFile", [] { EXPECT_GT(open("/dev/zero", O_RDONLY), 2); },
       [] {
         for (int number = 0; number < 64; ++number)
           if (target_of(number) == "/dev/zero") return true;
         return false;
       }},
      {"ClosedFile", [] { close(0); }, [] { return fcntl(0, F_GETFD) < 0; }},
      {"RedirectedOutput", [] { dup2(open("/dev/zero", O_WRONLY | O_CLOEXEC), 1); },
       [] { return target_of(1) == "/dev/zero"; }},
      {"Thread", [] { std::thread([] { pause(); }).detach(); },
       [] {
         struct stat tasks {};
         stat("/proc/self/task", &tasks);
         return static_cast<double>(tasks.st_nlink) > (k_thread_sanitized ? 4 : 3);
       }},
      {"Alarm", [] { alarm(1000); }, [] { return runs(ITIMER_REAL); }},
      {"TimerOfCpuTime", [] { start(ITIMER_PROF); }, [] { return runs(ITIMER_PROF); }},
      {"LimitOfFiles", [] { limit_files(100); },
       [] {
         rlimit bound{};
         getrlimit(RLIMIT_NOFILE, &bound);
         return bound.rlim_cur == 100;
       }},
      {"ProcessGroup", [] { setpgid(0, getpgid(getppid())); }, [] { return getpgrp() != getpid(); }},
  };
  return all;
}

class LeftoversTest : public testing::TestWithParam<Leaving> {
protected:
  // The first check sees a process where nothing was left behind. On a busy machine, that check may be reported before
  // the deed, which then runs again in a process without a check before it.
  static std::vector<ScenarioResult> looked_at_before_and_after() {
    const Deeds deeds{{"HCPA", [] { return GetParam().leave(), 7.0; }},
                      {"M-HEFT", [] { return GetParam().seen() ? 1.0 : 0.0; }}};
    std::vector<ScenarioResult> results;
    for (int i = 0; i < 100 && (results.empty() || process(results.at(1)) != process(results.at(0))); ++i)
      results = AskedWorker(deeds).ask({"M-HEFT", "HCPA", "M-HEFT"});
    EXPECT_EQ(results.size(), 3U);
    EXPECT_EQ(saw(results.at(0)), 0);
    EXPECT_EQ(saw(results.at(1)), 7);
    EXPECT_EQ(process(results.at(1)), process(results.at(0)));
    EXPECT_EQ(saw(results.at(2)), 0);
    return results;
  }
};

class PutBackTest : public LeftoversTest {};

TEST_P(PutBackTest, TheNextScenarioSeesNothingOfIt) {
  const auto results = looked_at_before_and_after();
  EXPECT_EQ(process(results.at(2)), process(results.at(1)));
}

INSTANTIATE_TEST_SUITE_P(Leftovers, PutBackTest, testing::ValuesIn(put_back()),
                         [](const auto& leaving) { return std::string(leaving.param.name); });

class FoundTest : public LeftoversTest {};

TEST_P(FoundTest, TheNextScenarioHasAProcessOfItsOwn) {
  const auto results = looked_at_before_and_after();
  EXPECT_NE(process(results.at(2)), process(results.at(1)));
}

INSTANTIATE_TEST_SUITE_P(Leftovers, FoundTest, testing::ValuesIn(found()),
                         [](const auto& leaving) { return std::string(leaving.param.name); });

TEST(Leftovers, StaticVariablesStay) {
  static int lasting = 0;
  const Deeds deeds{{"HCPA", [] { return lasting = 1; }}, {"M-HEFT", [] { return lasting; }}};
  EXPECT_EQ(saw(AskedWorker(deeds).ask({"HCPA", "M-HEFT"}).at(1)), 1);
}

}  // namespace
}  // namespace palio
