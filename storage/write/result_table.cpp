#include "storage/write/result_table.h"

#include <sqlite3.h>

#include <array>
#include <cmath>

#include "core/error.h"
#include "storage/file/metric_columns.h"
#include "storage/file/migrations.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"

namespace palio {
namespace {

// Rows per INSERT of new scenarios. 1.2 million in batches of 256: 310,000 rows/s with 1, 450,000 with 8, 490,000
// with 32.
constexpr std::size_t k_chunk = 32;

constexpr auto k_costs = std::to_array<std::string_view>(
    {"schedule_time", "simulation_time", "total_time", "peak_memory", "lp_time", "engine_difference"});

// Identity, metrics, costs, checksum.
int column_count() { return 6 + static_cast<int>(metric_table().size() + k_costs.size()) + 1; }

std::string insertion(std::size_t rows) {
  std::string columns = fmt::format("{}, outcome, attempt, session_id", k_scenario_columns);
  for (const MetricInfo& metric : metric_table()) columns += fmt::format(", {}", metric.name);
  columns += fmt::format(", {}, checksum", fmt::join(k_costs, ", "));
  const std::vector<std::string> values(rows, fmt::format("({})", question_marks(column_count())));
  return fmt::format("INSERT INTO result ({}) VALUES {}", columns, fmt::join(values, ", "));
}

// A metric that only a newer Palio knows becomes NULL.
std::string replacement(SQLite::Database& database) {
  std::string changes = "outcome = excluded.outcome, attempt = excluded.attempt, session_id = excluded.session_id";
  for (const MetricColumn& metric : metric_columns(database))
    changes += fmt::format(", {0} = excluded.{0}", quoted_name(metric.name));
  for (const std::string_view cost : k_costs) changes += fmt::format(", {0} = excluded.{0}", cost);
  changes += ", stale = 0, checksum = excluded.checksum";
  return fmt::format("{} ON CONFLICT ({}) DO UPDATE SET {} WHERE excluded.attempt >= result.attempt", insertion(1),
                     k_scenario_columns, changes);
}

// The hashes of the names of all columns but metrics, for the checksums.
struct ColumnHashes {
  std::uint64_t platform = column_hash("platform_id"), workload = column_hash("workload_id"),
                strategy = column_hash("strategy_id");
  std::uint64_t outcome = column_hash("outcome"), attempt = column_hash("attempt"), session = column_hash("session_id");
  std::array<std::uint64_t, k_costs.size()> costs{};
  std::uint64_t application = column_hash("application"), release_date = column_hash("release_date"),
                start = column_hash("start"), finish = column_hash("finish"),
                dedicated_makespan = column_hash("dedicated_makespan");
  std::uint64_t kind = column_hash("kind"), signal = column_hash("signal"), message = column_hash("message"),
                stderr_tail = column_hash("stderr_tail");

  ColumnHashes() {
    for (std::size_t i = 0; i < k_costs.size(); ++i) costs.at(i) = column_hash(k_costs.at(i));
  }
};

std::vector<std::uint64_t> metric_hashes() {
  std::vector<std::uint64_t> hashes;
  for (const MetricInfo& metric : metric_table()) hashes.push_back(column_hash(metric.name));
  return hashes;
}

const ColumnHashes& columns() {
  static const ColumnHashes hashes;
  return hashes;
}

// The previous use may have failed half-way. What is not bound from now on is NULL: half of the metrics of most rows.
void begin_use(SQLite::Statement& statement) {
  statement.tryReset();
  statement.clearBindings();
}

/// Binds the values of a row one after the other, after the parameter `index`, and adds them to its checksum.
class RowBinder {
public:
  explicit RowBinder(SQLite::Statement& statement) : statement_(statement) { begin_use(statement); }
  RowBinder(SQLite::Statement& statement, int index) : statement_(statement), index_(index) {}

