#pragma once

#include <SQLiteCpp/Database.h>

#include <string>

#include "storage/file/row_checksum.h"

namespace palio::test {

/// Executes SQL on a campaign and gives its results checksums that fit.
inline void plant(const std::string& file, const std::string& sql) {
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  register_row_checksum(database);
  database.exec(sql);
  seal_rows(database, "result", "true");
}

}  // namespace palio::test
