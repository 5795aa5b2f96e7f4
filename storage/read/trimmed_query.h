#pragma once

#include <string>
#include <string_view>

#include "storage/sql/columns.h"

namespace palio {

/// A statement over the view `results` that joins and reads only what it names: SQLite itself drops no table from an
/// aggregate query. The same rows in the same order.
class TrimmedQuery {
public:
  /// The statement stays as it is unless it is a SELECT of the view.
  TrimmedQuery(SQLite::Database& database, std::string_view sql);

  const std::string& sql() const { return sql_; }

private:
  std::string sql_;
};

}  // namespace palio