  void add(std::uint64_t column, std::int64_t value) {
    statement_.bind(++index_, value);
    checksum_.add(column, value);
  }
  /// NaN is NULL.
  void add(std::uint64_t column, double value) {
    if (std::isnan(value)) return add_null();
    statement_.bind(++index_, value);
    checksum_.add(column, value);
  }
  /// A literal: lives forever and ends with a zero.
  void add_word(std::uint64_t column, std::string_view word) {
    statement_.bindNoCopy(++index_, word.data());
    checksum_.add(column, word);
  }
  /// The text must live until the statement has run.
  void add(std::uint64_t column, const std::string& text) {
    statement_.bindNoCopy(++index_, text);
    checksum_.add(column, std::string_view(text));
  }
  void add_null() { ++index_; }
  /// Says which row is meant: no part of the checksum.
  void add_id(const ScenarioId& id) {
    for (const std::int64_t number : {id.platform, id.workload, id.strategy}) statement_.bind(++index_, number);
  }
  void add_part(const RowChecksum& part) { checksum_.add_part(part); }
  void add_checksum() { statement_.bind(++index_, checksum_.sum()); }

private:
  SQLite::Statement& statement_;
  int index_ = 0;
  RowChecksum checksum_;
};

// `row` takes the values: a RowBinder or a RowChecksum.
template <class Row>
void put_id(Row& row, const ScenarioId& id) {
  row.add(columns().platform, id.platform);
  row.add(columns().workload, id.workload);
  row.add(columns().strategy, id.strategy);
}

template <class Row>
void put_application(Row& row, const ScenarioId& id, std::int64_t position, const ApplicationMetrics& application) {
  put_id(row, id);
  row.add(columns().application, position);
  row.add(columns().release_date, application.release_date);
  row.add(columns().start, application.start);
  row.add(columns().finish, application.finish);
  row.add(columns().dedicated_makespan, application.dedicated_makespan);
}

void bind_metric(RowBinder& binder, const MetricInfo& metric, std::uint64_t column, double value) {
  if (metric.type == MetricType::integer && !std::isnan(value))
    binder.add(column, static_cast<std::int64_t>(value));
  else
    binder.add(column, value);
}

// A failure has no metrics.
void bind_metrics(RowBinder& binder, const Completed* completed, std::span<const std::uint64_t> hashes) {
  static const MetricValues none;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const MetricInfo& metric = metric_table()[i];
    bind_metric(binder, metric, hashes[i], (completed == nullptr ? none : completed->metrics)[metric]);
  }
}

// A result's checksum covers its applications, and its realizations where they are kept.
void add_applications(RowBinder& binder, const ScenarioId& id, const Completed& completed) {
  std::int64_t position = 0;
  for (const ApplicationMetrics& application : completed.applications) {
    RowChecksum part;
    put_application(part, id, position++, application);
    binder.add_part(part);
  }
}

void add_realizations(RowBinder& binder, const Completed& completed) {
  for (std::size_t r = 0; r < completed.realizations.size(); ++r)
    binder.add_part(realization_checksum(static_cast<std::int64_t>(r), completed.realizations[r]));
}

// Binds one row after the parameter `index`.
void bind_result(SQLite::Statement& statement, const StoredResult& row, std::int64_t session,
                 std::span<const std::uint64_t> hashes, int index) {
  const auto* completed = std::get_if<Completed>(&row.result.outcome);
  RowBinder binder(statement, index);
  put_id(binder, row.id);
  binder.add_word(columns().outcome,
                  completed != nullptr ? "completed" : to_text(std::get<Failure>(row.result.outcome).kind));
  binder.add(columns().attempt, std::int64_t{row.attempt});
  binder.add(columns().session, session);
  bind_metrics(binder, completed, hashes);
  const Cost& cost = row.result.cost;
  const std::array<double, k_costs.size()> costs{cost.schedule_time, cost.simulation_time, cost.total_time,
                                                 cost.peak_memory,   cost.lp_time,         cost.engine_difference};
  for (std::size_t i = 0; i < costs.size(); ++i) binder.add(columns().costs.at(i), costs.at(i));
  if (completed != nullptr) {
    add_applications(binder, row.id, *completed);
    add_realizations(binder, *completed);
  }
  binder.add_checksum();
}

}  // namespace

// The checksum grows by the new values: that of a row that was changed after it was stored stays wrong.
void fill_metrics(SQLite::Database& database, std::span<const std::string_view> names,
                  std::span<const FilledMetrics> batch) {
  std::string values, lacking;
  for (const std::string_view name : names) {
    values += fmt::format("{} = ?, ", name);
    lacking += fmt::format(" AND {} IS NULL", name);
  }
  SQLite::Statement update(database,
                           fmt::format("UPDATE result SET {}checksum = (checksum + ?) & {} WHERE outcome = 'completed' "
                                       "AND {}{}",
                                       values, RowChecksum::k_mask, k_is_scenario, lacking));
  for (const auto& [id, metrics] : batch) {
    RowBinder row(update);
    for (const std::string_view name : names) bind_metric(row, *find_metric(name), column_hash(name), metrics[name]);
    row.add_checksum();
    row.add_id(id);
    update.exec();
  }
}

