#include "storage/file/row_checksum.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "core/identity/random_stream.h"
#include "storage/file/dimension_table.h"

namespace palio {
namespace {

// The hashes of the names in a list "a,b,c".
std::vector<std::uint64_t> hashes_of(std::string_view names) {
  std::vector<std::uint64_t> hashes;
  while (true) {
    const std::size_t comma = names.find(',');
    hashes.push_back(column_hash(names.substr(0, comma)));
    if (comma == std::string_view::npos) return hashes;
    names.remove_prefix(comma + 1);
  }
}

std::string_view checked_text(sqlite3_value* value) {
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
}

void add_value(RowChecksum& checksum, std::uint64_t column, sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL: break;
    case SQLITE_INTEGER: checksum.add(column, std::int64_t{sqlite3_value_int64(value)}); break;
    case SQLITE_FLOAT: checksum.add(column, sqlite3_value_double(value)); break;
    default: checksum.add(column, checked_text(value));
  }
}

// SQLite keeps the hashes of the names from row to row.
void call_row_checksum(sqlite3_context* context, int count, sqlite3_value** values) noexcept {
  using Hashes = std::vector<std::uint64_t>;
  const auto* kept = static_cast<const Hashes*>(sqlite3_get_auxdata(context, 0));
  std::unique_ptr<Hashes> made;
  if (kept == nullptr) {
    made = std::make_unique<Hashes>(hashes_of(checked_text(values[0])));
    kept = made.get();
  }
  if (kept->size() + 1 != static_cast<std::size_t>(count))
    return sqlite3_result_error(context, "row_checksum() takes a list of names and a value for each", -1);
  RowChecksum checksum;
  for (int i = 1; i < count; ++i) add_value(checksum, (*kept)[i - 1], values[i]);
  sqlite3_result_int64(context, checksum.sum());
  if (made) sqlite3_set_auxdata(context, 0, made.release(), [](void* hashes) { delete static_cast<Hashes*>(hashes); });
}

std::vector<std::string> columns_of(SQLite::Database& database, std::string_view table, std::string_view schema) {
  std::vector<std::string> names;
  SQLite::Statement select(database, fmt::format("SELECT name FROM pragma_table_info('{0}', '{1}') WHERE name <> "
                                                 "'checksum' AND NOT (name = 'stale' AND '{0}' = 'result')",
                                                 table, schema));
  while (select.executeStep()) names.push_back(select.getColumn(0).getString());
  return names;
}

// A function takes 127 arguments at most.
std::string sum_of_columns(const std::vector<std::string>& columns, std::string_view table) {
  constexpr std::size_t most = 100;
  std::string sum;
  for (std::size_t begin = 0; begin < columns.size(); begin += most) {
    std::string names, values;
    for (std::size_t i = begin; i < std::min(begin + most, columns.size()); ++i) {
      names += (names.empty() ? "" : ",") + columns[i];
      values += fmt::format(", {}.{}", table, quoted_name(columns[i]));
    }
    sum += fmt::format("{}row_checksum('{}'{})", begin == 0 ? "" : " + ", names, values);
  }
  return sum;
}

bool has_rows(SQLite::Database& database, std::string_view schema, std::string_view table) {
  return database.execAndGet(fmt::format("SELECT EXISTS (SELECT 1 FROM {}.{})", schema, table)).getInt() != 0;
}

}  // namespace

void RowChecksum::add(std::uint64_t column, std::string_view value) { sum_ += hash64(value, column + 2); }

std::uint64_t column_hash(std::string_view name) { return hash64(name, 0); }

void register_row_checksum(SQLite::Database& database) {
  constexpr int any_number = -1;
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const int code = sqlite3_create_function_v2(database.getHandle(), "row_checksum", any_number, flags, nullptr,
                                              call_row_checksum, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw SQLite::Exception(database.getHandle(), code);
}

// Going stale adds one to a result's checksum. If there are no applications, no row is searched for them.
std::string checksum_expression(SQLite::Database& database, std::string_view table, std::string_view schema) {
  std::string sum = sum_of_columns(columns_of(database, table, schema), table);
  if (table == "result") sum += " + result.stale";
  if (table == "result" && has_rows(database, schema, "application_result"))
    sum += fmt::format(
        " + coalesce((SELECT sum(({0}) & {1}) FROM {2}.application_result AS application_result WHERE "
        "application_result.platform_id = result.platform_id AND application_result.workload_id = result.workload_id "
        "AND application_result.strategy_id = result.strategy_id), 0)",
        sum_of_columns(columns_of(database, "application_result", schema), "application_result"), RowChecksum::k_mask,
        schema);
  return fmt::format("(({}) & {})", sum, RowChecksum::k_mask);
}

void seal_rows(SQLite::Database& database, std::string_view table, std::string_view condition) {
  database.exec(
      fmt::format("UPDATE {} SET checksum = {} WHERE {}", table, checksum_expression(database, table), condition));
}

}  // namespace palio
