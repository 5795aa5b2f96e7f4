#include "storage/file/row_checksum.h"

#include <algorithm>
#include <memory>

#include "core/identity/random_stream.h"
#include "storage/file/migrations.h"
#include "storage/file/scenario_id.h"
#include "storage/sql/callback.h"
#include "storage/sql/columns.h"

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

void add_value(RowChecksum& checksum, std::uint64_t column, sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL: break;
    case SQLITE_INTEGER: checksum.add(column, std::int64_t{sqlite3_value_int64(value)}); break;
    case SQLITE_FLOAT: checksum.add(column, sqlite3_value_double(value)); break;
    default: checksum.add(column, argument_text(value));
  }
}

// SQLite keeps the hashes of the names from row to row.
void call_row_checksum(sqlite3_context* context, int count, sqlite3_value** values) noexcept {
  using Hashes = std::vector<std::uint64_t>;
  const auto* kept = static_cast<const Hashes*>(sqlite3_get_auxdata(context, 0));
  std::unique_ptr<Hashes> made;
  if (kept == nullptr) {
    made = std::make_unique<Hashes>(hashes_of(argument_text(values[0])));
    kept = made.get();
  }
  if (kept->size() + 1 != static_cast<std::size_t>(count))
    return sqlite3_result_error(context, "row_checksum() takes a list of names and a value for each", -1);
  RowChecksum checksum;
  for (int i = 1; i < count; ++i) add_value(checksum, (*kept)[i - 1], values[i]);
  sqlite3_result_int64(context, checksum.sum());
  if (made) sqlite3_set_auxdata(context, 0, made.release(), [](void* hashes) { delete static_cast<Hashes*>(hashes); });
}

void call_realization_checksum(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  const RealizationMetrics realization{sqlite3_value_double(values[1]), sqlite3_value_int64(values[2])};
  sqlite3_result_int64(context, realization_checksum(sqlite3_value_int64(values[0]), realization).sum());
}

std::vector<std::string> columns_of(SQLite::Database& database, std::string_view table, std::string_view schema) {
  return texts_of(database, fmt::format("SELECT name FROM pragma_table_info('{0}', '{1}') WHERE name <> 'checksum' AND "
                                        "NOT (name = 'stale' AND '{0}' = 'result')",
                                        table, schema));
}

// A function takes at most 127 arguments.
std::string sum_of_columns(std::span<const std::string> columns, std::string_view table) {
  constexpr std::size_t most = 100;
  const auto value = [&](const std::string& name) { return fmt::format("{}.{}", table, quoted_name(name)); };
  std::string sum;
  while (!columns.empty()) {
    const auto some = columns.first(std::min(most, columns.size()));
    sum += fmt::format("{}row_checksum('{}', {})", sum.empty() ? "" : " + ", fmt::join(some, ","), listed(some, value));
    columns = columns.subspan(some.size());
  }
  return sum;
}

}  // namespace

void RowChecksum::add(std::uint64_t column, std::string_view value) { sum_ += hash64(value, column + 2); }

std::uint64_t column_hash(std::string_view name) { return hash64(name, 0); }

RowChecksum realization_checksum(std::int64_t r, const RealizationMetrics& realization) {
  static const std::uint64_t makespan = column_hash("makespan"), replans = column_hash("replans");
  constexpr std::uint64_t k_apart = 0x9E3779B97F4A7C15U;  // between two realizations
  const std::uint64_t place = static_cast<std::uint64_t>(r) * k_apart;
  RowChecksum sum;
  sum.add(makespan + place, realization.makespan);
  sum.add(replans + place, realization.replans);
  return sum;
}

void register_row_checksum(SQLite::Database& database) {
  constexpr int any_number = -1;
  const auto add = [&](const char* name, int arguments, auto call) {
    require_success(database.getHandle(),
                    sqlite3_create_function_v2(database.getHandle(), name, arguments, k_function_flags, nullptr, call,
                                               nullptr, nullptr, nullptr));
  };
  add("row_checksum", any_number, call_row_checksum);
  add("realization_checksum", 3, call_realization_checksum);
}

// A stale result's checksum is one higher. If there are no applications, none are looked up.
std::string checksum_expression(SQLite::Database& database, std::string_view table, std::string_view schema) {
  std::string sum = sum_of_columns(columns_of(database, table, schema), table);
  if (table == "result") sum += " + result.stale";
  if (table == "result" &&
      whole_number(database, fmt::format("SELECT EXISTS (SELECT 1 FROM {}.application_result)", schema)) != 0)
    sum += fmt::format(
        " + coalesce((SELECT sum(({0}) & {1}) FROM {2}.application_result AS application_result WHERE {3}), 0)",
        sum_of_columns(columns_of(database, "application_result", schema), "application_result"), RowChecksum::k_mask,
        schema, same_scenario("application_result", "result"));
  if (table == "result" && kept_in(database, schema) == Kept::realizations)
    sum += fmt::format(
        " + coalesce((SELECT sum(realization_checksum(r, makespan, replans)) FROM {}.realization AS realization WHERE "
        "{}), 0)",
        schema, same_scenario("realization", "result"));
  return fmt::format("(({}) & {})", sum, RowChecksum::k_mask);
}

void seal_rows(SQLite::Database& database, std::string_view table, std::string_view condition) {
  database.exec(
      fmt::format("UPDATE {} SET checksum = {} WHERE {}", table, checksum_expression(database, table), condition));
}

}  // namespace palio