ResultTable::ResultTable(SQLite::Database& database)
    : database_(database),
      metric_hashes_(metric_hashes()),
      insert_chunk_(database, insertion(k_chunk)),
      replace_(database, replacement(database)),
      delete_applications_(database, fmt::format("DELETE FROM application_result WHERE {}", k_is_scenario)),
      insert_application_(database, "INSERT INTO application_result VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_failure_(database, "INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)") {
  if (kept_in(database) == Kept::metrics) return;
  delete_realizations_.emplace(database, fmt::format("DELETE FROM realization WHERE {}", k_is_scenario));
  insert_realization_.emplace(database, "INSERT INTO realization VALUES (?, ?, ?, ?, ?, ?)");
}

void ResultTable::write(std::span<const StoredResult> batch, std::int64_t session) {
  while (batch.size() >= k_chunk) {
    write_chunk(batch.first(k_chunk), session);
    batch = batch.subspan(k_chunk);
  }
  for (const StoredResult& row : batch) write_row(row, session);
}

// All rows in one all-or-nothing statement if none is stored yet, the usual case.
void ResultTable::write_chunk(std::span<const StoredResult> rows, std::int64_t session) {
  int index = 0;
  begin_use(insert_chunk_);
  for (const StoredResult& row : rows) {
    bind_result(insert_chunk_, row, session, metric_hashes_, index);
    index += column_count();
  }
  const int code = insert_chunk_.tryExecuteStep();
  const bool stored_already = database_.getExtendedErrorCode() == SQLITE_CONSTRAINT_PRIMARYKEY;
  if (code != SQLITE_DONE && !stored_already) throw SQLite::Exception(database_.getHandle(), code);
  for (const StoredResult& row : rows) code == SQLITE_DONE ? write_details(row) : write_row(row, session);
}

void ResultTable::write_row(const StoredResult& row, std::int64_t session) {
  begin_use(replace_);
  bind_result(replace_, row, session, metric_hashes_, 0);
  if (replace_.exec() == 0) return write_failure(row);
  RowBinder id(delete_applications_);
  put_id(id, row.id);
  delete_applications_.exec();
  if (delete_realizations_) {
    begin_use(*delete_realizations_);
    execute(*delete_realizations_, row.id.platform, row.id.workload, row.id.strategy);
  }
  write_details(row);
}

void ResultTable::write_details(const StoredResult& row) {
  write_failure(row);
  write_applications(row);
  write_realizations(row);
}

void ResultTable::write_failure(const StoredResult& row) {
  const auto* failure = std::get_if<Failure>(&row.result.outcome);
  if (failure == nullptr) return;
  RowBinder binder(insert_failure_);
  put_id(binder, row.id);
  binder.add(columns().attempt, std::int64_t{row.attempt});
  binder.add_word(columns().kind, to_text(failure->kind));
  if (failure->signal == 0)
    binder.add_null();
  else
    binder.add(columns().signal, std::int64_t{failure->signal});
  binder.add(columns().message, failure->message);
  binder.add(columns().stderr_tail, failure->stderr_tail);
  binder.add_checksum();
  insert_failure_.exec();
}

void ResultTable::write_applications(const StoredResult& row) {
  const auto* completed = std::get_if<Completed>(&row.result.outcome);
  if (completed == nullptr) return;
  std::int64_t position = 0;
  for (const ApplicationMetrics& application : completed->applications) {
    RowBinder binder(insert_application_);
    put_application(binder, row.id, position++, application);
    insert_application_.exec();
  }
}

void ResultTable::write_realizations(const StoredResult& row) {
  const auto* completed = std::get_if<Completed>(&row.result.outcome);
  if (completed == nullptr || completed->realizations.empty()) return;
  if (!insert_realization_) throw InternalError("realizations came for a campaign that does not keep them");
  std::int64_t r = 0;
  for (const auto& [makespan, replans] : completed->realizations) {
    begin_use(*insert_realization_);
    execute(*insert_realization_, row.id.platform, row.id.workload, row.id.strategy, r++, makespan, replans);
  }
}

}  // namespace palio
