#include "storage/sql/sql_function.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "core/error.h"
#include "storage/sql/callback.h"

namespace palio {
namespace {

constexpr std::size_t k_most_arguments = 4;

// What SQLite keeps for us with a function.
template <class Function>
struct Registered {
  std::string name;
  Function function;
  TextNumber text_number = nullptr;

  static const Registered& of(sqlite3_context* context) {
    return *static_cast<Registered*>(sqlite3_user_data(context));
  }
  static void destroy(void* registered) { delete static_cast<Registered*>(registered); }
};
using RegisteredAggregate = Registered<AggregateFactory>;
using RegisteredFunction = Registered<ScalarFunction>;

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
              fmt::format("{}() takes numbers, here it got the text '{}'", called.name, argument_text(values[i])));
        storage.at(i) = called.text_number(i, argument_text(values[i]));
    }
  }
  if (!complete) return std::nullopt;
  return Numbers(storage.data(), static_cast<std::size_t>(count));
}

void step_group(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded(context, [&] {
    const auto& aggregate = RegisteredAggregate::of(context);
    auto& group = group_of_row<Aggregate>(context, aggregate.function);
    Storage storage{};
    if (const auto row = numbers(aggregate, count, values, storage)) group.step(*row);
  });
}

// Called once for every group that was begun, also when the statement fails or is abandoned.
void finish_group(sqlite3_context* context) {
  guarded(context, [&] {
    Aggregate** slot = group_slot<Aggregate>(context);
    std::unique_ptr<Aggregate> group(slot == nullptr ? nullptr : std::exchange(*slot, nullptr));
    if (!group) group = RegisteredAggregate::of(context).function();
    std::visit(Answer{context}, group->result());
  });
}

void call_function(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded(context, [&] {
    const auto& function = RegisteredFunction::of(context);
    Storage storage{};
    if (const auto row = numbers(function, count, values, storage)) Answer{context}(function.function(*row));
  });
}

using Call = void (*)(sqlite3_context* context, int count, sqlite3_value** values);

// `step` and `finish` of an aggregate, or `call`. SQLite destroys what it keeps, also when this fails.
template <class Function>
void create(SQLite::Database& database, int arguments, Registered<Function> made, Call call, Call step,
            void (*finish)(sqlite3_context*)) {
  if (arguments < 0 || static_cast<std::size_t>(arguments) > k_most_arguments)
    throw InternalError(
        fmt::format("{}() with {} arguments: SQL functions take {} at most", made.name, arguments, k_most_arguments));
  auto* kept = new Registered<Function>(std::move(made));
  require_success(
      database, sqlite3_create_function_v2(database.getHandle(), kept->name.c_str(), arguments, k_function_flags, kept,
                                           call, step, finish, Registered<Function>::destroy));
}

}  // namespace

void register_aggregate(SQLite::Database& database, const std::string& name, int arguments, AggregateFactory factory,
                        TextNumber text_number) {
  create(database, arguments, RegisteredAggregate{name, std::move(factory), std::move(text_number)}, nullptr,
         step_group, finish_group);
}

void register_function(SQLite::Database& database, const std::string& name, int arguments, ScalarFunction function) {
  create(database, arguments, RegisteredFunction{name, std::move(function)}, call_function, nullptr, nullptr);
}

}  // namespace palio
