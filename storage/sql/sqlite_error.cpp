#include "storage/sql/sqlite_error.h"

#include <SQLiteCpp/Exception.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/shortage.h"

namespace palio {
namespace {

// SQLite does not say why it could not open a file; it needs a log, its index and the folder at once.
bool descriptors_are_lacking() {
  std::array<int, 4> tried{};
  for (int& descriptor : tried) descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const bool lacking = tried.back() < 0 && (errno == EMFILE || errno == ENFILE);
  for (const int descriptor : tried)
    if (descriptor >= 0) close(descriptor);
  return lacking;
}

// Nor that a file reached the limit on file sizes (ulimit -f), which it reports as a disk failure.
bool is_as_large_as_may_be(const std::filesystem::path& file) {
  constexpr std::uintmax_t k_one_write = 65536;  // byte; of the largest page
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  std::uintmax_t largest = 0;
  for (const char* part : {"", "-wal", "-journal"}) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file.string() + part, error);
    if (!error) largest = std::max(largest, size);
  }
  return largest + k_one_write >= limit.rlim_cur;
}

[[noreturn]] void throw_disk_error(const std::filesystem::path& file, const std::string& what, int extended_code) {
  if (extended_code == SQLITE_IOERR_SHMSIZE || is_as_large_as_may_be(file)) throw Shortage(Resource::space, what);
  throw UserError(
      "{}; the disk or the way to it fails, a quota is used up, or something cut the file off: "
      "palio check {} says what is whole",
      what, brief_shell_word(file.string()));
}

}  // namespace

void rethrow_sqlite_error(const std::filesystem::path& file, std::string_view doing) {
  try {
    throw;
  } catch (const SQLite::Exception& error) {
    const std::string what = fmt::format("cannot {} {}: {}", doing, file.string(), error.what());
    switch (primary_code(error.getErrorCode())) {
      case SQLITE_READONLY: throw UserError(what + "; the file and its folder must be writable");
      case SQLITE_CANTOPEN:
        if (descriptors_are_lacking()) throw Shortage(Resource::open_files, what);
        throw UserError(what + "; its folder must be writable");
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        throw LockedFile(what + "; another program holds it, such as palio report or a shell with an open transaction");
      case SQLITE_CORRUPT:
      case SQLITE_NOTADB: throw DamagedFile(what + "; the file is damaged, restore a copy of it");
      case SQLITE_FULL: throw Shortage(Resource::space, what);
      case SQLITE_NOMEM: throw Shortage(Resource::memory, what);
      case SQLITE_IOERR: throw_disk_error(file, what, error.getExtendedErrorCode());
      default: throw InternalError(what);
    }
  }
}

}  // namespace palio
