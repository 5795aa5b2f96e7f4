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
#include <chrono>
#include <csignal>
#include <limits>
#include <new>
#include <utility>

#include "core/error.h"
#include "runners/lines.h"
#include "runners/protocol.h"
#include "runners/worker_process.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t k_stderr_tail = 4096;  // byte
constexpr int k_answered = 0;
constexpr int k_out_of_memory = 113;  // exit status of a child whose allocation failed
constexpr std::chrono::seconds k_heartbeat{5};

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
  const int file = created < 0 ? -1 : fcntl(created, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (file < 0) throw_errno("cannot create a memory file for what a scenario writes");
  close(created);
  return file;
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

bool past(Clock::time_point start, double time_limit) {
  return time_limit > 0 && std::chrono::duration<double>(Clock::now() - start).count() >= time_limit;
}

// Until the time limit or the next heartbeat, whichever is sooner.
int milliseconds_left(Clock::time_point start, double time_limit) {
  constexpr int heartbeat = std::chrono::milliseconds(k_heartbeat).count();
  if (time_limit <= 0) return heartbeat;
  const double left = time_limit - std::chrono::duration<double>(Clock::now() - start).count();
  return std::clamp(static_cast<int>(std::min(left * 1000.0 + 1, 1e9)), 0, heartbeat);
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

// An allocation that fails ends the child at once: nothing is left to report it with, and a strategy that caught
// std::bad_alloc would go on with a schedule that depends on the machine.
void limit_memory(std::int64_t limit) {
  std::set_new_handler([] { _exit(k_out_of_memory); });
  if (limit == 0) return;
  const rlimit bound{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
  setrlimit(RLIMIT_DATA, &bound);
}

}  // namespace

Isolation::Isolation(int lifeline, std::function<void()> alive)
    : lifeline_(lifeline),
      alive_(std::move(alive)),
      output_(memfd_create("palio-scenario-output", MFD_CLOEXEC)),
      nothing_(open("/dev/null", O_RDONLY | O_CLOEXEC)) {
  if (output_ < 0) throw_errno("cannot create a memory file for the output of scenarios");
  if (nothing_ < 0) throw_errno("cannot open /dev/null as the input of scenarios");
}

Isolation::~Isolation() {
  close(output_);
  close(nothing_);
}

ChildReport Isolation::run(const std::function<std::string()>& function, const Limits& limits) {
  // A file, not a pipe: an answer of any size wakes nobody up before the child has ended.
  const int answer = memory_file("palio-scenario-answer");
  if (ftruncate(output_, 0) != 0 || lseek(output_, 0, SEEK_SET) != 0) throw_errno("cannot empty the output file");
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    close(answer);
    throw_errno("cannot fork a scenario");
  }
  if (pid == 0) child(answer, parent, function, limits);
  const int process = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    close(answer);
    throw_errno("cannot watch a scenario's process");
  }

  ChildReport report;
  const Ended ended = wait_for_end(process, limits.time);
  kill(pid, SIGKILL);
  kill(-pid, SIGKILL);  // and whatever it forked; before its number can be another's
  int status = 0;
  rusage usage{};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  close(process);
  std::string text = tail_of(answer, std::numeric_limits<std::size_t>::max());
  close(answer);
  report.cpu_time = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  report.peak_memory = static_cast<double>(usage.ru_maxrss) * 1024.0;
  if (ended == Ended::timeout)
    report.answer = Failure{FailureKind::timeout, 0, fmt::format("longer than the limit of {} s", limits.time), {}};
  else if (WIFEXITED(status) && WEXITSTATUS(status) == k_answered && !text.empty())
    report.answer = std::move(text);
  else
    report.answer = failure_of(status, limits);
  if (auto* failure = std::get_if<Failure>(&report.answer)) failure->stderr_tail = tail_of(output_, k_stderr_tail);
  orphaned_ = ended == Ended::orphaned;
  return report;
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
  limit_memory(limits.memory);
  limit_output();
  const pid_t self = getpid();
  const std::string text = function();
  if (getpid() != self) _exit(1);  // a fork that came back from the strategy has nothing to say
  _exit(write_text(answer, text) ? k_answered : 1);
}

Isolation::Ended Isolation::wait_for_end(int process, double time_limit) const {
  const Clock::time_point start = Clock::now();
  std::array<pollfd, 2> watched{{{process, POLLIN, 0}, {lifeline_, 0, 0}}};
  while (true) {
    const int ready = poll(watched.data(), watched.size(), milliseconds_left(start, time_limit));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && past(start, time_limit)) return Ended::timeout;
    if (ready == 0 && alive_) alive_();
    // The clock decides, not who noticed first: a limit of a microsecond is one.
    if (watched[0].revents != 0) return past(start, time_limit) ? Ended::timeout : Ended::itself;
    if ((watched[1].revents & (POLLHUP | POLLERR)) != 0) return Ended::orphaned;
  }
}

}  // namespace palio
