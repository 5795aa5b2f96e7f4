#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "storage/sql_value.h"
#include "storage/sqlite_forward.h"

namespace palio {

/// An SQL aggregate over the rows of one group. Both functions may throw UserError: the query fails with its message.
class Aggregate {
public:
  Aggregate() = default;
  virtual ~Aggregate() = default;
  Aggregate(const Aggregate&) = delete;
  Aggregate& operator=(const Aggregate&) = delete;

  /// One row's arguments, NULL among them.
  virtual void step(std::span<const SqlValue> arguments) = 0;
  /// After the last row; also without any.
  virtual SqlValue result() = 0;
};

/// Makes the aggregate of a new group.
using AggregateFactory = std::function<std::unique_ptr<Aggregate>()>;

/// An SQL function of one row. It depends on nothing but its arguments and may throw UserError like an aggregate.
using ScalarFunction = std::function<SqlValue(std::span<const SqlValue> arguments)>;

/// Makes a function known to the statements of a connection, under a name and with a number of arguments.
void register_aggregate(SQLite::Database& database, const std::string& name, int arguments, AggregateFactory factory);
void register_function(SQLite::Database& database, const std::string& name, int arguments, ScalarFunction function);

}  // namespace palio
