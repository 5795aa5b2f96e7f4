#include "storage/sql/sql_function.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "core/error.h"
#include "storage/sql/answer.h"

namespace palio {
namespace {

constexpr int k_function_flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
constexpr std::size_t k_most_arguments = 4;

// What SQLite keeps for us with a function.
template <class Function>
struct Registered {
  Registered(std::string called, Function made, TextNumber reads = nullptr)
      : name(std::move(called)), function(std::move(made)), text_number(std::move(reads)) {}

  std::string name;
  Function function;
  TextNumber text_number;  // may be empty

  static const Registered& of(sqlite3_context* context) {
    return *static_cast<Registered*>(sqlite3_user_data(context));
  }
  static void destroy(void* registered) { delete static_cast<Registered*>(registered); }
};
using RegisteredAggregate = Registered<AggregateFactory>;
using RegisteredFunction = Registered<ScalarFunction>;

std::string_view function_text(sqlite3_value* value) {
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
}

using Storage = std::array<double, k_most_arguments>;

// The arguments of a call, kept in `storage`; nothing if one is NULL.
template <class Function>
std::optional<Numbers> numbers(const Registered<Function>& called, int count, sqlite3_value** values,
                               Storage& storage) {
  bool complete = true;
  for (int i = 0; i < count; ++i) {
    switch (sqlite3_value_type(values[i])) {
      case SQLITE_NULL: complete = false; break;
      case SQLITE_INTEGER:
      case SQLITE_FLOAT: storage.at(i) = sqlite3_value_double(values[i]); break;
      default:
        if (!called.text_number)
          throw UserError(
              fmt::format("{}() takes numbers, here it got the text '{}'", called.name, function_text(values[i])));
        storage.at(i) = called.text_number(i, function_text(values[i]));
    }
  }
  if (!complete) return std::nullopt;
  return Numbers(storage.data(), static_cast<std::size_t>(count));
}

// SQLite is C: no exception may pass through it.
template <class Body>
void guarded_call(sqlite3_context* context, Body&& body) {
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

void step_group(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded_call(context, [&] {
    const auto& aggregate = RegisteredAggregate::of(context);
    Aggregate** slot = group_slot(context, sizeof(void*));
    if (slot == nullptr) throw std::bad_alloc();
    if (*slot == nullptr) *slot = aggregate.function().release();
    Storage storage{};
    if (const auto row = numbers(aggregate, count, values, storage)) (*slot)->step(*row);
  });
}

// Called once for every group that was begun, also when the statement fails or is abandoned.
void finish_group(sqlite3_context* context) {
  guarded_call(context, [&] {
    Aggregate** slot = group_slot(context, 0);
    std::unique_ptr<Aggregate> group(slot == nullptr ? nullptr : std::exchange(*slot, nullptr));
    if (!group) group = RegisteredAggregate::of(context).function();
    std::visit(Answer{context}, group->result());
  });
}

void call_function(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded_call(context, [&] {
    const auto& function = RegisteredFunction::of(context);
    Storage storage{};
    if (const auto row = numbers(function, count, values, storage)) Answer{context}(function.function(*row));
  });
}

void refuse_too_many(const std::string& name, int arguments) {
  if (arguments < 0 || static_cast<std::size_t>(arguments) > k_most_arguments)
    throw InternalError(
        fmt::format("{}() with {} arguments: SQL functions take {} at most", name, arguments, k_most_arguments));
}

void require_success(SQLite::Database& database, int code) {
  if (code != SQLITE_OK) throw SQLite::Exception(database.getHandle(), code);
}

}  // namespace

void register_aggregate(SQLite::Database& database, const std::string& name, int arguments, AggregateFactory factory,
                        TextNumber text_number) {
  refuse_too_many(name, arguments);
  auto registered = std::make_unique<RegisteredAggregate>(name, std::move(factory), std::move(text_number));
  // SQLite destroys it, also when the call fails.
  require_success(database, sqlite3_create_function_v2(database.getHandle(), name.c_str(), arguments, k_function_flags,
                                                       registered.release(), nullptr, step_group, finish_group,
                                                       RegisteredAggregate::destroy));
}

void register_function(SQLite::Database& database, const std::string& name, int arguments, ScalarFunction function) {
  refuse_too_many(name, arguments);
  auto registered = std::make_unique<RegisteredFunction>(name, std::move(function));
  require_success(database, sqlite3_create_function_v2(database.getHandle(), name.c_str(), arguments, k_function_flags,
                                                       registered.release(), call_function, nullptr, nullptr,
                                                       RegisteredFunction::destroy));
}

}  // namespace palio
