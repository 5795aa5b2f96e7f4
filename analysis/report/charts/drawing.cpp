#include "analysis/report/charts/drawing.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

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

// An external program, with the message for when it is missing.
struct Program {
  std::vector<std::string> words;
  std::string_view without;  // "SVG is drawn by node, which is not on the PATH (Debian package nodejs); ..."
};

// Exit status; 127: there is no such program.
int run(Program program, const std::array<const MemoryFile*, 3>& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; ++stream)
    posix_spawn_file_actions_adddup2(&actions, streams[static_cast<std::size_t>(stream)]->descriptor(), stream);
  std::vector<char*> arguments;
  for (std::string& word : program.words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int error = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return 127;
  if (error != 0) {
    errno = error;
    throw_errno("cannot start " + program.words.front());
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw_errno("cannot wait for " + program.words.front());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Its output for an input text.
std::string output_of(const Program& program, const std::string& text) {
  const MemoryFile in("input"), out("output"), words("messages");
  in.put(text);
  const int status = run(program, {&in, &out, &words});
  if (status == 127) throw UserError(std::string(program.without));
  if (status != 0) throw InternalError("{} failed with status {}: {}", program.words.front(), status, words.text());
  return out.text();
}

std::string draw_svg(const std::string& specification, const PictureLook& look, const std::filesystem::path& charts) {
  const std::filesystem::path library = charts / "charts.js", script = charts / "draw.js";
  if (!std::filesystem::exists(library) || !std::filesystem::exists(script))
    throw UserError(
        "this palio was built without npm and cannot draw pictures; write the figure as .json, which any Vega-Lite "
        "program draws, or as .csv");
  return output_of({{"node", script.string(), library.string(), fmt::format("{}", look.width.value_or(0)),
                     fmt::format("{}", look.font_size), look.font},
                    "pictures are drawn by node, which is not on the PATH (Debian package nodejs); write the figure as "
                    ".json, which any Vega-Lite program draws, or as .csv"},
                   specification);
}

}  // namespace

std::string draw_picture(const std::string& specification, PictureKind kind, const PictureLook& look,
                         const std::filesystem::path& charts) {
  std::string svg = draw_svg(specification, look, charts);
  if (kind == PictureKind::svg) return svg;
  std::vector<std::string> words{"rsvg-convert", "--format", "pdf"};
  if (kind == PictureKind::png)
    words = {"rsvg-convert", "--format", "png", "--dpi-x", "300", "--dpi-y", "300", "--background-color", "white"};
  return output_of(
      {std::move(words),
       "PDF and PNG are made by rsvg-convert, which is not on the PATH (Debian package librsvg2-bin); write "
       "the figure as .svg"},
      svg);
}

}  // namespace palio
