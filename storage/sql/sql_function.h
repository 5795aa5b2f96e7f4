#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "storage/sql/sql_value.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// The arguments of a call of an SQL function; integers are doubles here.
using Numbers = std::span<const double>;

/// An SQL aggregate of numbers over the rows of one group. Both functions may throw UserError: the query fails with its
/// message.
class Aggregate {
public:
  Aggregate() = default;
  virtual ~Aggregate() = default;
  Aggregate(const Aggregate&) = delete;
  Aggregate& operator=(const Aggregate&) = delete;

  /// One row whose arguments are all numbers; rows with a NULL are skipped.
  virtual void step(Numbers row) = 0;
  /// After the last row; also without any. Not a number is NULL.
  virtual SqlValue result() = 0;
};

/// Makes the aggregate of a new group.
using AggregateFactory = std::function<std::unique_ptr<Aggregate>()>;

/// An SQL function of one row of numbers; NULL for one with a NULL, and where it is not a number. It depends on nothing
/// but its arguments and may throw UserError like an aggregate.
using ScalarFunction = std::function<double(Numbers)>;

/// The number that a text stands for as the argument at a place, from 0. It may throw UserError like an aggregate.
using TextNumber = std::function<double(std::size_t place, std::string_view text)>;

/// Makes a function known to the statements of a connection, under a name and with a number of arguments, 4 at most.
/// A query that gives it a text fails, unless `text_number` knows what it stands for.
void register_aggregate(SQLite::Database& database, const std::string& name, int arguments, AggregateFactory factory,
                        TextNumber text_number = nullptr);
void register_function(SQLite::Database& database, const std::string& name, int arguments, ScalarFunction function);

}  // namespace palio
