#include "campaign/cluster/batch/tool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "core/error.h"
#include "core/text/shell_word.h"

namespace palio {
namespace {

// Takes an output of any length without a reader beside it.
class MemoryFile {
public:
  MemoryFile() : descriptor_(memfd_create("tool", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw_errno("cannot keep what a program says");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::string content() const {
    std::string text;
    std::array<char, 65536> bytes{};
    for (ssize_t count = 0;
         (count = pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(text.size()))) > 0;)
      text.append(bytes.data(), static_cast<std::size_t>(count));
    return text;
  }

private:
  int descriptor_;
};

}  // namespace

bool is_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

ToolAnswer run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder) {
  const MemoryFile out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw UserError("cannot start {} in {}: {}", command.front(), folder.string(), std::strerror(error));
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), out.content(), err.content()};
}

std::string command_text(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + brief_shell_word(word);
  return text;
}

}  // namespace palio
