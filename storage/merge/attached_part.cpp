#include "storage/merge/attached_part.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "storage/file/connection.h"
#include "storage/file/dimension_table.h"
#include "storage/sql/sqlite_error.h"

namespace palio {

AttachedPart::AttachedPart(SQLite::Database& whole, const std::filesystem::path& file) : file_(file), whole_(whole) {
  with_clear_errors(file, "read campaign", [&] {
    SQLite::Statement attach(whole_, "ATTACH ? AS part");
    attach.bind(1, readable_uri(file_.readable()));
    attach.exec();
  });
  whole_.exec("PRAGMA foreign_keys = OFF");
}

AttachedPart::~AttachedPart() {
  whole_.tryExec("DETACH part");
  whole_.tryExec("PRAGMA foreign_keys = ON");
}

bool AttachedPart::is_whole() const {
  SQLite::Statement check(whole_, "PRAGMA part.quick_check(1)");
  return check.tryExecuteStep() == SQLITE_ROW && check.getColumn(0).getString() == "ok";
}

std::string own_columns(SQLite::Database& database, std::string_view table) {
  std::string names;
  SQLite::Statement select(
      database,
      fmt::format("SELECT name FROM pragma_table_info('{}', 'part') WHERE name <> 'id' AND name <> 'checksum' "
                  "AND name NOT LIKE '%\\_id' ESCAPE '\\'",
                  table));
  while (select.executeStep()) names += (names.empty() ? "" : ", ") + quoted_name(select.getColumn(0).getString());
  return names;
}

}  // namespace palio
