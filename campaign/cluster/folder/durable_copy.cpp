#include "campaign/cluster/folder/durable_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/shortage.h"

namespace palio {
namespace {

class File {
public:
  explicit File(int number) : number_(number) {}
  File(const std::filesystem::path& path, int flags) : File(open(path.c_str(), flags | O_CLOEXEC)) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int number() const { return number_; }
  // A network file system may say only now that its disk is full.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

private:
  int number_;
};

bool write_all(int to, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(to, bytes, count);
    if (written < 0 && errno != EINTR) return false;
    if (written <= 0) continue;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

// False: errno says why.
bool copy_bytes(int from, int to) {
  std::vector<char> bytes(std::size_t{1} << 20U);
  while (true) {
    const ssize_t count = read(from, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    if (!write_all(to, bytes.data(), static_cast<std::size_t>(count))) return false;
  }
}

// With the rights of the original: the file of a command may be one that is started.
bool copied(const std::filesystem::path& from, NewFile& to) {
  const File source(from, O_RDONLY);
  File target(to.take_descriptor());
  struct stat status {};
  return source.number() >= 0 && fstat(source.number(), &status) == 0 &&
         fchmod(target.number(), status.st_mode & 0777U) == 0 && copy_bytes(source.number(), target.number()) &&
         fsync(target.number()) == 0 && target.close();
}

// The new name lasts only when its folder does; not all file systems can say so.
void flush_folder(const std::filesystem::path& folder) {
  const File opened(folder, O_RDONLY | O_DIRECTORY);
  if (opened.number() >= 0) fsync(opened.number());
}

constexpr std::string_view k_temporary = ".copy";  // how such a name ends

[[noreturn]] void refuse(const std::filesystem::path& from, const std::filesystem::path& to, int error) {
  const std::string what =
      fmt::format("cannot copy {} to {}: {}", from.string(), to.string(), std::generic_category().message(error));
  if (const auto lacking = lacking_resource(error)) throw Shortage(*lacking, what);
  throw UserError(what);
}

}  // namespace

DurableCopy::DurableCopy(std::filesystem::path from, std::filesystem::path to)
    : from_(std::move(from)), to_(std::move(to)) {
  try {
    file_.emplace(to_, k_temporary);
  } catch (const std::system_error& error) {
    refuse(from_, to_, error.code().value());
  }
  if (!copied(from_, *file_)) refuse(from_, to_, errno);
}

void DurableCopy::commit() {
  try {
    file_->take_name();
  } catch (const std::system_error& error) {
    refuse(from_, to_, error.code().value());
  }
  flush_folder(to_.parent_path());
}

void remove_broken_copies(const std::filesystem::path& to) {
  std::error_code ignored;  // they only take space
  for (const auto& entry : std::filesystem::directory_iterator(to.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(to.filename().string() + ".") && name.ends_with(k_temporary))
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace palio
