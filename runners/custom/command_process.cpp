#include "runners/custom/command_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "core/shortage.h"
#include "runners/process/orphaned_processes.h"
#include "runners/process/process_end.h"
#include "runners/wire/lines.h"

namespace palio {
namespace {

constexpr std::size_t k_longest_answer = std::size_t{16} << 20U;  // byte
constexpr std::size_t k_last_words = 4096;                        // byte

// A shell that has only one command to run is replaced by it, so that the shell's end is the command's.
std::string shell_text(const std::string& command) {
  const bool plain = command.find_first_of("=;&|<>()$`\\\"'*?[]~#{}\n") == std::string::npos;
  return (plain ? "exec " : "") + command;
}

// Runs in the command's process. Returns only if the shell cannot be started.
int become(const std::string& command, const std::string& folder, std::int64_t memory) {
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGALRM}) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (!folder.empty() && chdir(folder.c_str()) != 0) return 126;
  limit_memory(memory, [] { _exit(1); });
  execl("/bin/sh", "sh", "-c", shell_text(command).c_str(), static_cast<char*>(nullptr));
  return 127;
}

void wait_until_closed(int pipe) {
  for (char nothing = 0; read(pipe, &nothing, 1) < 0 && errno == EINTR;) {
  }
}

// Runs in the child, which only waits and tells how the command ended: a command may kill its parent. It goes on
// without its keeper, which a command may kill or stop, and only SIGKILL ends it. The command begins after this process
// has closed the streams, so that a stream that the command closes is really closed.
int stand_before(const std::string& command, const std::string& folder, const Descriptor& answers,
                 const Descriptor& status, std::int64_t memory) {
  prctl(PR_SET_PDEATHSIG, 0);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  dup2(answers.number(), STDOUT_FILENO);
  std::array<int, 2> gate{};
  if (pipe2(gate.data(), O_CLOEXEC) != 0) return 126;
  const pid_t it = fork();
  if (it < 0) return 126;
  if (it == 0) {
    close(gate[1]);
    wait_until_closed(gate[0]);
    return become(command, folder, memory);
  }
  dup2(status.number(), STDIN_FILENO);
  close_range(1, ~0U, 0);
  int how = 0;
  while (waitpid(it, &how, 0) < 0 && errno == EINTR) {
  }
  return write(STDIN_FILENO, &how, sizeof how) == sizeof how ? 0 : 1;
}

}  // namespace

CommandProcess::CommandProcess(const std::string& command, const std::string& folder, std::int64_t memory) {
  constexpr const char* k_refused = "cannot open a pipe to a command";
  Pipe questions = new_pipe(k_refused), answers = new_pipe(k_refused);
  // The command could open a pipe of its parent in /proc, and write a status into it.
  auto [status, told] = connected_sockets(SOCK_SEQPACKET, k_refused);
  ends_ = {std::move(questions.write_end), std::move(answers.read_end),
           Descriptor(beyond_streams(memfd_create("palio-command-words", MFD_CLOEXEC))), std::move(status)};
  for (const Descriptor* ours : {&ends_.questions, &ends_.answers}) fcntl(ours->number(), F_SETFL, O_NONBLOCK);
  child_.emplace(Child::Streams{questions.read_end.number(), ends_.words.number()},
                 [&, &told = told] { return stand_before(command, folder, answers.write_end, told, memory); });
}

CommandTalk::CommandTalk(const CommandEnds& ends, pid_t above, const Limits& limits, double spent, std::string heard)
    : ends_(ends),
      above_(above),
      limits_(limits),
      cpu_before_(descendants_cpu_time(above)),
      cpu_at_line_(cpu_before_),
      spent_(spent),
      heard_(std::move(heard)),
      status_(ends.status.number()),
      kills_before_(recent_oom_kills()) {
  std::signal(SIGPIPE, SIG_IGN);  // of a command that does not read
  if (ftruncate(ends_.words.number(), 0) != 0 || lseek(ends_.words.number(), 0, SEEK_SET) != 0)
    throw_errno("cannot empty what a command wrote");
}

