#include "storage/sqlite_error.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "core/error.h"

namespace palio {

void rethrow_sqlite_error(const std::filesystem::path& file, std::string_view doing) {
  constexpr int primary_code = 0xff;  // extended codes keep the primary one in the low byte
  try {
    throw;
  } catch (const SQLite::Exception& error) {
    const std::string what = fmt::format("cannot {} {}: {}", doing, file.string(), error.what());
    switch (error.getErrorCode() & primary_code) {
      case SQLITE_READONLY: throw UserError(what + "; the file and its folder must be writable");
      case SQLITE_CANTOPEN: throw UserError(what + "; its folder must be writable");
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        throw UserError(what + "; another program holds it, such as palio report or a shell with an open transaction");
      case SQLITE_CORRUPT:
      case SQLITE_NOTADB: throw UserError(what + "; the file is damaged, restore a copy of it");
      case SQLITE_FULL: throw InternalError(what + "; what was stored before is safe, free some space and run again");
      default: throw InternalError(what);
    }
  }
}

}  // namespace palio
