#include "runners/worker/isolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/shortage.h"
#include "runners/kinds/steps.h"
#include "runners/process/descriptor.h"
#include "runners/process/orphaned_processes.h"
#include "runners/process/process_end.h"

namespace palio {
namespace {

constexpr std::size_t k_stderr_tail = 4096;  // byte
constexpr int k_ended = 1;                   // exit status of a child; its answer says why, if it has one

Failure timeout(std::string message) { return {FailureKind::timeout, 0, std::move(message), {}}; }

std::string memory_message(std::int64_t limit) {
  if (limit == 0) return "needed more memory than the machine gives";
  return fmt::format("needed more than the memory limit of {:.0f} MiB", static_cast<double>(limit) / (1U << 20U));
}

Failure failure_of(int status) {
  const std::string how = describe_status(status);
  if (WIFSIGNALED(status)) return {FailureKind::crashed, WTERMSIG(status), "the scenario was " + how, {}};
  return {FailureKind::exited, 0, "the scenario ended without an answer: " + how, {}};
}

// Data of this process, byte, as the kernel counts it against the limit.
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

// Whether an allocation failed well below the limit: then the machine is short of memory, and the scenario is not at
// fault.
bool machine_refuses(std::int64_t limit) {
  constexpr std::int64_t k_some = std::int64_t{16} << 20U;  // byte
  const std::int64_t left = limit - data_size();
  if (left < 2 * k_some) return false;
  void* const taken = mmap(nullptr, k_some, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (taken == MAP_FAILED) return true;
  munmap(taken, k_some);
  return false;
}

int created(int file) {
  if (file < 0) throw_errno("cannot open the files for what scenarios read and write");
  return file;
}

// The limits beyond which the system refuses a request of a process.
using ResourceLimits = std::array<rlimit, 5>;

ResourceLimits resource_limits() {
  constexpr auto k_refusing =
      std::to_array<__rlimit_resource>({RLIMIT_AS, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC});
  ResourceLimits limits{};
  for (std::size_t i = 0; i < limits.size(); ++i) getrlimit(k_refusing.at(i), &limits.at(i));
  return limits;
}

// Of this process, a child: its number, where its answer goes, its memory limit, and the limits with which it began.
pid_t self = 0;
const AnswerFile* answer_file = nullptr;
std::int64_t memory_limit = 0;
ResourceLimits first_limits;

// Whether custom code changed them: then the machine did not refuse anything.
bool changed_limits() {
  const ResourceLimits limits = resource_limits();
  return std::memcmp(&limits, &first_limits, sizeof limits) != 0;
}

// Ends at once: no memory is left to report it, and a strategy that caught std::bad_alloc would go on with a schedule
// that depends on the machine.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view k_refused =  // a ShortageLine
      R"({"type":"shortage","id":0,"lacks":"memory",)"
      R"("message":"an allocation of a scenario that is far from its memory limit"})";
  if (getpid() != self) _exit(k_ended);  // processes that a scenario forked do not answer for it
  const bool is_short = memory_limit > 0 && !changed_limits() && machine_refuses(memory_limit);
  if (!is_short || !answer_file->write(AnswerKind::shortage, k_refused))
    answer_file->write(AnswerKind::out_of_memory, {});
  _exit(k_ended);
}

// Writes the function's text, or the shortage that it met, to the file; returns the exit status.
int answer_into(const AnswerFile& answer, const std::function<std::string()>& function) {
  try {
    const std::string text = function();
    if (getpid() != self) return k_ended;  // a process that the strategy forked and that came back must not answer
    kill_orphans();                        // nothing else writes while it answers
    if (answer.write(AnswerKind::text, text)) return 0;
    const std::optional<Resource> lacking = lacking_resource(errno);
    if (!lacking) return k_ended;
    throw Shortage(*lacking, std::string("cannot keep a scenario's answer: ") + std::strerror(errno));
  } catch (const Shortage& shortage) {
    if (getpid() == self && !changed_limits()) answer.write(AnswerKind::shortage, encode(ShortageLine{0, shortage}));
    return k_ended;
  }
}

}  // namespace

Isolation::Isolation(int lifeline, std::function<void()> alive)
    : bystanders_{lifeline, std::move(alive)},
      output_(created(memfd_create("palio-scenario-output", MFD_CLOEXEC))),
      nothing_(created(open("/dev/null", O_RDONLY | O_CLOEXEC))) {
  adopt_orphans();
}

void Isolation::close_inherited() { close_others({answer_file->number()}); }

ChildReport Isolation::run(const std::function<std::string()>& function, const Limits& limits) {
  // A file, not a pipe: an answer of any size wakes no process before the child has ended.
  const AnswerFile answer;
  const int output = output_.number();
  if (ftruncate(output, 0) != 0 || lseek(output, 0, SEEK_SET) != 0) throw_errno("cannot empty the output file");
  kills_before_ = recent_oom_kills();
  const double cpu_before = waited_cpu_time();
  Child child({nothing_.number(), output}, [&] {
    self = getpid();
    memory_limit = limits.memory;
    answer_file = &answer;
    adopt_orphans();
    limit_memory(limits.memory, end_without_memory);
    first_limits = resource_limits();
    return answer_into(answer, function);
  });
  const Child::Event event = child.wait(limits, bystanders_);
  const Child::Remains remains = child.end();
  ChildReport report;
  report.cpu_time = waited_cpu_time() - cpu_before;
  report.peak_memory = remains.peak_memory;
  orphaned_ = event == Child::Event::orphaned;
  // The clock decides, regardless of who noticed first: even a limit of a microsecond counts.
  if (event == Child::Event::out_of_cpu_time || (limits.cpu_time > 0 && report.cpu_time >= limits.cpu_time))
    report.answer = timeout(fmt::format("longer than the limit of {} s of CPU time", limits.cpu_time));
  else if (event == Child::Event::out_of_wall_time)
    report.answer = timeout(fmt::format("slept or waited through {} s, with {:.2g} s of CPU time, whose limit is {} s",
                                        limits.wall_time, report.cpu_time, limits.cpu_time));
  else if (orphaned_)
    report.answer = failure_of(remains.status);
  else
    report.answer = answer_of(remains.status, answer.read(), limits);
  report.words = tail_of(output, k_stderr_tail);
  if (auto* failure = std::get_if<Failure>(&report.answer)) failure->stderr_tail = report.words;
  return report;
}

// The answer of a child that ended by itself.
std::variant<std::string, Failure> Isolation::answer_of(int status, std::optional<ChildAnswer> answer,
                                                        const Limits& limits) const {
  if (answer && answer->kind == AnswerKind::out_of_memory)
    return Failure{FailureKind::out_of_memory, 0, memory_message(limits.memory), {}};
  if (answer && answer->kind == AnswerKind::shortage)
    throw Shortage(std::get<ShortageLine>(decode_reply(answer->text)).shortage);
  if (answer && WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::move(answer->text);
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (!killed || !more_oom_kills(kills_before_)) return failure_of(status);
  if (limits.memory > 0) throw Shortage(Resource::memory, "the kernel killed the process of a scenario to have some");
  return Failure{FailureKind::out_of_memory, SIGKILL, memory_message(0), {}};
}

void add_references(BuiltInstance& instance, const std::vector<Recipe>& strategies, const RunIsolated& isolated) {
  instance.content->add_references(
      instance.known, strategies, [&](const std::function<Reference()>& find) -> Reference {
        const ChildReport report = isolated([&] { return encode(or_failure<Reference>(find)); });
        instance.build_time += report.cpu_time;
        if (const auto* failure = std::get_if<Failure>(&report.answer)) return *failure;
        return decode_reference(std::get<std::string>(report.answer));
      });
}

}  // namespace palio
