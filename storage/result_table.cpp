#include "storage/result_table.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>

namespace palio {
namespace {

// Rows per INSERT for scenarios that are new. 1.2 million rows in batches of 256: 1 row 310 000 rows/s, 8 rows 450 000,
// 32 rows 490 000, 64 rows 495 000.
constexpr std::size_t k_chunk = 32;

constexpr int k_columns = 6 + static_cast<int>(k_metric_count) + 5;  // what it is, metrics, costs

std::string insertion(std::size_t rows) {
  std::string columns = "platform_id, workload_id, strategy_id, outcome, attempt, session_id";
  for (const MetricInfo& metric : metric_table()) columns += fmt::format(", {}", metric.name);
  columns += ", schedule_time, simulation_time, total_time, peak_memory, lp_time";
  std::string row = "(?";
  for (int i = 1; i < k_columns; ++i) row += ", ?";
  row += ')';
  std::string values = row;
  for (std::size_t i = 1; i < rows; ++i) values += ", " + row;
  return fmt::format("INSERT INTO result ({}) VALUES {}", columns, values);
}

std::string replacement() {
  std::string changes = "outcome = excluded.outcome, attempt = excluded.attempt, session_id = excluded.session_id";
  for (const MetricInfo& metric : metric_table()) changes += fmt::format(", {0} = excluded.{0}", metric.name);
  for (const std::string_view cost : {"schedule_time", "simulation_time", "total_time", "peak_memory", "lp_time"})
    changes += fmt::format(", {0} = excluded.{0}", cost);
  return fmt::format(
      "{} ON CONFLICT (platform_id, workload_id, strategy_id) DO UPDATE SET {} "
      "WHERE excluded.attempt >= result.attempt",
      insertion(1), changes);
}

// Every use of a statement starts with tryReset(): the one before may have failed half-way.
int bind_id(SQLite::Statement& statement, const ScenarioId& id, int index) {
  statement.bind(++index, id.platform);
  statement.bind(++index, id.workload);
  statement.bind(++index, id.strategy);
  return index;
}

// NaN is NULL.
void bind_real(SQLite::Statement& statement, int index, double value) {
  if (std::isnan(value))
    statement.bind(index);
  else
    statement.bind(index, value);
}

int bind_metrics(SQLite::Statement& statement, const MetricValues& metrics, int index) {
  for (const MetricInfo& metric : metric_table()) {
    const double value = metrics[metric.metric];
    ++index;
    if (metric.type == MetricType::integer && !std::isnan(value))
      statement.bind(index, static_cast<std::int64_t>(value));
    else
      bind_real(statement, index, value);
  }
  return index;
}

// Binds one row behind the parameter `index`; the row's strings are constants.
void bind_result(SQLite::Statement& statement, const StoredResult& row, std::int64_t session, int index) {
  static const MetricValues no_metrics;
  const auto* completed = std::get_if<Completed>(&row.result.outcome);
  const std::string_view outcome =
      completed != nullptr ? "completed" : to_text(std::get<Failure>(row.result.outcome).kind);
  index = bind_id(statement, row.id, index);
  statement.bindNoCopy(++index, outcome.data());  // a literal: ends with a zero
  statement.bind(++index, row.attempt);
  statement.bind(++index, session);
  index = bind_metrics(statement, completed != nullptr ? completed->metrics : no_metrics, index);
  const Cost& cost = row.result.cost;
  for (const double value : {cost.schedule_time, cost.simulation_time, cost.total_time, cost.peak_memory})
    statement.bind(++index, value);
  bind_real(statement, ++index, cost.lp_time);
}

}  // namespace

class ResultTable::Impl {
public:
  explicit Impl(SQLite::Database& database)
      : database_(database),
        insert_chunk_(database, insertion(k_chunk)),
        replace_(database, replacement()),
        delete_applications_(
            database, "DELETE FROM application_result WHERE platform_id = ? AND workload_id = ? AND strategy_id = ?"),
        insert_application_(database, "INSERT INTO application_result VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
        insert_failure_(database, "INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?, ?, ?, ?, ?)") {}

  void write(std::span<const StoredResult> batch, std::int64_t session) {
    while (batch.size() >= k_chunk) {
      write_chunk(batch.first(k_chunk), session);
      batch = batch.subspan(k_chunk);
    }
    for (const StoredResult& row : batch) write_row(row, session);
  }

private:
  // All rows in one statement if none is stored yet: the usual case, and an all-or-nothing one.
  void write_chunk(std::span<const StoredResult> rows, std::int64_t session) {
    int index = 0;
    insert_chunk_.tryReset();
    for (const StoredResult& row : rows) {
      bind_result(insert_chunk_, row, session, index);
      index += k_columns;
    }
    const int code = insert_chunk_.tryExecuteStep();
    const bool stored_already = database_.getExtendedErrorCode() == SQLITE_CONSTRAINT_PRIMARYKEY;
    if (code == SQLITE_DONE) {
      for (const StoredResult& row : rows) write_details(row);
    } else if (stored_already) {
      for (const StoredResult& row : rows) write_row(row, session);
    } else {
      throw SQLite::Exception(database_.getHandle(), code);
    }
  }

  void write_row(const StoredResult& row, std::int64_t session) {
    replace_.tryReset();
    bind_result(replace_, row, session, 0);
    if (replace_.exec() == 0) return write_failure(row);
    delete_applications_.tryReset();
    bind_id(delete_applications_, row.id, 0);
    delete_applications_.exec();
    write_details(row);
  }

  void write_details(const StoredResult& row) {
    write_failure(row);
    write_applications(row);
  }

  void write_failure(const StoredResult& row) {
    const auto* failure = std::get_if<Failure>(&row.result.outcome);
    if (failure == nullptr) return;
    insert_failure_.tryReset();
    int index = bind_id(insert_failure_, row.id, 0);
    insert_failure_.bind(++index, row.attempt);
    insert_failure_.bindNoCopy(++index, to_text(failure->kind).data());
    if (failure->signal == 0)
      insert_failure_.bind(++index);
    else
      insert_failure_.bind(++index, failure->signal);
    insert_failure_.bindNoCopy(++index, failure->message);
    insert_failure_.bindNoCopy(++index, failure->stderr_tail);
    insert_failure_.exec();
  }

  void write_applications(const StoredResult& row) {
    const auto* completed = std::get_if<Completed>(&row.result.outcome);
    if (completed == nullptr) return;
    std::int64_t position = 0;
    for (const ApplicationMetrics& application : completed->applications) {
      insert_application_.tryReset();
      int index = bind_id(insert_application_, row.id, 0);
      insert_application_.bind(++index, position++);
      insert_application_.bind(++index, application.release_date);
      insert_application_.bind(++index, application.start);
      insert_application_.bind(++index, application.finish);
      bind_real(insert_application_, ++index, application.dedicated_makespan);
      insert_application_.exec();
    }
  }

  SQLite::Database& database_;
  SQLite::Statement insert_chunk_;
  SQLite::Statement replace_;
  SQLite::Statement delete_applications_;
  SQLite::Statement insert_application_;
  SQLite::Statement insert_failure_;
};

ResultTable::ResultTable(SQLite::Database& database) : impl_(std::make_unique<Impl>(database)) {}
ResultTable::~ResultTable() = default;

void ResultTable::write(std::span<const StoredResult> batch, std::int64_t session) { impl_->write(batch, session); }

}  // namespace palio
