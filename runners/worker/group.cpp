#include "runners/worker/group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/error.h"
#include "runners/process/orphaned_processes.h"
#include "runners/wire/lines.h"
#include "runners/worker/answer_file.h"

namespace palio {
namespace {

constexpr std::size_t k_most_text = 2 * k_max_line;  // byte; one long answer after several short ones

[[noreturn]] void end_group_without_memory() { _exit(1); }

// A number shared by this process and those that it forks.
class SharedCount {
public:
  SharedCount() : at_(mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (at_ == MAP_FAILED) throw_errno("cannot share memory with a group of scenarios");
    new (at_) Count(0);
  }
  ~SharedCount() { munmap(at_, sizeof(Count)); }
  SharedCount(const SharedCount&) = delete;
  SharedCount& operator=(const SharedCount&) = delete;

  std::atomic<int>& count() const { return *static_cast<Count*>(at_); }

private:
  using Count = std::atomic<int>;
  static_assert(Count::is_always_lock_free);
  void* at_;
};

}  // namespace

WaitingProcess::WaitingProcess(pid_t process)
    : state_(beyond_streams(open(fmt::format("/proc/{}/stat", process).c_str(), O_RDONLY | O_CLOEXEC))) {}

bool WaitingProcess::still_waits() const {
  constexpr unsigned k_ending = 0x4;  // among the flags: PF_EXITING of the kernel
  constexpr useconds_t k_pause = 50;  // us
  while (true) {
    std::array<char, 512> text{};
    const ssize_t size = pread(state_.number(), text.data(), text.size() - 1, 0);
    if (size <= 0) return false;  // it is gone
    const char* name_end = std::strrchr(text.data(), ')');
    char state = 0;
    unsigned flags = 0;
    if (name_end == nullptr || std::sscanf(name_end, ") %c %*d %*d %*d %*d %*d %u", &state, &flags) != 2) return false;
    const bool is_ending = (flags & k_ending) != 0;
    if (is_ending || std::strchr("RD", state) == nullptr) return state == 'S' && !is_ending;
    usleep(k_pause);
  }
}

class Group::Process {
public:
  Process(const Body& body, std::int64_t memory) : memory_(memory) {
    const Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
    if (null.number() < 0) throw_errno("cannot open /dev/null");
    const Child::Streams streams{null.number(), null.number()};
    const auto member = [&] {
      close(ours().number());
      limit_memory(memory, end_group_without_memory);
      return body({sockets_.second.number(), texts_.number(), mark_, &unsaid_.count()});
    };
    // A process in between is the parent of the scenarios: one that kills its parent dies with it, but not the worker.
    child_.emplace(streams, [&] {
      Child child(streams, member);
      child.wait({}, {});
      child.end();
      return 0;
    });
    between_.emplace(child_->process());
  }

  std::int64_t memory() const { return memory_; }
  bool orphaned() const { return orphaned_; }
  pid_t process() const { return child_->process(); }
  int unsaid() const { return unsaid_.count(); }

  void ask(const std::string& lines, int first, int last, Answers answers) const {
    if (pwrite(texts_.number(), lines.data(), lines.size(), 0) != static_cast<ssize_t>(lines.size()))
      throw_errno("cannot hand a request to a group of scenarios");
    unsaid_.count() = ~0;
    const GroupJob job{lines.size(), first, last, answers};
    send(ours().number(), &job, sizeof job, MSG_NOSIGNAL);  // if it is gone, no word will come either
  }

  struct Heard {
    GroupWord word;
    std::string lines;
  };

  // Empty if the process ended, reached a limit or sent nonsense, or if no answer is wanted any more.
  std::optional<Heard> hear(const Limits& limits, const Bystanders& bystanders) {
    const Child::Event event = child_->wait(limits, bystanders, {ours().number()}, cpu_time_);
    orphaned_ = event == Child::Event::orphaned;
    Heard heard;
    GroupWord& word = heard.word;
    if (event != Child::Event::spoke || recv(ours().number(), &word, sizeof word, MSG_TRUNC) != sizeof word) return {};
    if (word.text > k_most_text) return {};
    heard.lines.resize(word.text);
    const ssize_t size = pread(texts_.number(), heard.lines.data(), word.text, static_cast<off_t>(word.place));
    if (size != static_cast<ssize_t>(word.text) || !(word.digest == marked(heard.lines, mark_))) return {};
    if (!between_->still_waits()) return {};
    cpu_time_ = word.cpu_time;
    return heard;
  }

private:
  const Descriptor& ours() const { return sockets_.first; }

  std::int64_t memory_;                         // its limit, byte
  std::pair<Descriptor, Descriptor> sockets_ =  // the worker's end, and the other one
      connected_sockets(SOCK_SEQPACKET, "cannot open sockets for a group of scenarios");
  Descriptor texts_{beyond_streams(memfd_create("palio-group-texts", MFD_CLOEXEC))};
  Digest mark_ = new_mark();
  SharedCount unsaid_;
  std::optional<Child> child_;
  std::optional<WaitingProcess> between_;
  double cpu_time_ = 0;  // s, as of its last word
  bool orphaned_ = false;
};

Group::Group(Body body, Bystanders bystanders) : body_(std::move(body)), bystanders_(std::move(bystanders)) {
  adopt_orphans();
}

Group::~Group() = default;

void Group::end() { process_.reset(); }

pid_t Group::process() const { return process_ ? process_->process() : 0; }

// Starts the process if necessary; returns whether it did.
bool Group::start(std::int64_t memory) {
  if (process_ && process_->memory() == memory) return false;
  end();
  process_ = std::make_unique<Process>(body_, memory);
  return true;
}

Group::Stop Group::carry_out(const std::string& lines, const Limits& limits, int& next, int last, const Sink& sink) {
  int each_until = next;
  while (next < last) {
    const bool fresh = start(limits.memory);
    const int first = next;
    const bool each = next < each_until;
    const int end_of_job = each ? each_until : last;
    process_->ask(lines, next, end_of_job, each ? Answers::each : Answers::together);
    const Loss lost = pass_on(end_of_job, limits, next, sink);
    if (lost.kind != Stop::nothing) end();
    if (lost.kind == Stop::orphaned) return Stop::orphaned;
    // In a process that has run others before, they may have caused the failure.
    if (lost.kind == Stop::instance && lost.answers <= 0 && fresh && next == first) return Stop::instance;
    if ((lost.kind == Stop::scenario && lost.answers <= 0) || (each && next < last)) return Stop::scenario;
    each_until = next + std::clamp(lost.answers, 0, last - next);
  }
  return Stop::nothing;
}

Group::Loss Group::pass_on(int last, const Limits& limits, int& next, const Sink& sink) {
  while (process_ && next < last) {
    const std::optional<Process::Heard> heard = process_->hear(limits, bystanders_);
    if (!heard || heard->word.completed > last - next) return loss();
    const GroupWord& word = heard->word;
    if (limits.cpu_time > 0 && word.building >= limits.cpu_time) return {Stop::instance};
    if (limits.cpu_time > 0 && word.longest >= limits.cpu_time) return {Stop::scenario, word.completed - 1};
    next += word.completed;
    sink(heard->lines);
    if (word.failed) return {Stop::scenario};
    if (word.last) end();
  }
  return {};
}

// If a scenario corrupts the count, some scenarios run again alone without need; that is all.
Group::Loss Group::loss() const {
  if (process_->orphaned()) return {Stop::orphaned};
  const int unsaid = process_->unsaid();
  return unsaid < 0 ? Loss{Stop::instance, ~unsaid} : Loss{Stop::scenario, unsaid};
}

}  // namespace palio
