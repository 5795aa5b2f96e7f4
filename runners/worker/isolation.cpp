#include "runners/worker/isolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/shortage.h"
#include "runners/oom_kills.h"
#include "runners/orphaned_processes.h"
#include "runners/wire/lines.h"
#include "runners/worker_process.h"

namespace palio {
namespace {

constexpr std::size_t k_stderr_tail = 4096;  // byte
constexpr int k_answered = 0;                // exit status of a child
constexpr int k_ended = 1;                   // why is in its end note, or nobody knows

// What a child answers for a shortage that it met: "processes cannot fork: ...".
std::string shortage_text(const Shortage& shortage) {
  return fmt::format("{} {}", to_text(shortage.resource()), shortage.refused());
}

// Nothing when it is none.
std::optional<Shortage> shortage_of(const std::string& text) {
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

Failure failure_of(int status) {
  const std::string how = describe_status(status);
  if (WIFSIGNALED(status)) return {FailureKind::crashed, WTERMSIG(status), "the scenario was " + how, {}};
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

// Of this process, a child: its number, where its answer and the note of its end go, and its memory limit.
pid_t self = 0;
int answer_file = -1;
EndNote* end_note = nullptr;
std::int64_t memory_limit = 0;

[[noreturn]] void end_with(EndNote note) {
  *end_note = note;
  _exit(k_ended);
}

// At once: nothing is left to report it with, and a strategy that caught std::bad_alloc would go on with a schedule
// that depends on the machine.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view k_refused = "memory an allocation of a scenario that is far from its memory limit";
  if (getpid() != self) _exit(k_ended);  // what a scenario forked says nothing for it
  if (memory_limit > 0 && machine_refuses(memory_limit) && write_text(answer_file, k_refused))
    end_with(EndNote::shortage);
  end_with(EndNote::out_of_memory);
}

// Leaves the function's text, or the shortage that it met, in the file; returns the exit status.
int answer_into(int answer, const std::function<std::string()>& function) {
  try {
    const std::string text = function();
    if (getpid() != self) return k_ended;  // a fork that came back from the strategy has nothing to say
    if (write_text(answer, text)) return k_answered;
    const std::optional<Resource> lacking = lacking_resource(errno);
    if (!lacking) return k_ended;
    throw Shortage(*lacking, std::string("cannot keep a scenario's answer: ") + std::strerror(errno));
  } catch (const Shortage& shortage) {
    if (getpid() != self || ftruncate(answer, 0) != 0 || lseek(answer, 0, SEEK_SET) != 0) return k_ended;
    if (write_text(answer, shortage_text(shortage))) end_with(EndNote::shortage);
    return k_ended;
  }
}

}  // namespace

Isolation::Isolation(int lifeline, std::function<void()> alive)
    : bystanders_{lifeline, std::move(alive)},
      output_(memfd_create("palio-scenario-output", MFD_CLOEXEC)),
      nothing_(open("/dev/null", O_RDONLY | O_CLOEXEC)) {
  void* const note = mmap(nullptr, sizeof(EndNote), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const int error = errno;
  adopt_orphans();
  if (note != MAP_FAILED) end_note_ = static_cast<EndNote*>(note);
  if (output_ >= 0 && nothing_ >= 0 && end_note_ != nullptr) return;
  close(std::max(output_, nothing_));
  if (end_note_ != nullptr) munmap(end_note_, sizeof(EndNote));
  errno = error;
  throw_errno("cannot open the files for what scenarios read and write");
}

Isolation::~Isolation() {
  close(output_);
  close(nothing_);
  munmap(end_note_, sizeof(EndNote));
}

ChildReport Isolation::run(const std::function<std::string()>& function, const Limits& limits) {
  // A file, not a pipe: an answer of any size wakes nobody up before the child has ended.
  const Descriptor answer(beyond_streams(memfd_create("palio-scenario-answer", MFD_CLOEXEC)));
  if (ftruncate(output_, 0) != 0 || lseek(output_, 0, SEEK_SET) != 0) throw_errno("cannot empty the output file");
  kills_before_ = oom_kills();
  const double cpu_before = waited_cpu_time();
  *end_note_ = EndNote::none;
  Child child({nothing_, output_}, [&] {
    self = getpid();
    end_note = end_note_;
    memory_limit = limits.memory;
    answer_file = answer.number();
    limit_memory(limits.memory, end_without_memory);
    return answer_into(answer.number(), function);
  });
  const Child::Event event = child.wait(limits, bystanders_);
  const Child::Remains remains = child.end();
  ChildReport report;
  report.cpu_time = waited_cpu_time() - cpu_before;
  report.peak_memory = remains.peak_memory;
  orphaned_ = event == Child::Event::orphaned;
  std::string text = tail_of(answer.number(), std::numeric_limits<std::size_t>::max());
  // The clock decides, not who noticed first: a limit of a microsecond is one.
  if (event == Child::Event::out_of_cpu_time || (limits.cpu_time > 0 && report.cpu_time >= limits.cpu_time))
    report.answer = timeout(cpu_message(limits.cpu_time));
  else if (event == Child::Event::out_of_wall_time)
    report.answer = timeout(wall_message(report.cpu_time, limits));
  else if (orphaned_)
    report.answer = failure_of(remains.status);
  else
    report.answer = answer_of(remains.status, std::move(text), limits);
  if (auto* failure = std::get_if<Failure>(&report.answer)) failure->stderr_tail = tail_of(output_, k_stderr_tail);
  return report;
}

// Of a child that was not ended by us.
std::variant<std::string, Failure> Isolation::answer_of(int status, std::string text, const Limits& limits) const {
  if (WIFEXITED(status) && WEXITSTATUS(status) == k_answered && !text.empty()) return text;
  if (*end_note_ == EndNote::out_of_memory)
    return Failure{FailureKind::out_of_memory, 0, memory_message(limits.memory), {}};
  if (*end_note_ == EndNote::shortage)
    if (const auto shortage = shortage_of(text)) throw Shortage(*shortage);
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (!killed || !more_oom_kills(kills_before_)) return failure_of(status);
  if (limits.memory > 0) throw Shortage(Resource::memory, "the kernel killed the process of a scenario to have some");
  return Failure{FailureKind::out_of_memory, SIGKILL, memory_message(0), {}};
}

}  // namespace palio
