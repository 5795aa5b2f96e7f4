#include "core/tool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "core/error.h"

namespace palio {
namespace {

// What a program reads or writes.
class MemoryFile {
public:
  explicit MemoryFile(std::string_view content = {}) : descriptor_(memfd_create("tool", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw_errno("cannot make a file in memory for a program");
    while (!content.empty()) {
      const ssize_t written = write(descriptor_, content.data(), content.size());
      if (written < 0) throw_errno("cannot write to a file in memory");
      content.remove_prefix(static_cast<std::size_t>(written));
    }
    lseek(descriptor_, 0, SEEK_SET);
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  std::string content() const {
    std::string text(static_cast<std::size_t>(lseek(descriptor_, 0, SEEK_END)), '\0');
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t got = pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
      if (got <= 0) throw_errno("cannot read a file in memory");
      done += static_cast<std::size_t>(got);
    }
    return text;
  }

private:
  int descriptor_;
};

[[noreturn]] void refuse_program(const std::string& program, const std::filesystem::path& folder, int error) {
  errno = error;
  if (error == ENOMEM || error == EAGAIN) throw_errno("cannot start " + program);
  throw UserError("cannot start {}{}: {}", program, folder.empty() ? "" : " in " + folder.string(),
                  std::strerror(error));
}

// Signals as programs expect them, not as palio has them; what nohup has ignored stays ignored.
void set_usual_signals(posix_spawnattr_t& attributes) {
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&signals, signal);
  posix_spawnattr_setsigdefault(&attributes, &signals);
}

}  // namespace

sigset_t requests_to_end() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&signals, signal);
  return signals;
}

ToolAnswer run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder,
                    std::string_view input) {
  const MemoryFile in(input), out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO);
  if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  set_usual_signals(attributes);
  pid_t pid = -1;
  std::unique_lock starting(being_made());
  const int error = posix_spawnp(&pid, arguments.front(), &actions, &attributes, arguments.data(), environ);
  starting.unlock();
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) refuse_program(command.front(), folder, error);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) throw_errno("cannot wait for " + command.front());
  return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), out.content(), err.content()};
}

std::mutex& being_made() {
  static std::mutex mutex;
  return mutex;
}

bool is_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

std::filesystem::path program_beside(std::string_view name) {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::filesystem::path beside = folder / name;
  const std::filesystem::path installed = folder.parent_path() / "libexec" / "palio" / name;
  return !std::filesystem::exists(beside) && std::filesystem::exists(installed) ? installed : beside;
}

}  // namespace palio
