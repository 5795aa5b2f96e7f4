#include "storage/file/row_checksum.h"

#include <algorithm>
#include <memory>

#include "core/identity/random_stream.h"
#include "storage/file/metric_tables.h"
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
                                        "NOT ('{0}' = 'result' AND name IN ('stale', 'session_id', 'own'))",
                                        table, schema));
}

// A function takes at most 127 arguments.
std::string sum_of_columns(std::span<const std::string> columns, std::string_view table) {
  constexpr std::size_t most = 100;
  const auto value = [&](const std::string& name) { return fmt::format("{}.{}", table, quoted_name(name)); };
  if (columns.empty()) return "0";  // the table is missing
  std::string sum;
  while (!columns.empty()) {
    const auto some = columns.first(std::min(most, columns.size()));
    sum += fmt::format("{}row_checksum('{}', {})", sum.empty() ? "" : " + ", fmt::join(some, ","), listed(some, value));
    columns = columns.subspan(some.size());
  }
  return sum;
}

// As the view `measured` finds it.
constexpr std::string_view k_instance_of_result =
    "result.failure IS NULL AND i.platform_id = result.platform_id AND i.workload_id = result.workload_id AND "
    "i.strategy_id = iif(result.own, result.strategy_id, 0)";

// Of the rows of a table that belong to a result; nothing, and none are looked up, where it is empty.
std::string sum_of_details(SQLite::Database& database, std::string_view table, std::string_view sum,
                           std::string_view schema) {
  if (whole_number(database, fmt::format("SELECT EXISTS (SELECT 1 FROM {}.{})", schema, table)) == 0) return "";
  return fmt::format(" + coalesce((SELECT sum(({0}) & {1}) FROM {2}.{3} AS {3} WHERE {4}), 0)", sum,
                     RowChecksum::k_mask, schema, table, same_scenario(table, "result"));
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

// A stale result's checksum is one higher. That of its session's number is another in every file.
std::string checksum_expression(SQLite::Database& database, std::string_view table, std::string_view schema) {
  std::string sum = sum_of_columns(columns_of(database, table, schema), table);
  if (table == "result") sum += " + result.stale";
  if (table == "result") {
    const std::vector<const MetricInfo*> shared = stored_metrics(MetricOf::instance);
    std::vector<std::string> names;
    for (const MetricInfo* metric : shared) names.emplace_back(metric->name);
    sum += fmt::format(
        " + row_checksum('session_id', (SELECT key FROM {0}.session AS s WHERE s.id = result.session_id)) + "
        "coalesce((SELECT {1} FROM {0}.instance AS i WHERE {2}), 0)",
        schema, sum_of_columns(names, "i"), k_instance_of_result);
    std::vector<std::string_view> details{"application_result"};
    for (const MetricTable& kind : k_metric_tables) details.push_back(kind.name);
    for (const std::string_view detail : details)
      sum += sum_of_details(database, detail, sum_of_columns(columns_of(database, detail, schema), detail), schema);
    sum += sum_of_details(database, "realization", "realization_checksum(r, makespan, replans)", schema);
  }
  return fmt::format("(({}) & {})", sum, RowChecksum::k_mask);
}

void seal_rows(SQLite::Database& database, std::string_view table, std::string_view condition) {
  database.exec(
      fmt::format("UPDATE {} SET checksum = {} WHERE {}", table, checksum_expression(database, table), condition));
}

}  // namespace palio
