#include "analysis/report/charts/drawing.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/error.h"

namespace palio {
namespace {

// A file in memory that a child reads or writes.
class MemoryFile {
public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw_errno("cannot make a file in memory");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void put(const std::string& text) const {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t written = write(descriptor_, text.data() + done, text.size() - done);
      if (written < 0) throw_errno("cannot write to a file in memory");
      done += static_cast<std::size_t>(written);
    }
    lseek(descriptor_, 0, SEEK_SET);
  }

  std::string text() const {
    std::string all(static_cast<std::size_t>(lseek(descriptor_, 0, SEEK_END)), '\0');
    std::size_t done = 0;
    while (done < all.size()) {
      const ssize_t got = pread(descriptor_, all.data() + done, all.size() - done, static_cast<off_t>(done));
      if (got <= 0) throw_errno("cannot read a file in memory");
      done += static_cast<std::size_t>(got);
    }
    return all;
  }

private:
  int descriptor_;
};

// Exit status of `node script charts`; 127: there is no node.
int run_node(const std::string& script, const std::string& charts, const std::array<const MemoryFile*, 3>& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; ++stream)
    posix_spawn_file_actions_adddup2(&actions, streams[static_cast<std::size_t>(stream)]->descriptor(), stream);
  std::string program = "node", first = script, second = charts;
  const std::array<char*, 4> arguments{program.data(), first.data(), second.data(), nullptr};
  pid_t child = -1;
  const int error = posix_spawnp(&child, "node", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return 127;
  if (error != 0) {
    errno = error;
    throw_errno("cannot start node");
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw_errno("cannot wait for node");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::string draw_svg(const std::string& specification, const std::filesystem::path& charts) {
  const std::filesystem::path library = charts / "charts.js", script = charts / "draw.js";
  if (!std::filesystem::exists(library) || !std::filesystem::exists(script))
    throw UserError(
        "this palio was built without npm and cannot draw SVG; write the figure as .json, which any Vega-Lite program "
        "draws, or as .csv");
  const MemoryFile in("specification"), out("svg"), words("messages");
  in.put(specification);
  const int status = run_node(script.string(), library.string(), {&in, &out, &words});
  if (status == 127)
    throw UserError(
        "SVG is drawn by node, which is not on the PATH (Debian package nodejs); write the figure as .json, which any "
        "Vega-Lite program draws, or as .csv");
  if (status != 0) throw InternalError(fmt::format("node failed with status {}: {}", status, words.text()));
  return out.text();
}

}  // namespace palio
