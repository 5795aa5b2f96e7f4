#include "runners/custom/command_keeper.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>

#include "core/shortage.h"
#include "runners/custom/command_process.h"
#include "runners/custom/file_digest.h"
#include "runners/process/descriptor.h"
#include "runners/process/orphaned_processes.h"
#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"

namespace palio {
namespace {

// Messages between a caller and the keeper, over a pair of sockets made for one question. The keeper says `instance` if
// the command does not know the instance, and then gives the answer. The caller sends a byte back if it could use it.
struct Question {
  InstanceStamp stamp;
  CommandLimits limits;
  std::size_t size = 0;  // of the question's text, which follows
};
struct Reply {
  enum class Kind { instance, answer, failure, shortage } kind = Kind::instance;
  std::size_t size = 0;  // of the text that follows
  double cpu_time = 0;   // s
};

bool read_all(int socket, void* data, std::size_t size) {
  return size == 0 || recv(socket, data, size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

std::optional<std::string> read_text(int socket, std::size_t size) {
  std::string text(size, '\0');
  return read_all(socket, text.data(), size) ? std::optional(std::move(text)) : std::nullopt;
}

template <class Head>
bool say(int socket, const Head& head, std::string_view text) {
  std::string whole(reinterpret_cast<const char*>(&head), sizeof head);
  whole += text;
  for (std::string_view rest = whole; !rest.empty();) {
    const ssize_t count = send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    rest.remove_prefix(count);
  }
  return true;
}

CommandProcess::Answer description_of(CommandProcess& process) {
  return process.ask("{\"type\":\"describe\"}\n", Limits{k_describing, 2 * k_describing, 0}, -1);
}

class Keeper {
public:
  explicit Keeper(const CustomCode& code) : code_(code) {}

  void serve(int calls) {
    while (true) {
      const int call = receive_descriptor(calls);
      if (call < 0) return;
      settle();
      last_.emplace(beyond_streams(call));
      if (!answered(last_->number())) end();
    }
  }

private:
  // The last answer was useful only if its reader confirmed it.
  void settle() {
    char verdict = 0;
    if (last_ && recv(last_->number(), &verdict, 1, MSG_DONTWAIT) != 1) end();
    last_.reset();
    if (process_ && !process_->is_quiet()) end();
  }

  void end() {
    process_.reset();
    stamp_ = {};
  }

  // False: the command cannot be used any more.
  bool answered(int caller) {
    try {
      return answer(caller);
    } catch (const Shortage& shortage) {
      const std::string text = encode(ShortageLine{0, shortage});
      say(caller, Reply{Reply::Kind::shortage, text.size(), 0}, text);
      return false;
    }
  }

  bool answer(int caller) {
    Question question;
    if (!read_all(caller, &question, sizeof question)) return true;
    const std::optional<std::string> text = read_text(caller, question.size);
    if (!text) return true;
    if (const auto failure = start(question.limits)) return fail(caller, *failure);
    std::string lines;
    if (!(question.stamp == stamp_)) {
      Question instance;
      if (!say(caller, Reply{}, "") || !read_all(caller, &instance, sizeof instance)) return true;
      const std::optional<std::string> known = read_text(caller, instance.size);
      if (!known) return true;
      lines = *known + '\n';
      stamp_ = question.stamp;
    }
    lines += *text + '\n';
    // The scenario that asks enforces its own limit on the wall-clock time.
    const CommandProcess::Answer answer =
        process_->ask(lines, {.cpu_time = question.limits.cpu_time}, caller, question.limits.spent);
    if (!answer) return false;
    if (const auto* failure = std::get_if<Failure>(&*answer)) return fail(caller, *failure);
    const auto& line = std::get<std::string>(*answer);
    return say(caller, Reply{Reply::Kind::answer, line.size(), process_->answer_cpu_time()}, line);
  }

  static bool fail(int caller, const Failure& failure) {
    const std::string text = encode(Description(failure));
    say(caller, Reply{Reply::Kind::failure, text.size(), 0}, text);
    return false;
  }

  // A new command is first asked for its description, so that no scenario is charged for starting it.
  std::optional<Failure> start(const CommandLimits& limits) {
    if (process_) return std::nullopt;
    try {
      for (const CodeFile& file : code_.files())
        if (file_digest((std::filesystem::path(code_.place()) / file.name).string()) != file.digest)
          return Failure{FailureKind::exception,
                         0,
                         fmt::format("the file {} of the command \"{}\" is not the one that the run began with: run "
                                     "the study again",
                                     file.name, code_.command()),
                         {}};
      process_.emplace(code_.command(), code_.place(), limits.memory);
    } catch (const Shortage&) {
      throw;
    } catch (const std::exception& error) {
      return Failure{FailureKind::exception, 0, error.what(), {}};
    }
    const CommandProcess::Answer described = description_of(*process_);
    if (const auto* failure = described ? std::get_if<Failure>(&*described) : nullptr) return *failure;
    return std::nullopt;
  }

  const CustomCode& code_;
  std::optional<CommandProcess> process_;
  std::optional<Descriptor> last_;  // conversation
  InstanceStamp stamp_;             // of the instance that the process knows
};

struct KnownKeeper {
  Descriptor socket;  // that calls go to
  pid_t process = 0, parent = 0;
};

// By manifest and folder.
std::map<std::pair<std::string, std::string>, KnownKeeper>& keepers() {
  static std::map<std::pair<std::string, std::string>, KnownKeeper> known;
  return known;
}

std::pair<std::string, std::string> key_of(const CustomCode& code) { return {code.digest(), code.place()}; }

// Whether the keeper has ended: the other end of its socket is closed.
bool has_ended(const KnownKeeper& keeper, std::chrono::milliseconds patience = {}) {
  pollfd end{keeper.socket.number(), 0, 0};
  return poll(&end, 1, static_cast<int>(patience.count())) == 1;
}

}  // namespace

InstanceStamp new_instance_stamp() { return {getpid(), std::chrono::steady_clock::now().time_since_epoch().count()}; }

bool keeps_command(const CustomCode& code) {
  const auto keeper = keepers().find(key_of(code));
  if (keeper == keepers().end()) return false;
  if (!has_ended(keeper->second)) return true;
  if (keeper->second.parent == getpid()) waitpid(keeper->second.process, nullptr, 0);
  keepers().erase(keeper);
  return false;
}

void keep_command(const std::shared_ptr<const CustomCode>& code) {
  if (keeps_command(*code)) return;
  auto [ours, theirs] = connected_sockets(SOCK_SEQPACKET, "cannot open sockets for a command");
  const pid_t parent = getpid();
  const pid_t keeper = fork();
  if (keeper < 0) throw_errno("cannot fork the keeper of a command");
  if (keeper == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(ours.number());
    try {
      adopt_orphans();
      Keeper(*code).serve(theirs.number());
    } catch (const std::exception&) {  // the scenario that asks gets no answer and reports that
    }
    _exit(0);
  }
  spare_from_orphans(keeper);
  keepers()[key_of(*code)] = {std::move(ours), keeper, parent};
}

void ask_command(const CustomCode& code, const InstanceStamp& stamp, const CommandLimits& limits,
                 const std::string& question, const std::function<std::string()>& instance,
                 const std::function<void(const CommandAnswer&)>& use) {
  const auto keeper = keepers().find(key_of(code));
  if (keeper == keepers().end()) throw InternalError("no keeper runs the command " + code.command());
  const auto lost = [&] {
    has_ended(keeper->second, std::chrono::seconds(1));  // so that it is seen before another scenario asks
    return FailedElsewhere({FailureKind::exited, 0, "the keeper of the command \"" + code.command() + "\" ended", {}});
  };
  auto [ours, theirs] = connected_sockets(SOCK_STREAM, "cannot open sockets for a question to a command");
  if (!send_descriptor(keeper->second.socket.number(), theirs.number())) throw lost();
  theirs = Descriptor();
  if (!say(ours.number(), Question{stamp, limits, question.size()}, question)) throw lost();
  while (true) {
    Reply reply;
    if (!read_all(ours.number(), &reply, sizeof reply)) throw lost();
    if (reply.kind == Reply::Kind::instance) {
      const std::string text = instance();
      if (!say(ours.number(), Question{stamp, limits, text.size()}, text)) throw lost();
      continue;
    }
    const std::optional<std::string> text = read_text(ours.number(), reply.size);
    if (!text) throw lost();
    if (reply.kind == Reply::Kind::shortage) throw Shortage(std::get<ShortageLine>(decode_reply(*text)).shortage);
    if (reply.kind == Reply::Kind::failure) throw FailedElsewhere(std::get<Failure>(decode_description(*text)));
    use({*text, reply.cpu_time});
    constexpr char k_good = 1;
    send(ours.number(), &k_good, 1, MSG_NOSIGNAL);
    return;
  }
}

std::string command_description(const std::string& command, const std::string& folder) {
  CommandProcess process(command, folder, 0);
  const CommandProcess::Answer answer = description_of(process);
  if (const auto* failure = std::get_if<Failure>(&answer.value())) throw FailedElsewhere(*failure);
  return std::get<std::string>(*answer);
}

}  // namespace palio
