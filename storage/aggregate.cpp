#include "storage/aggregate.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <array>
#include <exception>
#include <new>
#include <utility>

namespace palio {
namespace {

constexpr int k_flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
constexpr std::size_t k_most_arguments = 4;

SqlValue value_of(sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL: return std::monostate{};
    case SQLITE_INTEGER: return std::int64_t{sqlite3_value_int64(value)};
    case SQLITE_FLOAT: return sqlite3_value_double(value);
    default: {
      const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
      const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
      return bytes == nullptr ? std::string() : std::string(bytes, size);
    }
  }
}

// The arguments of a call, without an allocation for numbers.
class Arguments {
public:
  Arguments(int count, sqlite3_value** values) : count_(static_cast<std::size_t>(count)) {
    for (std::size_t i = 0; i < count_; ++i) values_.at(i) = value_of(values[i]);
  }
  std::span<const SqlValue> span() const { return {values_.data(), count_}; }

private:
  std::size_t count_;
  std::array<SqlValue, k_most_arguments> values_;
};

struct Answer {
  sqlite3_context* context;

  void operator()(std::monostate) const { sqlite3_result_null(context); }
  void operator()(std::int64_t value) const { sqlite3_result_int64(context, value); }
  void operator()(double value) const { sqlite3_result_double(context, value); }  // NaN becomes NULL
  void operator()(const std::string& value) const {
    sqlite3_result_text64(context, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
};

// SQLite is C: no exception may pass through it.
template <class Body>
void guarded(sqlite3_context* context, Body&& body) {
  try {
    std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const std::exception& error) {
    sqlite3_result_error(context, error.what(), -1);
  }
}

// SQLite's memory for the group: a pointer to our aggregate, null before the first row.
Aggregate** group_slot(sqlite3_context* context, int bytes) {
  return static_cast<Aggregate**>(sqlite3_aggregate_context(context, bytes));
}

std::unique_ptr<Aggregate> new_group(sqlite3_context* context) {
  return (*static_cast<AggregateFactory*>(sqlite3_user_data(context)))();
}

void step_group(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded(context, [&] {
    Aggregate** slot = group_slot(context, sizeof(Aggregate*));
    if (slot == nullptr) throw std::bad_alloc();
    if (*slot == nullptr) *slot = new_group(context).release();
    const Arguments arguments(count, values);
    (*slot)->step(arguments.span());
  });
}

// Called once for every group that was begun, also when the statement fails or is abandoned.
void finish_group(sqlite3_context* context) {
  guarded(context, [&] {
    Aggregate** slot = group_slot(context, 0);
    std::unique_ptr<Aggregate> group(slot == nullptr ? nullptr : std::exchange(*slot, nullptr));
    if (!group) group = new_group(context);
    std::visit(Answer{context}, group->result());
  });
}

void call_function(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded(context, [&] {
    const Arguments arguments(count, values);
    std::visit(Answer{context}, (*static_cast<ScalarFunction*>(sqlite3_user_data(context)))(arguments.span()));
  });
}

template <class Function>
void destroy(void* function) {
  delete static_cast<Function*>(function);
}

void require_success(SQLite::Database& database, int code) {
  if (code != SQLITE_OK) throw SQLite::Exception(database.getHandle(), code);
}

}  // namespace

void register_aggregate(SQLite::Database& database, const std::string& name, int arguments, AggregateFactory factory) {
  // SQLite destroys the factory, also when the call fails.
  require_success(database, sqlite3_create_function_v2(database.getHandle(), name.c_str(), arguments, k_flags,
                                                       std::make_unique<AggregateFactory>(std::move(factory)).release(),
                                                       nullptr, step_group, finish_group, destroy<AggregateFactory>));
}

void register_function(SQLite::Database& database, const std::string& name, int arguments, ScalarFunction function) {
  require_success(database, sqlite3_create_function_v2(database.getHandle(), name.c_str(), arguments, k_flags,
                                                       std::make_unique<ScalarFunction>(std::move(function)).release(),
                                                       call_function, nullptr, nullptr, destroy<ScalarFunction>));
}

}  // namespace palio
