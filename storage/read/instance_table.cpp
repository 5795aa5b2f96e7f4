#include "storage/read/instance_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/metrics.h"
#include "storage/sql/columns.h"
#include "storage/sql/query.h"

namespace palio {
namespace {

using Id = std::pair<std::int64_t, std::int64_t>;  // of platform and workload

struct IdHash {
  std::size_t operator()(const Id& id) const {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // spreads the platforms
    return static_cast<std::size_t>((static_cast<std::uint64_t>(id.first) * golden) ^
                                    static_cast<std::uint64_t>(id.second));
  }
};

constexpr int k_first_metric = 3;  // column of the selection

const MetricInfo& metric_info(std::string_view name) {
  if (const MetricInfo* info = find_metric(name)) return *info;
  std::vector<std::string_view> names;
  for (const MetricInfo& info : metric_table()) names.push_back(info.name);
  throw UserError("unknown metric \"{}\"{}", name, suggestion(name, names));
}

// The position of a value in a list; appends it if it is new.
std::size_t place(std::vector<std::string>& list, const std::string& value) {
  const auto found = std::ranges::find(list, value);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(value);
  return list.size() - 1;
}

// What is read of every result, and where each column finds its value.
struct Layout {
  std::vector<std::string> metrics, strategies;
  std::vector<std::size_t> cells;  // by column: strategy x metrics + metric

  explicit Layout(std::span<const InstanceColumn> columns) {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (const InstanceColumn& column : columns)
      places.emplace_back(place(strategies, column.strategy), place(metrics, column.metric));
    for (const auto& [strategy, metric] : places) cells.push_back(strategy * metrics.size() + metric);
  }
};

void create_table(SQLite::Database& database, const std::filesystem::path& file,
                  std::span<const InstanceColumn> columns) {
  std::string sql = "CREATE TEMP TABLE instance (platform_id INTEGER, workload_id INTEGER";
  for (const InstanceColumn& column : columns)
    sql += fmt::format(", {} {}", quoted_name(column.name),
                       metric_info(column.metric).type == MetricType::integer ? "INTEGER" : "REAL");
  make_temporary(database, file, sql + ")");
}

// By id, for the labels that the campaign has.
std::map<std::int64_t, std::size_t> strategy_places(SQLite::Database& database,
                                                    const std::vector<std::string>& labels) {
  std::map<std::int64_t, std::size_t> places;
  SQLite::Statement select(database, "SELECT id, label FROM strategy");
  while (select.executeStep()) {
    const auto found = std::ranges::find(labels, select.getColumn(1).getString());
    if (found != labels.end())
      places[select.getColumn(0).getInt64()] = static_cast<std::size_t>(found - labels.begin());
  }
  return places;
}

// Collects the results of instances and writes each when it is complete. Results of an instance are stored close
// together, so that few instances are open at a time.
class Instances {
public:
  Instances(SQLite::Database& database, const Layout& layout)
      : layout_(layout),
        insert_(database,
                fmt::format("INSERT INTO temp.instance VALUES ({})", question_marks(layout.cells.size() + 2))) {}

  void add(const Id& id, std::size_t strategy, sqlite3_stmt* row) {
    Open& open = open_[id];
    if (open.completed == 0) open.values.resize(layout_.strategies.size() * layout_.metrics.size());
    double* values = &open.values[strategy * layout_.metrics.size()];
    for (int column = k_first_metric; column < sqlite3_column_count(row); ++column) *values++ = number_at(row, column);
    if (++open.completed < layout_.strategies.size()) return;
    write(id, open.values);
    open_.erase(id);
  }

private:
  struct Open {
    std::size_t completed = 0;   // strategies
    std::vector<double> values;  // of each strategy its metrics
  };

  void write(const Id& id, const std::vector<double>& values) {
    insert_.bind(1, id.first);
    insert_.bind(2, id.second);
    int parameter = 3;
    for (const std::size_t cell : layout_.cells) insert_.bind(parameter++, values[cell]);  // NaN is NULL
    insert_.exec();
    insert_.reset();
  }

  const Layout& layout_;
  SQLite::Statement insert_;
  std::unordered_map<Id, Open, IdHash> open_;
};

}  // namespace

void make_instance_table(SQLite::Database& database, const std::filesystem::path& file,
                         std::span<const InstanceColumn> columns) {
  create_table(database, file, columns);
  const Layout layout(columns);
  const auto places = strategy_places(database, layout.strategies);
  if (columns.empty() || places.size() < layout.strategies.size()) return;  // one of them never ran
  Instances instances(database, layout);
  const std::string sql =
      fmt::format("SELECT platform_id, workload_id, strategy_id, {} FROM result WHERE makespan IS NOT NULL",
                  fmt::join(layout.metrics, ", "));
  visit_rows(database, file, sql, [&](sqlite3_stmt* row) {
    const auto place = places.find(sqlite3_column_int64(row, 2));
    if (place != places.end())
      instances.add({sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)}, place->second, row);
  });
}

}  // namespace palio
