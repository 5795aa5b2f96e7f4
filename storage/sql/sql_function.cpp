#include "storage/sql/sql_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/error.h"
#include "storage/sql/callback.h"

namespace palio {
namespace {

constexpr std::size_t k_most_arguments = 4;

// What SQLite stores for us with a function.
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
          throw UserError("{}() takes numbers, here it got the text '{}'", called.name, argument_text(values[i]));
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

// Called once for every group that was started, even if the statement fails or is abandoned.
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

// `step` and `finish` of an aggregate, or `call`. SQLite destroys what it stores, even if this fails.
template <class Function>
void create(sqlite3* database, int arguments, Registered<Function> made, Call call, Call step,
            void (*finish)(sqlite3_context*)) {
  if (arguments < 0 || static_cast<std::size_t>(arguments) > k_most_arguments)
    throw InternalError("{}() with {} arguments: SQL functions take {} at most", made.name, arguments,
                        k_most_arguments);
  auto* kept = new Registered<Function>(std::move(made));
  require_success(database, sqlite3_create_function_v2(database, kept->name.c_str(), arguments, k_function_flags, kept,
                                                       call, step, finish, Registered<Function>::destroy));
}

// A table function in a statement. SQLite knows it by its base class, which comes first.
struct Table : sqlite3_vtab {
  explicit Table(const TableFunction& called)
      : sqlite3_vtab{}, function(called), argument(static_cast<int>(std::ranges::count(called.columns, ',')) + 1) {}

  const TableFunction& function;
  int argument;  // the hidden column after all others
};

struct Cursor : sqlite3_vtab_cursor {
  std::shared_ptr<const TableRows> rows;
  std::size_t row = 0;
};

Cursor& cursor_of(sqlite3_vtab_cursor* cursor) { return *static_cast<Cursor*>(cursor); }

// SQLite is C: no exception may pass through it.
template <class Body>
int guarded_table(char*& message, Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (const std::exception& error) {
    sqlite3_free(message);
    message = sqlite3_mprintf("%s", error.what());
    return SQLITE_ERROR;
  }
}

int connect(sqlite3* database, void* function, int, const char* const*, sqlite3_vtab** table, char** message) {
  return guarded_table(*message, [&] {
    const auto& called = *static_cast<const TableFunction*>(function);
    const int code =
        sqlite3_declare_vtab(database, fmt::format("CREATE TABLE x({}, argument HIDDEN)", called.columns).c_str());
    if (code != SQLITE_OK) return code;
    *table = new Table(called);
    return SQLITE_OK;
  });
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<Table*>(table);
  return SQLITE_OK;
}

// The only plan is to read everything, which needs the argument. The rows are in the order of the first column. The
// plan's text is the mask of the columns that the statement reads.
int choose_plan(sqlite3_vtab* table, sqlite3_index_info* plan) {
  const TableFunction& function = static_cast<Table*>(table)->function;
  const int argument = static_cast<Table*>(table)->argument;
  for (int i = 0; i < plan->nConstraint; ++i) {
    const auto& constraint = plan->aConstraint[i];
    if (constraint.iColumn != argument || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;  // it comes from a table that is read later
    plan->aConstraintUsage[i].argvIndex = 1;
    plan->aConstraintUsage[i].omit = 1;
  }
  plan->estimatedRows = static_cast<sqlite3_int64>(function.usual_rows);
  plan->estimatedCost = function.usual_rows;
  plan->idxStr = sqlite3_mprintf("%llu", plan->colUsed);
  plan->needToFreeIdxStr = 1;
  if (plan->idxStr == nullptr) return SQLITE_NOMEM;
  if (plan->nOrderBy == 1 && plan->aOrderBy[0].iColumn == 0 && plan->aOrderBy[0].desc == 0) plan->orderByConsumed = 1;
  return SQLITE_OK;
}

int open_cursor(sqlite3_vtab* table, sqlite3_vtab_cursor** cursor) {
  return guarded_table(table->zErrMsg, [&] {
    *cursor = new Cursor{};
    return SQLITE_OK;
  });
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete &cursor_of(cursor);
  return SQLITE_OK;
}

int begin(sqlite3_vtab_cursor* cursor, int, const char* used, int arguments, sqlite3_value** values) {
  return guarded_table(cursor->pVtab->zErrMsg, [&] {
    const TableFunction& function = static_cast<Table*>(cursor->pVtab)->function;
    const bool given = arguments == 1 && sqlite3_value_type(values[0]) == SQLITE_TEXT;
    const bool absent = arguments == 0 || sqlite3_value_type(values[0]) == SQLITE_NULL;
    const bool may_lack = function.hint.empty() || (absent && function.argument == TableArgument::optional);
    if (!given && !may_lack) throw UserError("{}() takes {}", function.name, function.hint);
    const UsedColumns columns(std::strtoull(used, nullptr, 10));
    cursor_of(cursor).rows = function.rows(given ? std::string(argument_text(values[0])) : "", columns);
    cursor_of(cursor).row = 0;
    return SQLITE_OK;
  });
}

int next(sqlite3_vtab_cursor* cursor) {
  ++cursor_of(cursor).row;
  return SQLITE_OK;
}

int at_end(sqlite3_vtab_cursor* cursor) { return cursor_of(cursor).row >= cursor_of(cursor).rows->size() ? 1 : 0; }

int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int number) {
  return guarded_table(cursor->pVtab->zErrMsg, [&] {
    const Cursor& at = cursor_of(cursor);
    if (number >= static_cast<Table*>(cursor->pVtab)->argument) return SQLITE_OK;
    const SqlValue value = at.rows->value(at.row, static_cast<std::size_t>(number));
    if (const auto* real = std::get_if<double>(&value))
      Answer{context}(*real);  // most are; millions of them
    else
      std::visit(Answer{context}, value);
    return SQLITE_OK;
  });
}

int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(cursor_of(cursor).row);
  return SQLITE_OK;
}

// Without xCreate it is only a function: no table can be created from it.
constexpr sqlite3_module table_module() {
  sqlite3_module module{};
  module.xConnect = connect;
  module.xBestIndex = choose_plan;
  module.xDisconnect = disconnect;
  module.xOpen = open_cursor;
  module.xClose = close_cursor;
  module.xFilter = begin;
  module.xNext = next;
  module.xEof = at_end;
  module.xColumn = column;
  module.xRowid = row_id;
  return module;
}
constexpr sqlite3_module k_module = table_module();

void destroy(void* function) { delete static_cast<TableFunction*>(function); }

}  // namespace

void register_aggregate(sqlite3* database, const std::string& name, int arguments, AggregateFactory factory,
                        TextNumber text_number) {
  create(database, arguments, RegisteredAggregate{name, std::move(factory), std::move(text_number)}, nullptr,
         step_group, finish_group);
}

void register_function(sqlite3* database, const std::string& name, int arguments, ScalarFunction function) {
  create(database, arguments, RegisteredFunction{name, std::move(function)}, call_function, nullptr, nullptr);
}

void register_table(sqlite3* database, TableFunction function) {
  auto kept = std::make_unique<TableFunction>(std::move(function));
  const std::string name = kept->name;
  // SQLite destroys it, even if the call fails.
  require_success(database, sqlite3_create_module_v2(database, name.c_str(), &k_module, kept.release(), destroy));
}

}  // namespace palio
