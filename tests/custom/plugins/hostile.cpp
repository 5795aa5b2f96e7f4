// A library of one strategy that leaves its process, or anything it can reach from there, in an arbitrary state, and
// then makes a valid plan if it still can. Built with HOSTILE_LOAD, it does so as soon as it is loaded.
#include <fcntl.h>
#include <palio/strategy.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <new>
#include <stdexcept>
#include <thread>

namespace {

using palio::own::InstanceView;
using palio::own::PlanWriter;

constexpr int k_descriptors = 1024;

void loop() {
  for (volatile bool forever = true; forever;) {
  }
}

void sleep_long() {
  while (true) pause();
}

void flush_to_zero() {
#ifdef __x86_64__
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U);
#endif
}

template <class Act>
void with_descriptors(int first, Act act) {
  for (int number = first; number < k_descriptors; ++number) act(number);
}

void write_to_descriptors() {
  static const std::string junk(200, 'j');
  with_descriptors(3, [](int number) {
    if (write(number, junk.data(), junk.size()) < 0) errno = 0;
  });
}

// Those of the memory files that are not sealed; pipes and sockets refuse it.
void truncate_descriptors() {
  with_descriptors(0, [](int number) {
    if (ftruncate(number, 0) != 0) errno = 0;
  });
}

void replace_descriptors() {
  const int nothing = open("/dev/null", O_RDWR);
  with_descriptors(3, [&](int number) {
    if (fcntl(number, F_GETFD) >= 0) dup2(nothing, number);
  });
}

void read_descriptors() {
  with_descriptors(3, [](int number) {
    std::array<char, 64> some{};
    fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK);
    if (read(number, some.data(), some.size()) < 0) errno = 0;
  });
}

void map_descriptors() {
  with_descriptors(3, [](int number) {
    void* const mapped = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    struct stat file {};
    if (mapped != MAP_FAILED && fstat(number, &file) == 0 && file.st_size > 0)
      std::memset(mapped, 'm', std::min<std::size_t>(static_cast<std::size_t>(file.st_size), 4096));
  });
}

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit bound{most, most};
  setrlimit(resource, &bound);
}

template <class Act>
void in_a_child(Act act) {
  if (fork() != 0) return;
  setsid();
  std::signal(SIGTERM, SIG_IGN);
  act();
  sleep_long();
}

void block_signals() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
}

void start(__itimer_which timer) {
  const itimerval late{{0, 0}, {1000, 0}};
  setitimer(timer, &late, nullptr);
}

void corrupt_heap() {
  void* volatile taken = std::malloc(24);
  std::free(taken);
  std::free(taken);  // NOLINT(clang-analyzer-unix.Malloc): which the C library notices
}

int overflow_stack(int depth) {
  std::array<volatile char, 4096> frame{};
  frame[static_cast<std::size_t>(depth) % frame.size()] = 1;
  if (depth < 0) return 0;
  return overflow_stack(depth + 1) + frame[0];
}

void eat_memory() {
  for (std::vector<std::string> eaten;;) eaten.emplace_back(1U << 20U, 'x');
}

struct Act {
  const char* name;
  void (*carry_out)();
};

