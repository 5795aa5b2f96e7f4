#pragma once

#include <memory>
#include <span>

#include "storage/file/rows.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Inserts results with prepared statements, inside the caller's transaction. One thread.
class ResultTable {
public:
  explicit ResultTable(SQLite::Database& database);
  ~ResultTable();

  /// Stores the batch with its applications and failures. A scenario that is stored already is replaced, unless the
  /// stored attempt is later; failures of earlier attempts stay.
  void write(std::span<const StoredResult> batch, std::int64_t session);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace palio
