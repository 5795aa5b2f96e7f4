#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "storage/sql/sql_value.h"

struct sqlite3;

namespace palio {

/// The arguments of a call of an SQL function; integers become doubles.
using Numbers = std::span<const double>;

/// An SQL aggregate of numbers over the rows of one group. A UserError fails the query.
class Aggregate {
public:
  Aggregate() = default;
  virtual ~Aggregate() = default;
  Aggregate(const Aggregate&) = delete;
  Aggregate& operator=(const Aggregate&) = delete;

  /// One row whose arguments are all numbers; rows with a NULL are skipped.
  virtual void step(Numbers row) = 0;
  /// Called after the last row, even if there was none. NaN is NULL.
  virtual SqlValue result() = 0;
};

/// Makes the aggregate of a new group.
using AggregateFactory = std::function<std::unique_ptr<Aggregate>()>;

/// An SQL function of one row of numbers; NULL for a row with a NULL, and for NaN. It depends only on its arguments and
/// may throw UserError like an aggregate.
using ScalarFunction = std::function<double(Numbers)>;

/// The number for a text that is the argument at a place, from 0. It may throw UserError like an aggregate.
using TextNumber = std::function<double(std::size_t place, std::string_view text)>;

/// Adds a function to a connection, under a name and with a number of arguments, at most 4. A query that gives it a
/// text fails, unless `text_number` converts it.
void register_aggregate(sqlite3* database, const std::string& name, int arguments, AggregateFactory factory,
                        TextNumber text_number = nullptr);
void register_function(sqlite3* database, const std::string& name, int arguments, ScalarFunction function);

/// The rows of a table function. Several threads may read them.
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

/// Which columns of a table a statement reads.
class UsedColumns {
public:
  explicit UsedColumns(std::uint64_t mask) : mask_(mask) {}
  bool operator[](std::size_t column) const { return (mask_ >> std::min(column, k_last) & 1) == 1; }

private:
  static constexpr std::size_t k_last = 63;  // stands for all after it, too
  std::uint64_t mask_;
};

/// Whether a table function must be given its argument.
enum class TableArgument { needed, optional };

/// A function used in place of a table: `FROM name('argument')`.
struct TableFunction {
  std::string name;
  std::string columns;    // with their types, "strategy_id INTEGER, note TEXT"; the rows ascend by the first
  double usual_rows = 0;  // for SQLite's choice of what to read first
  std::string hint;       // what the argument is, "a metric, as in contest('makespan')"; empty: it takes none
  TableArgument argument = TableArgument::needed;
  /// Called each time a statement begins to read; may throw UserError: the query fails with its message.
  /// Without an argument, or with NULL, it is empty.
  std::function<std::shared_ptr<const TableRows>(const std::string& argument, const UsedColumns& used)> rows;
};

/// Adds a table function to a connection.
void register_table(sqlite3* database, TableFunction function);

/// Replaces SQLite's avg(), sum() and total() with exact sums for the statements of a connection: the same bits in any
/// order of the rows. Otherwise they behave as SQLite's, also as window functions, except that a sum of integers
/// overflows only if the total does, not if a partial sum does.
void use_exact_totals(sqlite3* database);

}  // namespace palio
