#include "runners/custom/command_keeper.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>

#include "core/shortage.h"
#include "core/text/talk.h"
#include "runners/custom/command_process.h"
#include "runners/custom/file_digest.h"
#include "runners/process/descriptor.h"
#include "runners/process/orphaned_processes.h"
#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"

namespace palio {
namespace {

// Messages between a caller and the keeper, over a pair of sockets made for one question. The caller gets the ends of a
// command, to which it talks itself: so nothing that a command does to its keeper touches the answer. If the answer was
// good, the caller says which instance the command knows now.
enum class From { any_process, new_process };
struct Call {
  std::int64_t memory = 0;  // byte; the limit
  From from = From::any_process;
};
struct Reply {
  enum class Kind { command, failure, shortage } kind = Kind::command;
  From from = From::any_process;
  InstanceStamp stamp;   // of the instance that the command knows
  std::size_t size = 0;  // of the text that follows: of a command, what was heard of it already
};

bool read_all(int socket, void* data, std::size_t size) {
  return size == 0 || recv(socket, data, size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

template <class Head>
bool tell(int socket, const Head& head, std::string_view text) {
  std::string whole(reinterpret_cast<const char*>(&head), sizeof head);
  return write_text(socket, whole += text);
}

// What the first question to a command is answered with.
std::variant<std::string, Failure> described(CommandTalk& talk) {
  if (auto failure = talk.say("{\"type\":\"describe\"}\n")) return *std::move(failure);
  auto answer = talk.hear();
  if (const auto* line = std::get_if<std::string>(&answer);
      line != nullptr && line->find_first_not_of(" \t") != line->find('{'))
    return Failure{
        FailureKind::protocol, 0,
        fmt::format("the command printed a line that is no answer: {:.200}; print to standard error instead", *line),
        talk.words()};
  return answer;
}

constexpr Limits k_describing_limits{.cpu_time = k_describing, .wall_time = 2 * k_describing, .memory = 0};

class Keeper {
public:
  explicit Keeper(const CustomCode& code) : code_(code) {}

  void serve(int calls) {
    while (true) {
      const int call = receive_descriptor(calls);
      if (call < 0) return;
      const Descriptor caller(beyond_streams(call));
      if (!answered(caller.number())) process_.reset();
    }
  }

private:
  // False: the command must not be asked again.
  bool answered(int caller) {
    try {
      Call call;
      if (!read_all(caller, &call, sizeof call)) return true;
      if (call.from == From::new_process) process_.reset();
      const From from = process_ ? From::any_process : From::new_process;
      const std::optional<Failure> failure = process_ ? std::nullopt : start(call.memory);
      return failure ? refuse(caller, Reply::Kind::failure, encode(Description(*failure))) : lend(caller, from);
    } catch (const Shortage& shortage) {
      return refuse(caller, Reply::Kind::shortage, encode(ShortageLine{0, shortage}));
    }
  }

  static bool refuse(int caller, Reply::Kind kind, const std::string& text) {
    tell(caller, Reply{kind, From::new_process, {}, text.size()}, text);
    return false;
  }

  bool lend(int caller, From from) {
    if (!tell(caller, Reply{Reply::Kind::command, from, stamp_, heard_.size()}, heard_)) return false;
    const CommandEnds& ends = process_->ends();
    for (const Descriptor* end : {&ends.questions, &ends.answers, &ends.words, &ends.status})
      if (!send_descriptor(caller, end->number())) return false;
    heard_.clear();
    return read_all(caller, &stamp_, sizeof stamp_) && code_.numbers_answers();
  }

  // A new command is first asked for its description, so that no scenario is charged for starting it.
  std::optional<Failure> start(std::int64_t memory) {
    try {
      for (const CodeFile& file : code_.files())
        if (file_digest((std::filesystem::path(code_.place()) / file.name).string()) != file.digest)
          return Failure{FailureKind::exception,
                         0,
                         fmt::format("the file {} of the command \"{}\" is not the one that the run began with: run "
                                     "the study again",
                                     file.name, code_.command()),
                         {}};
      process_.emplace(code_.command(), code_.place(), memory);
    } catch (const Shortage&) {
      throw;
    } catch (const std::exception& error) {
      return Failure{FailureKind::exception, 0, error.what(), {}};
    }
    stamp_ = {};
    CommandTalk talk(process_->ends(), 0, k_describing_limits);
    const auto answer = described(talk);
    heard_ = talk.heard();
    if (const auto* failure = std::get_if<Failure>(&answer)) return *failure;
    return std::nullopt;
  }

  const CustomCode& code_;
  std::optional<CommandProcess> process_;
  InstanceStamp stamp_;  // of the instance that the process knows
  std::string heard_;    // of the process, behind its description
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

[[noreturn]] void keep(const CustomCode& code, int calls) {
  std::signal(SIGPIPE, SIG_IGN);  // of a caller that has ended
  try {
    adopt_orphans();
    Keeper(code).serve(calls);
  } catch (const std::exception&) {  // the scenario that asks gets no answer and reports that
  }
  _exit(0);
}

std::pair<std::string, std::string> key_of(const CustomCode& code) { return {code.digest(), code.place()}; }

// A stopped keeper answers no more.
bool is_lost(const KnownKeeper& keeper) {
  pollfd end{keeper.socket.number(), 0, 0};  // closed with the keeper
  return poll(&end, 1, 0) == 1 || is_stopped(keeper.process);
}

// Waits until the keeper has said something; false: it is lost.
bool await(const KnownKeeper& keeper, int caller) {
  constexpr int k_pause = 100;  // ms between two looks at the keeper
  for (pollfd said{caller, POLLIN, 0}; poll(&said, 1, k_pause) <= 0;)
    if (is_lost(keeper)) return false;
  return true;
}

// A command that a caller may talk to, until it closes `caller`.
struct Borrowed {
  pid_t above = 0;  // it descends from this process, also when it has lost its keeper
  Descriptor caller;
  Reply reply;
  CommandEnds ends;
  std::string heard;
};

void borrow(Borrowed& command, const CustomCode& code, const Call& call) {
  const auto keeper = keepers().find(key_of(code));
  if (keeper == keepers().end()) throw InternalError("no keeper runs the command " + code.command());
  const auto refuse_lost = [&] {
    throw FailedElsewhere(
        {FailureKind::exited, 0, "the keeper of the command \"" + code.command() + "\" ended or was stopped", {}});
  };
  auto [ours, theirs] = connected_sockets(SOCK_STREAM, "cannot open sockets for a question to a command");
  command.above = keeper->second.process;
  command.caller = std::move(ours);
  const int caller = command.caller.number();
  if (!send_descriptor(keeper->second.socket.number(), theirs.number())) refuse_lost();
  theirs = Descriptor();
  Reply reply;
  if (!tell(caller, call, "") || !await(keeper->second, caller) || !read_all(caller, &reply, sizeof reply))
    refuse_lost();
  std::string text(reply.size, '\0');
  if (!read_all(caller, text.data(), text.size())) refuse_lost();
  if (reply.kind == Reply::Kind::shortage) throw Shortage(std::get<ShortageLine>(decode_reply(text)).shortage);
  command.reply = reply;
  if (reply.kind == Reply::Kind::failure) throw FailedElsewhere(std::get<Failure>(decode_description(text)));
  command.heard = std::move(text);
  auto& [questions, answers, words, status] = command.ends;
  for (Descriptor* end : {&questions, &answers, &words, &status}) {
    *end = Descriptor(await(keeper->second, caller) ? receive_descriptor(caller) : -1);
    if (end->number() >= 0) continue;
    command.reply = {};
    refuse_lost();
  }
}

void hear_answer(CommandTalk& talk, const std::function<bool(const CommandAnswer&)>& use) {
  while (true) {
    auto line = talk.hear();
    if (auto* failure = std::get_if<Failure>(&line)) throw FailedElsewhere(std::move(*failure));
    write_text(STDERR_FILENO, talk.words());
    if (use({std::get<std::string>(std::move(line)), talk.cpu_time()})) return;
    palio::talk("palio: the command answered an earlier question; waiting for the answer to this one\n");
  }
}

}  // namespace

InstanceStamp new_instance_stamp() { return {getpid(), std::chrono::steady_clock::now().time_since_epoch().count()}; }

pid_t keeper_of(const CustomCode& code) {
  const auto keeper = keepers().find(key_of(code));
  if (keeper == keepers().end()) return 0;
  if (!is_lost(keeper->second)) return keeper->second.process;
  end_keeper(code);
  return 0;
}

void end_keeper(const CustomCode& code) {
  const auto keeper = keepers().find(key_of(code));
  if (keeper == keepers().end()) return;
  kill_tree(keeper->second.process);
  if (keeper->second.parent == getpid()) waitpid(keeper->second.process, nullptr, 0);
  keepers().erase(keeper);
}

void keep_command(const CustomCode& code) {
  if (keeper_of(code) != 0) return;
  auto [ours, theirs] = connected_sockets(SOCK_SEQPACKET, "cannot open sockets for a command");
  const pid_t parent = getpid();
  const pid_t keeper = fork();
  if (keeper < 0) throw_errno("cannot fork the keeper of a command");
  if (keeper == 0) {
    setpgid(0, 0);
    close_others({theirs.number()});  // so that it ends, and the command with it, when all that may ask have ended
    adopt_orphans();
    if (fork() <= 0) keep(code, theirs.number());  // itself where the machine lacks another process
    // Only adopts what loses the keeper: else that would be below a process of scenarios, and could stop it.
    theirs = Descriptor();
    while (wait(nullptr) >= 0 || errno == EINTR) {
    }
    _exit(0);
  }
  spare_from_orphans(keeper);
  keepers()[key_of(code)] = {std::move(ours), keeper, parent};
}

void ask_command(const CustomCode& code, const InstanceStamp& stamp, const CommandLimits& limits,
                 const std::string& question, const std::function<std::string()>& instance,
                 const std::function<bool(const CommandAnswer&)>& use) {
  std::signal(SIGPIPE, SIG_IGN);  // of a keeper, or a command, that does not read
  // A failure counts in a new process only: one that has answered before may be harmed, and so may its keeper.
  for (Call call{limits.memory};; call.from = From::new_process) {
    Borrowed command;
    try {
      borrow(command, code, call);
      CommandTalk talk(command.ends, command.above, {.cpu_time = limits.cpu_time}, limits.spent, command.heard);
      const bool is_told = command.reply.stamp == stamp;
      const auto failure = talk.say((is_told ? "" : instance() + '\n') + question + '\n');
      if (failure) throw FailedElsewhere(*failure);
      hear_answer(talk, use);
      if (talk.heard().empty()) tell(command.caller.number(), stamp, "");
      return;
    } catch (const FailedElsewhere&) {
      if (call.from == From::new_process || command.reply.from == From::new_process) throw;
      if (command.ends.status.number() < 0) end_keeper(code);  // it lent nothing
      keep_command(code);
    } catch (const Shortage&) {
      end_keeper(code);  // a command may have set limits to it
      throw;
    }
  }
}

std::string command_description(const std::string& command, const std::string& folder) {
  const CommandProcess process(command, folder, 0);
  CommandTalk talk(process.ends(), 0, k_describing_limits);
  auto answer = described(talk);
  if (auto* failure = std::get_if<Failure>(&answer)) throw FailedElsewhere(std::move(*failure));
  return std::get<std::string>(std::move(answer));
}

}  // namespace palio