std::optional<Failure> CommandTalk::say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(ends_.questions.number(), text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(count);
    else if (errno == EPIPE)
      return std::nullopt;  // what it says without reading still counts
    else if (errno != EAGAIN && errno != EINTR)
      throw_errno("cannot write to a command");
    else if (auto trouble = wait({ends_.questions.number(), POLLOUT}))
      return trouble;
  }
  return std::nullopt;
}

std::variant<std::string, Failure> CommandTalk::hear() {
  std::array<char, 65536> part{};
  std::size_t end = 0, searched = 0;
  while ((end = heard_.find('\n', searched)) == std::string::npos) {
    searched = heard_.size();
    if (heard_.size() > k_longest_answer)
      return failure(FailureKind::protocol,
                     fmt::format("answered more than {} MiB in one line", k_longest_answer >> 20U));
    if (auto trouble = wait({ends_.answers.number(), POLLIN})) return *std::move(trouble);
    const ssize_t count = read(ends_.answers.number(), part.data(), part.size());
    if (count == 0) return closed();
    if (count > 0) heard_.append(part.data(), static_cast<std::size_t>(count));
  }
  std::string line = heard_.substr(0, end);
  heard_.erase(0, end + 1);
  if (const std::string_view odd = odd_bytes(line); !odd.empty())
    return failure(FailureKind::protocol, fmt::format("answered with {}, which JSON does not allow", odd));
  const double now = descendants_cpu_time(above_);
  cpu_time_ = std::max(now - std::exchange(cpu_at_line_, now), 0.0);
  if (limits_.cpu_time > 0 && spent_ + now - cpu_before_ > limits_.cpu_time) return computed_too_long();
  return line;
}

std::string CommandTalk::words() const { return tail_of(ends_.words.number(), k_last_words); }

// Empty: the channel is ready.
std::optional<Failure> CommandTalk::wait(Channel channel) {
  while (true) {
    const Bystanders reader{.lifeline = closed_ ? -1 : ends_.questions.number()};
    switch (watch(status_, limits_, reader, channel, cpu_before_ - spent_, above_)) {
      case Child::Event::spoke: return std::nullopt;
      case Child::Event::out_of_cpu_time: return computed_too_long();
      case Child::Event::out_of_wall_time:
        if (!closed_) return failure(FailureKind::timeout, fmt::format("was silent for {} s", limits_.wall_time));
        return failure(FailureKind::protocol, "closed its standard input or output and did not end");
      case Child::Event::orphaned:  // it has closed its input
        close();
        break;
      case Child::Event::ended:
        if (int how = 0; read(status_, &how, sizeof how) == sizeof how) return ended(how);
        status_ = -1;  // it has killed the process that waits for its end, and may still answer
        if (channel.number < 0) return ended(SIGKILL);
    }
  }
}

// Usually it is about to end.
void CommandTalk::close() {
  constexpr double k_pause = 5;  // s
  closed_ = true;
  limits_.wall_time = k_pause;
}

// It will say no more.
Failure CommandTalk::closed() {
  close();
  return status_ < 0 ? ended(SIGKILL) : wait({}).value();
}

Failure CommandTalk::ended(int status) const {
  if (!WIFSIGNALED(status)) return failure(FailureKind::exited, "ended without an answer: " + describe_status(status));
  if (WTERMSIG(status) == SIGKILL && more_oom_kills(kills_before_))
    throw Shortage(Resource::memory, "the kernel killed a command to have some");
  return failure(FailureKind::crashed, "was " + describe_status(status), WTERMSIG(status));
}

Failure CommandTalk::computed_too_long() const {
  return failure(FailureKind::timeout, fmt::format("computed longer than the limit of {} s", limits_.cpu_time));
}

Failure CommandTalk::failure(FailureKind kind, const std::string& what, int signal) const {
  return {kind, signal, "the command " + what, words()};
}

}  // namespace palio
