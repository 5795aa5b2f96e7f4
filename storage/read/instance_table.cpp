#include "storage/read/instance_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/metrics.h"
#include "storage/sql/columns.h"
#include "storage/sql/query.h"
#include "storage/sql/sql_function.h"

namespace palio {
namespace {

constexpr std::size_t k_ids = 2;  // columns before the metrics

// Rows in memory, one after the other; a value for each column that follows the ids.
class InstanceRows final : public TableRows {
public:
  explicit InstanceRows(std::span<const InstanceColumn> columns) {
    for (const InstanceColumn& column : columns)
      whole_.push_back(metric_named(column.metric).type == MetricType::integer);
  }

  void reserve(std::size_t rows) {
    ids_.reserve(rows);
    values_.reserve(rows * whole_.size());
  }

  using Ids = std::array<std::int64_t, k_ids>;  // of platform and workload
  void add(const Ids& ids, const std::vector<double>& values) {
    ids_.push_back(ids);
    values_.insert(values_.end(), values.begin(), values.end());
  }

  std::size_t size() const override { return ids_.size(); }
  SqlValue value(std::size_t row, std::size_t column) const override {
    if (column < k_ids) return ids_[row][column];
    const double value = values_[row * whole_.size() + column - k_ids];
    if (whole_[column - k_ids] && !std::isnan(value)) return static_cast<std::int64_t>(value);
    return value;
  }

private:
  std::vector<bool> whole_;  // by column, whether its values are integers
  std::vector<Ids> ids_;
  std::vector<double> values_;
};

std::string column_definitions(std::span<const InstanceColumn> columns) {
  std::string sql = "platform_id INTEGER, workload_id INTEGER";
  std::set<std::string> names{"platform_id", "workload_id"};
  for (const InstanceColumn& column : columns) {
    if (!names.insert(column.name).second) throw UserError("duplicate column name: {}", column.name);
    sql += fmt::format(", {} {}", quoted_name(column.name),
                       metric_named(column.metric).type == MetricType::integer ? "INTEGER" : "REAL");
  }
  return sql;
}

// By the id of a strategy, the columns that are about it.
using ColumnsOfStrategy = std::map<std::int64_t, std::vector<std::size_t>>;

ColumnsOfStrategy columns_by_strategy(SQLite::Database& database, std::span<const InstanceColumn> columns) {
  ColumnsOfStrategy by_strategy;
  SQLite::Statement select(database, "SELECT id, label FROM strategy");
  while (select.executeStep())
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i].strategy == select.getColumn(1).getString())
        by_strategy[select.getColumn(0).getInt64()].push_back(i);
  return by_strategy;
}

std::size_t count_strategies(std::span<const InstanceColumn> columns) {
  std::set<std::string_view> strategies;
  for (const InstanceColumn& column : columns) strategies.insert(column.strategy);
  return strategies.size();
}

// `metrics` has the values of each column, then the makespan, which tells what was completed.
void add_instances(InstanceRows& rows, const ResultColumns& metrics, const ColumnsOfStrategy& by_strategy) {
  const auto& [platforms, workloads, strategies] = *metrics.dimensions;
  std::vector<const std::vector<std::size_t>*> columns_of;  // by place of the strategy; null: none is about it
  for (const std::int64_t id : strategies) {
    const auto found = by_strategy.find(id);
    columns_of.push_back(found == by_strategy.end() ? nullptr : &found->second);
  }
  const std::vector<ResultId>& ids = *metrics.ids;
  const ResultColumns::Values& makespans = *metrics.values.back();
  std::vector<double> values(metrics.values.size() - 1);
  rows.reserve(ids.size() / by_strategy.size());
  std::size_t completed = 0;  // strategies of this instance
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i > 0 && (ids[i].platform != ids[i - 1].platform || ids[i].workload != ids[i - 1].workload)) completed = 0;
    const std::vector<std::size_t>* columns = columns_of[ids[i].strategy];
    if (columns == nullptr || std::isnan(makespans[i])) continue;
    for (const std::size_t column : *columns) values[column] = (*metrics.values[column])[i];
    if (++completed == by_strategy.size()) rows.add({platforms[ids[i].platform], workloads[ids[i].workload]}, values);
  }
}

}  // namespace

void make_instance_table(SQLite::Database& database, const std::filesystem::path& file,
                         std::span<const InstanceColumn> columns, const ReadResults& results) {
  TableFunction table{
      .name = "instance_rows", .columns = column_definitions(columns), .usual_rows = 0, .hint = {}, .rows = {}};
  const auto rows = std::make_shared<InstanceRows>(columns);
  const ColumnsOfStrategy by_strategy = columns_by_strategy(database, columns);
  if (!columns.empty() && by_strategy.size() == count_strategies(columns)) {  // all of them ran
    std::vector<std::string> expressions;
    for (const InstanceColumn& column : columns) expressions.push_back(column.metric);
    expressions.emplace_back("makespan");
    add_instances(*rows, results(expressions), by_strategy);
  }
  table.usual_rows = static_cast<double>(rows->size());
  table.rows = [rows = std::shared_ptr<const TableRows>(rows)](const std::string&, const UsedColumns&) { return rows; };
  register_table(database.getHandle(), std::move(table));
  make_temporary(database, file, "CREATE TEMP VIEW instance AS SELECT * FROM instance_rows");
}

}  // namespace palio
