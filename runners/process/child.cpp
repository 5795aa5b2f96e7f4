#include "runners/process/child.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <map>
#include <new>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/sanitized.h"
#include "runners/process/heartbeat.h"
#include "runners/process/orphaned_processes.h"
#include "runners/wire/protocol.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

// A child's output is kept in memory that no limit counts. Output beyond this is dropped.
void limit_output() {
  const rlimit bound{k_most_written, k_most_written};
  setrlimit(RLIMIT_FSIZE, &bound);
  std::signal(SIGXFSZ, SIG_IGN);
}

Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
}

// Notices when a child and all that it forked have used up their CPU time. The kernel's clocks and limits are per
// process (control groups need privileges), so the times of all processes are added up. The next look is due when all
// processors together could have used up what was left at the last one; most scenarios end before the first look.
class CpuWatch {
public:
  CpuWatch(Clock::time_point start, double limit, double before, pid_t root)
      : limit_(limit), before_(before), root_(root) {
    if (limit_ > 0) next_ = start + pause(limit_, 0);
  }

  Clock::time_point next() const { return next_; }

  bool used_up() {
    const std::clock_t start = std::clock();
    const double left = limit_ - (descendants_cpu_time(root_) - before_);
    next_ = Clock::now() + pause(left, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    return left <= 0;
  }

private:
  static Clock::duration pause(double left, double cost) {
    constexpr double k_shortest = 0.01;  // s
    constexpr double k_share = 0.01;     // of one processor, for looking
    // Those of the machine: a scenario may give itself other processors than this process may use.
    static const auto processors = static_cast<double>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
    return duration(std::max({k_shortest, left / processors, cost / k_share}));
  }

  double limit_, before_;
  pid_t root_;
  Clock::time_point next_ = Clock::time_point::max();
};

// Notices when processes have slept or waited for too long. Time in which one of them computes, or is ready and has no
// processor, is no sleep: the clock alone would end those that a busy machine delays.
class SleepWatch {
public:
  SleepWatch(Clock::time_point start, double limit)
      : limit_(limit), tick_(duration(std::min(limit / 8, 1.0))), last_(start) {
    if (limit_ > 0) next_ = start + tick_;
  }

  Clock::time_point next() const { return next_; }

  bool used_up() {
    const Clock::time_point now = Clock::now();
    add_busy_times(busy_, std::chrono::duration<double>(now - last_).count());
    last_ = now;
    double busy = 0;
    for (const auto& [process, time] : busy_) busy += time;
    if (!first_) first_.emplace(now, busy);
    next_ = now + tick_;
    return std::chrono::duration<double>(now - first_->first).count() - (busy - first_->second) >= limit_;
  }

private:
  double limit_;
  Clock::duration tick_;
  Clock::time_point last_, next_ = Clock::time_point::max();
  std::map<pid_t, double> busy_;                               // s, as last seen
  std::optional<std::pair<Clock::time_point, double>> first_;  // look
};

// Rounded up: not too early.
int milliseconds_until(Clock::time_point date) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(date - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

[[noreturn]] void run_child(pid_t parent, Child::Streams streams, const std::function<int()>& body) noexcept {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // the parent died before the line above
  std::signal(SIGPIPE, SIG_DFL);      // which the worker ignores
  dup2(streams.input, STDIN_FILENO);
  dup2(streams.output, STDOUT_FILENO);
  dup2(streams.output, STDERR_FILENO);
  limit_output();
  _exit(body());
}

}  // namespace

Child::Child(Streams streams, const std::function<int()>& body) {
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw_errno("cannot fork a scenario");
  if (pid_ == 0) run_child(parent, streams, body);
  process_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (process_ >= 0) return;
  const int error = errno;
  end();
  errno = error;
  throw_errno("cannot watch a scenario's process");
}

Child::~Child() {
  if (pid_ >= 0) end();
  close(process_);
}

Child::Event watch(int end, const Limits& limits, const Bystanders& bystanders, Channel channel, double cpu_before,
                   pid_t root) {
  const Clock::time_point start = Clock::now();
  Clock::time_point heartbeat = start + k_heartbeat;
  CpuWatch cpu(start, limits.cpu_time, cpu_before, root);
  SleepWatch sleep(start, limits.wall_time);
  std::array<pollfd, 3> watched{{{channel.number, channel.events, 0}, {end, POLLIN, 0}, {bystanders.lifeline, 0, 0}}};
  while (true) {
    const Clock::time_point next = std::min({heartbeat, cpu.next(), sleep.next()});
    const int ready = poll(watched.data(), watched.size(), milliseconds_until(next));
    if (ready < 0 && errno == EINTR) continue;
    if ((watched[0].revents & (channel.events | POLLHUP | POLLERR)) != 0) return Child::Event::spoke;
    if (watched[1].revents != 0) return Child::Event::ended;
    if ((watched[2].revents & (POLLHUP | POLLERR)) != 0) return Child::Event::orphaned;
    const Clock::time_point now = Clock::now();
    if (now >= cpu.next() && cpu.used_up()) return Child::Event::out_of_cpu_time;
    if (now >= sleep.next() && sleep.used_up()) return Child::Event::out_of_wall_time;
    if (now < heartbeat) continue;
    heartbeat = now + k_heartbeat;
    if (bystanders.alive) bystanders.alive();
  }
}

Child::Event Child::wait(const Limits& limits, const Bystanders& bystanders, Channel channel, double cpu_before) const {
  return watch(process_, limits, bystanders, channel, cpu_before);
}

Child::Remains Child::end() {
  kill(pid_, SIGKILL);
  kill(-pid_, SIGKILL);  // with all that it forked, before its number can be reused
  int status = 0;
  rusage usage{};
  while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  kill_orphans();
  return {status, static_cast<double>(usage.ru_maxrss) * 1024.0};
}

double cpu_time(const rusage& usage) {
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double waited_cpu_time() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return cpu_time(usage);
}

void limit_memory(std::int64_t limit, void (*refused)()) {
  std::set_new_handler(refused);
  if (limit == 0 || k_sanitized) return;
  const rlimit bound{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
  setrlimit(RLIMIT_DATA, &bound);
}

}  // namespace palio
