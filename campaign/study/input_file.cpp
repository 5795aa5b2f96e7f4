#include "campaign/study/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace palio {
namespace {

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

private:
  int number_;
};

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw UserError(fmt::format("cannot read {}: {}", name, why));
}

std::string read_all(int descriptor, const std::string& name, std::size_t largest) {
  std::string text;
  std::string part(std::size_t{1} << 16U, '\0');
  while (const ssize_t count = read(descriptor, part.data(), part.size())) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(name, std::generic_category().message(errno));
    text.append(part, 0, static_cast<std::size_t>(count));
    if (text.size() > largest) refuse(name, fmt::format("it is larger than {} MiB", largest >> 20U));
  }
  return text;
}

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISFIFO(mode)) return "it is a pipe, not a plain file; - reads standard input";
  return "it is not a plain file; - reads standard input";
}

}  // namespace

std::string read_text_file(const std::string& path) { return read_file_up_to(path, k_largest_file); }

std::string read_file_up_to(const std::string& path, std::size_t largest) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a pipe without a writer has no end
  struct stat status {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0)
    refuse(path, errno == ENOENT   ? "no such file"
                 : errno == EACCES ? "permission denied"
                                   : std::generic_category().message(errno));
  if (!S_ISREG(status.st_mode)) refuse(path, std::string(kind_of(status.st_mode)));
  return read_all(file.number(), path, largest);
}

std::string read_input(const std::string& typed, std::size_t largest) {
  if (typed != "-") return read_file_up_to(typed, largest);
  static bool read_before = false;
  if (std::exchange(read_before, true)) throw UserError("standard input can be read once: give - for one input only");
  return read_all(STDIN_FILENO, input_name(typed), largest);
}

std::string input_name(const std::string& typed) { return typed == "-" ? "standard input" : typed; }

}  // namespace palio
