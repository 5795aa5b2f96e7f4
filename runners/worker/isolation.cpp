#include "runners/worker/isolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <limits>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/sanitized.h"
#include "core/shortage.h"
#include "runners/oom_kills.h"
#include "runners/orphaned_processes.h"
#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"
#include "runners/worker/heartbeat.h"
#include "runners/worker_process.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t k_stderr_tail = 4096;  // byte
constexpr int k_answered = 0;
// Exit status of a child
constexpr int k_out_of_memory = 113;  // whose allocation failed
constexpr int k_short = 114;          // that met a shortage, which is its answer

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// What a child writes is kept in memory that no limit counts. Beyond this it is dropped.
void limit_output() {
  const rlimit bound{k_most_written, k_most_written};
  setrlimit(RLIMIT_FSIZE, &bound);
  std::signal(SIGXFSZ, SIG_IGN);
}

// Its number is none of the standard streams', also where one of them is closed: they are replaced in the child.
int memory_file(const char* name) {
  const int created = memfd_create(name, MFD_CLOEXEC);
  if (created > STDERR_FILENO) return created;
  const int file = created < 0 ? -1 : fcntl(created, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  if (created >= 0) close(created);
  errno = error;
  if (file < 0) throw_errno("cannot create a memory file for what a scenario writes");
  return file;
}

// What a child answers for a shortage that it met: "processes cannot fork: ...".
std::string shortage_text(const Shortage& shortage) {
  return fmt::format("{} {}", to_text(shortage.resource()), shortage.refused());
}

// Nothing when it is none: a scenario may leave with any status.
std::optional<Shortage> shortage_of(int status, const std::string& text) {
  if (!WIFEXITED(status) || WEXITSTATUS(status) != k_short) return std::nullopt;
  const std::size_t blank = text.find(' ');
  const std::optional<Resource> lacking = resource_of(text.substr(0, blank));
  if (!lacking || blank == std::string::npos) return std::nullopt;
  return Shortage(*lacking, text.substr(blank + 1));
}

// The last bytes of a file, at most so many.
std::string tail_of(int file, std::size_t most) {
  const off_t size = lseek(file, 0, SEEK_END);
  if (size <= 0) return {};
  std::string tail(std::min(most, static_cast<std::size_t>(size)), '\0');
  const ssize_t got = pread(file, tail.data(), tail.size(), size - static_cast<off_t>(tail.size()));
  tail.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return tail;
}

// s of CPU time of all children that this process has waited for, and of all that those had waited for.
double waited_cpu_time() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
}

// Tells when a child and what it forked have used up their CPU time. Every clock and limit of the kernel is that of one
// process (control groups are not ours to make), so that all are summed up; which is due when all processors together
// could have computed what was left at the last look. Hardly any scenario lives to see one.
class CpuWatch {
public:
  CpuWatch(Clock::time_point start, double limit) : limit_(limit) {
    if (limit_ > 0) next_ = start + pause(limit_, 0);
  }

  Clock::time_point next() const { return next_; }

