#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "storage/sql/sql_value.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// What a table function answers with. Several threads may read it.
class TableRows {
public:
  TableRows() = default;
  virtual ~TableRows() = default;
  TableRows(const TableRows&) = delete;
  TableRows& operator=(const TableRows&) = delete;

  virtual std::size_t size() const = 0;
  /// Not a number is NULL.
  virtual SqlValue value(std::size_t row, std::size_t column) const = 0;
};

/// A function that stands in place of a table: `FROM name('argument')`.
struct TableFunction {
  std::string name;
  std::string columns;    // with their types, "strategy_id INTEGER, note TEXT"; the rows ascend by the first
  double usual_rows = 0;  // for SQLite's choice of what to read first
  std::string hint;       // what the argument is, "a metric, as in contest('makespan')"
  /// Called each time a statement begins to read; may throw UserError: the query fails with its message.
  std::function<std::shared_ptr<const TableRows>(const std::string& argument)> rows;
};

/// Makes a table function known to the statements of a connection.
void register_table(SQLite::Database& database, TableFunction function);

}  // namespace palio
