#include "runners/custom/command_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
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

// Runs in the child, which only waits and ends as the command does: a command may kill its parent. The command begins
// after this process has closed the streams, so that a stream that the command closes is really closed.
int stand_before(const std::string& command, const std::string& folder, int answers, std::int64_t memory) {
  dup2(answers, STDOUT_FILENO);
  std::array<int, 2> gate{};
  if (pipe2(gate.data(), O_CLOEXEC) != 0) return 126;
  const pid_t self = getpid();
  const pid_t it = fork();
  if (it < 0) return 126;
  if (it == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(gate[1]);
    wait_until_closed(gate[0]);
    return getppid() == self ? become(command, folder, memory) : 1;
  }
  close_range(0, ~0U, 0);  // so that its keeper notices what it closes
  int status = 0;
  while (waitpid(it, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  prctl(PR_SET_DUMPABLE, 0);
  std::signal(WTERMSIG(status), SIG_DFL);
  std::raise(WTERMSIG(status));
  return 1;
}

Failure timeout(const char* how, double limit) {
  return {FailureKind::timeout, 0, fmt::format("the command {} longer than the limit of {} s", how, limit), {}};
}

}  // namespace

class CommandProcess::Talk {
public:
  Talk(CommandProcess& process, const Limits& limits, int lifeline, double spent)
      : process_(process), limits_(limits), bystanders_{lifeline, {}}, cpu_before_(process.cpu_before_ - spent) {}

  // Empty: all is written.
  std::optional<Child::Event> write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = ::write(process_.questions_.number(), text.data(), text.size());
      if (count >= 0)
        text.remove_prefix(count);
      else if (errno != EAGAIN && errno != EINTR)
        return closed();
      else if (const Child::Event event = wait({process_.questions_.number(), POLLOUT}); event != Child::Event::spoke)
        return event;
    }
    return std::nullopt;
  }

  // Reads a line into `line`. Empty: it is there.
  std::optional<Child::Event> read(std::string& line) {
    std::array<char, 65536> part{};
    while (line.find('\n') == std::string::npos && line.size() <= k_longest_answer) {
      if (const Child::Event event = wait({process_.answers_.number(), POLLIN}); event != Child::Event::spoke)
        return event;
      const ssize_t count = ::read(process_.answers_.number(), part.data(), part.size());
      if (count == 0) return closed();
      if (count > 0) line.append(part.data(), static_cast<std::size_t>(count));
    }
    return std::nullopt;
  }

  /// Whether the command has closed its standard input or output.
  bool is_closed() const { return closed_; }

private:
  // The command has closed a stream: usually it is about to end.
  Child::Event closed() {
    constexpr double k_pause = 5;  // s
    closed_ = true;
    limits_.wall_time = k_pause + passed();
    return wait({});
  }

  double passed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  Child::Event wait(Channel channel) const {
    Limits left = limits_;
    if (left.wall_time > 0) left.wall_time = std::max(left.wall_time - passed(), 1e-3);
    return process_.child_->wait(left, bystanders_, channel, cpu_before_);
  }

  CommandProcess& process_;
  Limits limits_;
  Bystanders bystanders_;
  double cpu_before_;  // s
  bool closed_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

CommandProcess::CommandProcess(const std::string& command, const std::string& folder, std::int64_t memory) {
  constexpr const char* k_refused = "cannot open a pipe to a command";
  Pipe questions = new_pipe(k_refused), answers = new_pipe(k_refused);
  questions_ = std::move(questions.write_end);
  answers_ = std::move(answers.read_end);
  words_ = Descriptor(beyond_streams(memfd_create("palio-command-words", MFD_CLOEXEC)));
  std::signal(SIGPIPE, SIG_IGN);  // of a command that does not read
  kills_before_ = recent_oom_kills();
  for (const Descriptor* ours : {&questions_, &answers_}) fcntl(ours->number(), F_SETFL, O_NONBLOCK);
  child_.emplace(Child::Streams{questions.read_end.number(), words_.number()},
                 [&] { return stand_before(command, folder, answers.write_end.number(), memory); });
}

bool CommandProcess::is_quiet() const {
  pollfd said{answers_.number(), POLLIN, 0};
  return poll(&said, 1, 0) == 0;
}

CommandProcess::Answer CommandProcess::ask(std::string_view lines, const Limits& limits, int lifeline, double spent) {
  if (ftruncate(words_.number(), 0) != 0 || lseek(words_.number(), 0, SEEK_SET) != 0)
    throw_errno("cannot empty what a command wrote");
  if (limits.cpu_time > 0 && spent > limits.cpu_time) return with_words(timeout("computed", limits.cpu_time));
  Talk talk(*this, limits, lifeline, spent);
  std::string line;
  std::optional<Child::Event> trouble = talk.write(lines);
  if (!trouble) trouble = talk.read(line);
  if (trouble) return failure_of(*trouble, limits, talk);
  const std::size_t end = line.find('\n');
  if (end == std::string::npos)
    return protocol(fmt::format("answered more than {} MiB in one line", k_longest_answer >> 20U));
  if (end + 1 < line.size())
    return protocol(
        fmt::format("said more than one line: {:.100} and {:.100}", line.substr(0, end), line.substr(end + 1)));
  line.resize(end);
  if (const std::string_view odd = odd_bytes(line); !odd.empty())
    return protocol(fmt::format("answered with {}, which no JSON has", odd));
  take_time();
  return line;
}

// Reading /proc is the most expensive part of a question.
void CommandProcess::take_time() {
  const double now = descendants_cpu_time();
  answer_cpu_time_ = std::max(now - cpu_before_, 0.0);
  cpu_before_ = now;
}

CommandProcess::Answer CommandProcess::protocol(const std::string& what) const {
  return with_words({FailureKind::protocol, 0, "the command " + what, {}});
}

CommandProcess::Answer CommandProcess::failure_of(Child::Event event, const Limits& limits, const Talk& talk) {
  switch (event) {
    case Child::Event::out_of_cpu_time: return with_words(timeout("computed", limits.cpu_time));
    case Child::Event::out_of_wall_time:
      if (talk.is_closed()) return protocol("closed its standard input or output and did not end");
      return with_words(timeout("was silent", limits.wall_time));
    case Child::Event::orphaned: return std::nullopt;
    case Child::Event::spoke:
    case Child::Event::ended: break;
  }
  const int status = child_->end().status;
  child_.reset();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && more_oom_kills(kills_before_))
    throw Shortage(Resource::memory, "the kernel killed a command to have some");
  const std::string how = describe_status(status);
  if (WIFSIGNALED(status)) return with_words({FailureKind::crashed, WTERMSIG(status), "the command was " + how, {}});
  return with_words({FailureKind::exited, 0, "the command ended without an answer: " + how, {}});
}

Failure CommandProcess::with_words(Failure failure) const {
  failure.stderr_tail = tail_of(words_.number(), k_last_words);
  return failure;
}

}  // namespace palio