  bool used_up() {
    const std::clock_t start = std::clock();
    const double left = limit_ - descendants_cpu_time();
    next_ = Clock::now() + pause(left, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    return left <= 0;
  }

private:
  static Clock::duration pause(double left, double cost) {
    constexpr double k_shortest = 0.01;  // s
    constexpr double k_share = 0.01;     // of one processor, for looking
    static const auto processors = static_cast<double>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
    return duration(std::max({k_shortest, left / processors, cost / k_share}));
  }

  double limit_;
  Clock::time_point next_ = Clock::time_point::max();
};

// Rounded up, so that nobody wakes up too early.
int milliseconds_until(Clock::time_point date) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(date - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

Failure timeout(std::string message) { return {FailureKind::timeout, 0, std::move(message), {}}; }

std::string cpu_message(double limit) { return fmt::format("longer than the limit of {} s of CPU time", limit); }

std::string wall_message(double cpu_time, const Limits& limits) {
  return fmt::format("slept or waited through {} s, with {:.2g} s of CPU time, whose limit is {} s", limits.wall_time,
                     cpu_time, limits.cpu_time);
}

std::string memory_message(std::int64_t limit) {
  if (limit == 0) return "needed more memory than the machine gives";
  return fmt::format("needed more than the memory limit of {:.0f} MiB", static_cast<double>(limit) / (1U << 20U));
}

Failure failure_of(int status, const Limits& limits) {
  const std::string how = describe_status(status);
  if (WIFSIGNALED(status)) return {FailureKind::crashed, WTERMSIG(status), "the scenario was " + how, {}};
  if (WEXITSTATUS(status) == k_out_of_memory) return {FailureKind::out_of_memory, 0, memory_message(limits.memory), {}};
  return {FailureKind::exited, 0, "the scenario ended without an answer: " + how, {}};
}

// Byte of data that this process has, as the kernel counts them against its limit.
std::int64_t data_size() {
  constexpr int k_data_field = 5;  // counted from 0
  std::array<char, 256> text{};
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? -1 : read(file, text.data(), text.size());
  close(file);
  std::string_view fields(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  for (int i = 0; i < k_data_field; ++i) fields.remove_prefix(std::min(fields.find(' '), fields.size() - 1) + 1);
  std::int64_t pages = 0;
  std::from_chars(fields.data(), fields.data() + fields.size(), pages);
  return pages * sysconf(_SC_PAGESIZE);
}

// Whether the machine gives less than a memory limit leaves: then it is not the scenario that wants too much.
bool machine_refuses(std::int64_t limit) {
  constexpr std::int64_t k_some = std::int64_t{16} << 20U;  // byte
  const std::int64_t left = limit - data_size();
  if (left < 2 * k_some) return false;
  void* const taken = mmap(nullptr, k_some, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (taken == MAP_FAILED) return true;
  munmap(taken, k_some);
  return false;
}

// Of this process, a child: where its answer goes, and its memory limit.
int answer_file = -1;
std::int64_t memory_limit = 0;

[[noreturn]] void end_without_memory() {
  constexpr std::string_view k_refused = "memory an allocation of a scenario that is far from its memory limit";
  if (memory_limit > 0 && machine_refuses(memory_limit) && write_text(answer_file, k_refused)) _exit(k_short);
  _exit(k_out_of_memory);
}

// An allocation that fails ends the child at once: nothing is left to report it with, and a strategy that caught
// std::bad_alloc would go on with a schedule that depends on the machine.
void limit_memory(std::int64_t limit, int answer) {
  memory_limit = limit;
  answer_file = answer;
  std::set_new_handler(end_without_memory);
  if (limit == 0 || k_sanitized) return;
  const rlimit bound{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
  setrlimit(RLIMIT_DATA, &bound);
}

// Leaves the function's text, or the shortage that it met, in the file; returns the exit status that says which.
int answer_into(int answer, const std::function<std::string()>& function) {
  const pid_t self = getpid();
  try {
    const std::string text = function();
    if (getpid() != self) return 1;  // a fork that came back from the strategy has nothing to say
    if (write_text(answer, text)) return k_answered;
    const std::optional<Resource> lacking = lacking_resource(errno);
    if (!lacking) return 1;
    throw Shortage(*lacking, std::string("cannot keep a scenario's answer: ") + std::strerror(errno));
  } catch (const Shortage& shortage) {
    if (getpid() != self || ftruncate(answer, 0) != 0 || lseek(answer, 0, SEEK_SET) != 0) return 1;
    return write_text(answer, shortage_text(shortage)) ? k_short : 1;
  }
}

// Closed at the end.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

private:
  int number_;
};

// A handle on a child, which is ended where there is none to be had.
int watch(pid_t pid) {
  const int process = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (process >= 0) return process;
  const int error = errno;
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  errno = error;
  throw_errno("cannot watch a scenario's process");
}

}  // namespace

Isolation::Isolation(int lifeline, std::function<void()> alive)
    : lifeline_(lifeline),
      alive_(std::move(alive)),
      output_(memfd_create("palio-scenario-output", MFD_CLOEXEC)),
      nothing_(open("/dev/null", O_RDONLY | O_CLOEXEC)) {
  const int error = errno;
  adopt_orphans();
  if (output_ >= 0 && nothing_ >= 0) return;
  close(std::max(output_, nothing_));
  errno = error;
  throw_errno("cannot open the files for what scenarios read and write");
}

Isolation::~Isolation() {
  close(output_);
  close(nothing_);
}

ChildReport Isolation::run(const std::function<std::string()>& function, const Limits& limits) {
  // A file, not a pipe: an answer of any size wakes nobody up before the child has ended.
  const Descriptor answer(memory_file("palio-scenario-answer"));
  if (ftruncate(output_, 0) != 0 || lseek(output_, 0, SEEK_SET) != 0) throw_errno("cannot empty the output file");
  kills_before_ = oom_kills();
  const double cpu_before = waited_cpu_time();
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) throw_errno("cannot fork a scenario");
  if (pid == 0) child(answer.number(), parent, function, limits);
  const Descriptor process(watch(pid));

  ChildReport report;
  const Ended ended = wait_for_end(process.number(), limits);
  kill(pid, SIGKILL);
  kill(-pid, SIGKILL);  // and whatever it forked; before its number can be another's
  int status = 0;
  rusage usage{};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  kill_orphans();
  std::string text = tail_of(answer.number(), std::numeric_limits<std::size_t>::max());
  report.cpu_time = waited_cpu_time() - cpu_before;
  report.peak_memory = static_cast<double>(usage.ru_maxrss) * 1024.0;
  orphaned_ = ended == Ended::orphaned;
  // The clock decides, not who noticed first: a limit of a microsecond is one.
  if (ended == Ended::by_cpu_time || (limits.cpu_time > 0 && report.cpu_time >= limits.cpu_time))
    report.answer = timeout(cpu_message(limits.cpu_time));
  else if (ended == Ended::by_wall_time)
    report.answer = timeout(wall_message(report.cpu_time, limits));
  else if (orphaned_)
    report.answer = failure_of(status, limits);
  else
    report.answer = answer_of(status, std::move(text), limits);
  if (auto* failure = std::get_if<Failure>(&report.answer)) failure->stderr_tail = tail_of(output_, k_stderr_tail);
  return report;
}

// Of a child that was not ended by us.
std::variant<std::string, Failure> Isolation::answer_of(int status, std::string text, const Limits& limits) const {
  if (WIFEXITED(status) && WEXITSTATUS(status) == k_answered && !text.empty()) return text;
  if (const auto shortage = shortage_of(status, text)) throw Shortage(*shortage);
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (!killed || !more_oom_kills(kills_before_)) return failure_of(status, limits);
  if (limits.memory > 0) throw Shortage(Resource::memory, "the kernel killed the process of a scenario to have some");
  return Failure{FailureKind::out_of_memory, SIGKILL, memory_message(0), {}};
}

// The child leaves by _exit or std::terminate, so that nothing of the parent is flushed, destroyed or gone on with.
void Isolation::child(int answer, int parent, const std::function<std::string()>& function,
                      const Limits& limits) noexcept {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before the line above
  dup2(nothing_, STDIN_FILENO);
  dup2(output_, STDOUT_FILENO);
  dup2(output_, STDERR_FILENO);
  limit_memory(limits.memory, answer);
  limit_output();
  _exit(answer_into(answer, function));
}

Isolation::Ended Isolation::wait_for_end(int process, const Limits& limits) const {
  const Clock::time_point start = Clock::now();
  const Clock::time_point end = limits.wall_time > 0 ? start + duration(limits.wall_time) : Clock::time_point::max();
  Clock::time_point heartbeat = start + k_heartbeat;
  CpuWatch cpu(start, limits.cpu_time);
  std::array<pollfd, 2> watched{{{process, POLLIN, 0}, {lifeline_, 0, 0}}};
  while (true) {
    const int ready = poll(watched.data(), watched.size(), milliseconds_until(std::min({heartbeat, cpu.next(), end})));
    if (ready < 0 && errno == EINTR) continue;
    if (watched[0].revents != 0) return Ended::itself;
    if ((watched[1].revents & (POLLHUP | POLLERR)) != 0) return Ended::orphaned;
    const Clock::time_point now = Clock::now();
    if (now >= end) return Ended::by_wall_time;
    if (now >= cpu.next() && cpu.used_up()) return Ended::by_cpu_time;
    if (now < heartbeat) continue;
    heartbeat = now + k_heartbeat;
    if (alive_) alive_();
  }
}

}  // namespace palio
