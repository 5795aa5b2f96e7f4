#include "runners/client/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "core/shortage.h"
#include "core/tool.h"
#include "runners/process/orphaned_processes.h"

namespace palio {
namespace {

// The live workers of this process. The lock covers starting and ending them, so that none is taken for an orphan.
struct Workers {
  std::mutex mutex;
  std::set<pid_t> pids;
};

Workers& workers() {
  static Workers workers;
  return workers;
}

// A killed worker's instance and scenario die with it; what the scenario forked becomes a child of this process.
void forget_worker(pid_t pid) {
  const std::scoped_lock lock(workers().mutex);
  workers().pids.erase(pid);
  if (adopts_orphans()) kill_orphans(workers().pids);
}

[[noreturn]] void refuse_program(const std::string& program, int error) {
  errno = error;
  if (lacking_resource(error)) throw_errno("cannot start " + program);
  throw Hindrance(fmt::format(
      "cannot start the worker {}: {}; put it next to palio and make it executable, or set PALIO_WORKER to its path",
      program, std::strerror(error)));
}

// posix_spawn, never fork: palio has threads.
pid_t spawn(const std::string& program, const std::vector<std::string>& arguments, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  // Descriptors that palio inherited: a scenario that writes to every descriptor must neither write there nor die of a
  // broken pipe.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  // A batch system signals every process of a job, including workers and scenarios, but only palio decides what ends.
  const sigset_t blocked = requests_to_end();
  posix_spawnattr_setsigmask(&attributes, &blocked);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigdefault(&attributes, &all);

  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> values;
  for (std::string& word : words) values.push_back(word.data());
  values.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, program.c_str(), &actions, &attributes, values.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) refuse_program(program, error);
  return pid;
}

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& program, std::chrono::milliseconds patience,
                             const std::vector<std::string>& arguments)
    : patience_{patience, [this] { return is_ready_to_run(pid_); }} {
  constexpr const char* k_refused = "cannot open sockets for a worker";
  // Not pipes: a custom strategy could open those of the processes above it, in /proc.
  auto [requests, wanted] = connected_sockets(SOCK_STREAM, k_refused);
  auto [replies, told] = connected_sockets(SOCK_STREAM, k_refused);
  {
    const std::scoped_lock lock(workers().mutex);
    pid_ = spawn(program, arguments, wanted.number(), told.number());
    workers().pids.insert(pid_);
  }
  requests_ = std::move(requests);
  fcntl(requests_.number(), F_SETFL, O_NONBLOCK);  // a worker that does not read must not block palio
  replies_ = std::move(replies);
  lines_ = LineReader(replies_.number(), patience_);
}

WorkerProcess::~WorkerProcess() {
  requests_ = Descriptor();  // end of file tells processes that outlive the kill
  replies_ = Descriptor();
  if (!reaped_) {
    kill();
    waitpid(pid_, nullptr, 0);
    forget_worker(pid_);
  }
}

void WorkerProcess::kill() {
  if (!reaped_) ::kill(-pid_, SIGKILL);
}

int WorkerProcess::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
  forget_worker(pid_);
  return status;
}

}  // namespace palio