const std::vector<Act>& lasting_states() {
  static const std::vector<Act> all{
      // numbers
      {"toward-zero", [] { std::fesetround(FE_TOWARDZERO); }},
      {"upward", [] { std::fesetround(FE_UPWARD); }},
      {"downward", [] { std::fesetround(FE_DOWNWARD); }},
      {"flush-to-zero", flush_to_zero},
      {"traps", [] { feenableexcept(FE_ALL_EXCEPT); }},
      {"waiting-trap",
       [] {
         volatile long double third = 1;
         third = third / 3;  // inexact, and told by the next operation of this kind
         feenableexcept(FE_ALL_EXCEPT);
       }},
      {"flags", [] { std::feraiseexcept(FE_DIVBYZERO | FE_INVALID); }},
      {"errno", [] { errno = ENOSPC; }},
      {"random", [] { std::srand(7), srand48(7); }},
      // process
      {"new-handler", [] { std::set_new_handler([] { std::abort(); }); }},
      {"no-new-handler", [] { std::set_new_handler(nullptr); }},
      {"terminate", [] { std::set_terminate([] { _exit(0); }); }},
      {"at-exit", [] { std::atexit([] { std::abort(); }); }},
      {"folder", [] { std::perror(chdir("/proc") == 0 ? "" : "chdir"); }},
      {"variable", [] { setenv("LC_ALL", "de_DE.UTF-8", 1); }},
      {"no-variables", [] { clearenv(); }},
      {"locale", [] { std::setlocale(LC_ALL, "C.UTF-8"); }},
      {"thread-locale", [] { uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", nullptr)); }},
      {"stream-locale", [] { std::locale::global(std::locale(std::locale(), new std::numpunct<char>)); }},
      {"ignore-signals",
       [] {
         for (int signal = 1; signal < 32; ++signal) std::signal(signal, SIG_IGN);
       }},
      {"handle-signals",
       [] {
         for (int signal = 1; signal < 32; ++signal) std::signal(signal, [](int) {});
       }},
      {"block-signals", block_signals},
      {"pending-signal", [] { block_signals(), std::raise(SIGTERM); }},
      {"umask", [] { umask(0777); }},
      {"alarm", [] { alarm(1000); }},
      {"timer", [] { start(ITIMER_PROF); }},
      {"group", [] { setpgid(0, getpgid(getppid())); }},
      {"session", [] { setsid(); }},
      {"no-parent", [] { prctl(PR_SET_PDEATHSIG, 0), prctl(PR_SET_CHILD_SUBREAPER, 0); }},
      {"no-dump", [] { prctl(PR_SET_DUMPABLE, 0); }},
      {"name", [] { prctl(PR_SET_NAME, "a) Z 1 1"); }},
      {"limit-files", [] { limit(RLIMIT_NOFILE, 3); }},
      {"limit-processes", [] { limit(RLIMIT_NPROC, 0); }},
      {"limit-core", [] { limit(RLIMIT_CORE, RLIM_INFINITY); }},
      {"thread", [] { std::thread(sleep_long).detach(); }},
  };
  return all;
}

const std::vector<Act>& deeds() {
  static const std::vector<Act> all{
      // descriptors
      {"write-descriptors", write_to_descriptors},
      {"truncate-descriptors", truncate_descriptors},
      {"read-descriptors", read_descriptors},
      {"map-descriptors", map_descriptors},
      {"seek-descriptors", [] { with_descriptors(0, [](int number) { lseek(number, 1000, SEEK_SET); }); }},
      {"append-descriptors",
       [] { with_descriptors(0, [](int number) { fcntl(number, F_SETFL, O_APPEND | O_NONBLOCK); }); }},
      {"shut-descriptors", [] { with_descriptors(3, [](int number) { shutdown(number, SHUT_RDWR); }); }},
      {"seal-descriptors",
       [] { with_descriptors(0, [](int number) { fcntl(number, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK); }); }},
      {"close-streams", [] { close(0), close(1), close(2); }},
      {"redirect-streams", [] { dup2(open("/dev/zero", O_RDWR), 1), dup2(1, 2); }},
      {"open-files",
       [] {
         for (int i = 0; i < 500; ++i)
           if (open("/dev/null", O_RDONLY) < 0) return;
       }},
      {"noise",
       [] {
         for (int i = 0; i < 20'000; ++i) std::puts(R"({"type":"done","id":1})");
         std::fflush(stdout);
       }},
      // other processes
      {"children",
       [] {
         for (int i = 0; i < 4; ++i) in_a_child([] {});
       }},
      {"writing-child",
       [] {
         in_a_child([] {
           for (;;) write_to_descriptors(), truncate_descriptors();
         });
       }},
      {"fork-and-return", [] { fork(); }},
  };
  return all;
}

const std::vector<Act>& ends() {
  static const std::vector<Act> all{
      {"segfault", [] { std::raise(SIGSEGV); }},
      {"abort", [] { std::abort(); }},
      {"heap", corrupt_heap},
      {"stack", [] { overflow_stack(0); }},
      {"sigpipe", [] { std::raise(SIGPIPE); }},
      {"throw", [] { throw std::runtime_error("no such luck"); }},
      {"throw-int", [] { throw 42; }},
      {"no-plan", [] { throw palio::own::NoPlan("nothing fits"); }},
      {"exit-0", [] { std::exit(0); }},
      {"exit-3", [] { _exit(3); }},
      {"exit-114", [] { _exit(114); }},
      {"become-another", [] { execl("/bin/true", "true", static_cast<char*>(nullptr)); }},
      {"loop", loop},
      {"sleep", sleep_long},
      {"stop", [] { std::raise(SIGSTOP); }},
      {"eat-memory", eat_memory},
      {"kill-group", [] { kill(0, SIGKILL); }},
      {"kill-parent", [] { kill(getppid(), SIGKILL); }},
      {"kill-parent-and-wait", [] { kill(getppid(), SIGKILL), sleep_long(); }},
      {"stop-parent", [] { kill(getppid(), SIGSTOP); }},
      {"close-descriptors", [] { with_descriptors(0, close); }},
      {"replace-descriptors", replace_descriptors},
      {"limit-file-size", [] { limit(RLIMIT_FSIZE, 0); }},
      {"limit-memory", [] { limit(RLIMIT_AS, 1), eat_memory(); }},
  };
  return all;
}

std::vector<Act> acts() {
  std::vector<Act> all{{"nothing", [] {}}};
  for (const auto& some : {lasting_states(), deeds(), ends()}) all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::vector<std::string_view> names_of_acts() {
  std::vector<std::string_view> names;
  for (const Act& act : acts()) names.emplace_back(act.name);
  return names;
}

void carry_out(std::string_view name) {
  for (const Act& act : acts())
    if (act.name == name) return act.carry_out();
}

#ifdef HOSTILE_LOAD
const int k_loaded = (carry_out(HOSTILE_LOAD), 0);
#endif

// Its plan is made before it does anything; Palio makes the dates afterwards.
class Hostile final : public palio::own::GraphStrategy {
public:
  Hostile()
      : GraphStrategy(palio::own::Declaration("HOSTILE", "does what it is asked for")
                          .text("act", "what it does", names_of_acts(), "nothing")) {}

  void schedule(const InstanceView& instance, const palio::own::Values& parameters, PlanWriter& plan) const override {
    int32_t processor = 0;
    const int32_t count = instance.clusters()[0].processors;
    for (const int32_t task : instance.graph(0).order()) {
      const std::array<int32_t, 1> one{processor++ % count};
      plan.place(0, task, one);
    }
    carry_out(parameters.text("act"));
  }
};

}  // namespace

PALIO_STRATEGIES(Hostile)
