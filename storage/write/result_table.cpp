#include "storage/write/result_table.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.h"
#include "storage/file/metric_tables.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"
#include "storage/file/schema_version.h"

namespace palio {
namespace {

// Rows per INSERT of new scenarios. 1.2 million in batches of 256: 310,000 rows/s with 1, 450,000 with 8, 490,000
// with 32.
constexpr std::size_t k_chunk = 32;

constexpr auto k_costs = std::to_array<std::string_view>(
    {"schedule_ns", "simulation_ns", "total_ns", "peak_memory", "lp_ns", "engine_difference"});

const std::vector<const MetricInfo*>& metrics_of(MetricOf of) {
  static const std::array<std::vector<const MetricInfo*>, 4> metrics{
      stored_metrics(MetricOf::result), stored_metrics(MetricOf::batch), stored_metrics(MetricOf::uncertain),
      stored_metrics(MetricOf::instance)};
  return metrics.at(static_cast<std::size_t>(of));
}

// Identity, metrics, costs, checksum.
int column_count() { return 8 + static_cast<int>(metrics_of(MetricOf::result).size() + k_costs.size()) + 1; }

std::string listed_metrics(MetricOf of) {
  return listed(metrics_of(of), [](const MetricInfo* metric) { return std::string(metric->name); });
}

std::string insertion(std::size_t rows) {
  const std::string columns =
      fmt::format("{}, failure, attempt, session_id, own, kinds, {}, {}, checksum", k_scenario_columns,
                  listed_metrics(MetricOf::result), fmt::join(k_costs, ", "));
  const std::vector<std::string> values(rows, fmt::format("({})", question_marks(column_count())));
  return fmt::format("INSERT INTO result ({}) VALUES {}", columns, fmt::join(values, ", "));
}

std::string replacement() {
  std::string changes =
      "failure = excluded.failure, attempt = excluded.attempt, session_id = excluded.session_id, own = excluded.own, "
      "kinds = excluded.kinds";
  for (const MetricInfo* metric : metrics_of(MetricOf::result))
    changes += fmt::format(", {0} = excluded.{0}", metric->name);
  for (const std::string_view cost : k_costs) changes += fmt::format(", {0} = excluded.{0}", cost);
  changes += ", stale = 0, checksum = excluded.checksum";
  return fmt::format("{} ON CONFLICT ({}) DO UPDATE SET {} WHERE excluded.attempt >= result.attempt", insertion(1),
                     k_scenario_columns, changes);
}

std::string insertion_of(const MetricTable& table) {
  return fmt::format("INSERT INTO {} ({}, {}) VALUES ({}) ON CONFLICT DO NOTHING", table.name, k_scenario_columns,
                     listed_metrics(table.of), question_marks(3 + metrics_of(table.of).size()));
}

constexpr MetricTable k_instance_table{"instance", MetricOf::instance};

// The hashes of the names of all columns but metrics, for the checksums.
struct ColumnHashes {
  std::uint64_t platform = column_hash("platform_id"), workload = column_hash("workload_id"),
                strategy = column_hash("strategy_id");
  std::uint64_t failure = column_hash("failure"), attempt = column_hash("attempt"), session = column_hash("session_id"),
                kinds = column_hash("kinds");
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

// In the order of metrics_of().
const std::vector<std::uint64_t>& metric_hashes(MetricOf of) {
  static const auto hashes_of = [](MetricOf kind) {
    std::vector<std::uint64_t> hashes;
    for (const MetricInfo* metric : metrics_of(kind)) hashes.push_back(column_hash(metric->name));
    return hashes;
  };
  static const std::array<std::vector<std::uint64_t>, 4> hashes{hashes_of(MetricOf::result), hashes_of(MetricOf::batch),
                                                                hashes_of(MetricOf::uncertain),
                                                                hashes_of(MetricOf::instance)};
  return hashes.at(static_cast<std::size_t>(of));
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
  /// The checksum gets another number in its place.
  void add_as(std::uint64_t column, std::int64_t value, std::int64_t summed) {
    statement_.bind(++index_, value);
    checksum_.add(column, summed);
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
  /// Not covered by the checksum.
  void add_uncovered(std::int64_t value) { statement_.bind(++index_, value); }
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

// `row` as above; NULL where there is no value.
template <class Row>
void put_metrics(Row& row, MetricOf of, const MetricValues& values) {
  const std::vector<const MetricInfo*>& metrics = metrics_of(of);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const double value = values[*metrics[i]];
    if (metrics[i]->type == MetricType::integer && !std::isnan(value))
      row.add(metric_hashes(of)[i], static_cast<std::int64_t>(value));
    else
      row.add(metric_hashes(of)[i], value);
  }
}

// The column `kinds`.
std::int64_t kinds_of(const MetricValues& values) {
  std::int64_t kinds = 0;
  for (std::size_t i = 0; i < k_metric_tables.size(); ++i)
    if (std::ranges::any_of(metrics_of(k_metric_tables.at(i).of),
                            [&](const MetricInfo* metric) { return !std::isnan(values[*metric]); }))
      kinds |= std::int64_t{1} << i;
  return kinds;
}
bool has_kind(std::int64_t kinds, std::size_t table) { return (kinds >> table & 1) == 1; }

// A result's checksum covers what belongs to it.
void add_parts(RowBinder& binder, const ScenarioId& id, const Completed& completed, std::int64_t kinds) {
  for (std::size_t i = 0; i < k_metric_tables.size(); ++i) {
    if (!has_kind(kinds, i)) continue;
    RowChecksum part;
    put_id(part, id);
    put_metrics(part, k_metric_tables.at(i).of, completed.metrics);
    binder.add_part(part);
  }
  std::int64_t position = 0;
  for (const ApplicationMetrics& application : completed.applications) {
    RowChecksum part;
    put_application(part, id, position++, application);
    binder.add_part(part);
  }
  for (std::size_t r = 0; r < completed.realizations.size(); ++r)
    binder.add_part(realization_checksum(static_cast<std::int64_t>(r), completed.realizations[r]));
}

// Nanoseconds take half of the bytes of a real number.
void add_time(RowBinder& binder, std::uint64_t column, double seconds) {
  if (std::isnan(seconds)) return binder.add_null();
  binder.add(column, static_cast<std::int64_t>(std::llround(seconds * 1e9)));
}

}  // namespace

// Binds the values after the parameter `index`.
void ResultTable::bind(SQLite::Statement& statement, const Row& row, const SessionIds& session, int index) {
  static const MetricValues none;
  const auto& [id, attempt, result] = *row.result;
  const auto* completed = std::get_if<Completed>(&result.outcome);
  RowBinder binder(statement, index);
  put_id(binder, id);
  if (completed != nullptr)
    binder.add_null();
  else
    binder.add_word(columns().failure, to_text(std::get<Failure>(result.outcome).kind));
  binder.add(columns().attempt, std::int64_t{attempt});
  binder.add_as(columns().session, session.session, session.key);
  binder.add_uncovered(row.own ? 1 : 0);
  binder.add(columns().kinds, row.kinds);
  put_metrics(binder, MetricOf::result, completed == nullptr ? none : completed->metrics);
  const Cost& cost = result.cost;
  add_time(binder, columns().costs[0], cost.schedule_time);
  add_time(binder, columns().costs[1], cost.simulation_time);
  add_time(binder, columns().costs[2], cost.total_time);
  binder.add(columns().costs[3], cost.peak_memory);
  add_time(binder, columns().costs[4], cost.lp_time);
  binder.add(columns().costs[5], cost.engine_difference);
  binder.add_part(row.instance);
  if (completed != nullptr) add_parts(binder, id, *completed, row.kinds);
  binder.add_checksum();
}

ResultTable::ResultTable(SQLite::Database& database)
    : database_(database),
      kept_(kept_in(database)),
      insert_chunk_(database, insertion(k_chunk)),
      replace_(database, replacement()),
      insert_application_(database, "INSERT INTO application_result VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_failure_(database, "INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_realization_(database, "INSERT INTO realization VALUES (?, ?, ?, ?, ?, ?)"),
      insert_instance_(database, insertion_of(k_instance_table)),
      find_instance_(database, fmt::format("SELECT {} FROM instance WHERE platform_id = ? AND workload_id = ? AND "
                                           "strategy_id = 0",
                                           listed_metrics(MetricOf::instance))) {
  for (const MetricTable& table : k_metric_tables) insert_metrics_.emplace_back(database, insertion_of(table));
  for (const std::string_view table : k_detail_tables)
    delete_details_.emplace_back(database, fmt::format("DELETE FROM {} WHERE {}", table, k_is_scenario));
}

// In the order of the ids, so that neighbours go into one page.
void ResultTable::write(std::span<const StoredResult> batch, const SessionIds& session) {
  shared_of_ = {};  // the transaction before may have failed
  std::vector<Row> rows;
  rows.reserve(batch.size());
  for (const StoredResult& row : batch) rows.push_back({&row});
  std::ranges::stable_sort(rows, {}, [](const Row& row) { return row.result->id; });
  for (Row& row : rows)
    if (const auto* completed = std::get_if<Completed>(&row.result->result.outcome)) set_parts(row, *completed);
  std::span<const Row> left(rows);
  for (; left.size() >= k_chunk; left = left.subspan(k_chunk)) write_chunk(left.first(k_chunk), session);
  for (const Row& row : left) write_row(row, session);
}

// All rows in one all-or-nothing statement if none is stored yet, the usual case.
void ResultTable::write_chunk(std::span<const Row> rows, const SessionIds& session) {
  int index = 0;
  begin_use(insert_chunk_);
  for (const Row& row : rows) {
    bind(insert_chunk_, row, session, index);
    index += column_count();
  }
  const int code = insert_chunk_.tryExecuteStep();
  const bool stored_already = database_.getExtendedErrorCode() == SQLITE_CONSTRAINT_PRIMARYKEY;
  if (code != SQLITE_DONE && !stored_already) throw SQLite::Exception(database_.getHandle(), code);
  for (const Row& row : rows) code == SQLITE_DONE ? write_details(row) : write_row(row, session);
}

void ResultTable::write_row(const Row& row, const SessionIds& session) {
  begin_use(replace_);
  bind(replace_, row, session, 0);
  if (replace_.exec() == 0) return write_failure(*row.result);
  const ScenarioId& id = row.result->id;
  for (SQLite::Statement& remove : delete_details_) {
    begin_use(remove);
    execute(remove, id.platform, id.workload, id.strategy);
  }
  write_details(row);
}

void ResultTable::write_details(const Row& written) {
  const StoredResult& row = *written.result;
  write_failure(row);
  const auto* completed = std::get_if<Completed>(&row.result.outcome);
  if (completed == nullptr) return;
  if (written.own) insert_instance(row.id, completed->metrics);
  for (std::size_t i = 0; i < k_metric_tables.size(); ++i) {
    if (!has_kind(written.kinds, i)) continue;
    RowBinder binder(insert_metrics_[i]);
    put_id(binder, row.id);
    put_metrics(binder, k_metric_tables.at(i).of, completed->metrics);
    insert_metrics_[i].exec();
  }
  std::int64_t position = 0;
  for (const ApplicationMetrics& application : completed->applications) {
    RowBinder binder(insert_application_);
    put_application(binder, row.id, position++, application);
    insert_application_.exec();
  }
  if (completed->realizations.empty()) return;
  if (kept_ == Kept::metrics) throw InternalError("realizations came for a campaign that does not keep them");
  std::int64_t r = 0;
  for (const auto& [makespan, replans] : completed->realizations) {
    begin_use(insert_realization_);
    execute(insert_realization_, row.id.platform, row.id.workload, row.id.strategy, r++, makespan, replans);
  }
}

bool ResultTable::insert_instance(const ScenarioId& id, const MetricValues& metrics) {
  RowBinder binder(insert_instance_);
  put_id(binder, id);
  put_metrics(binder, MetricOf::instance, metrics);
  return insert_instance_.exec() > 0;
}

// Rows come instance by instance.
void ResultTable::set_parts(Row& row, const Completed& completed) {
  row.kinds = kinds_of(completed.metrics);
  const std::pair instance(row.result->id.platform, row.result->id.workload);
  if (shared_of_ != instance) set_shared(row, completed.metrics);
  shared_of_ = instance;
  const auto differs = [&](const MetricInfo* metric) {
    const double mine = completed.metrics[*metric], shared = shared_[*metric];
    return mine != shared && !(std::isnan(mine) && std::isnan(shared));
  };
  row.own = std::ranges::any_of(metrics_of(MetricOf::instance), differs);
  row.instance = shared_sum_;
  if (!row.own) return;
  row.instance = {};
  put_metrics(row.instance, MetricOf::instance, completed.metrics);
}

// As they are stored, or as they are from now on.
void ResultTable::set_shared(const Row& row, const MetricValues& metrics) {
  const auto& [platform, workload, strategy] = row.result->id;
  shared_ = metrics;
  if (!insert_instance({platform, workload, 0}, metrics)) {
    begin_use(find_instance_);
    bind_all(find_instance_, platform, workload);
    find_instance_.executeStep();
    int column = 0;
    for (const MetricInfo* metric : metrics_of(MetricOf::instance))
      shared_[*metric] = number_or_nan(value_of(find_instance_.getColumn(column++)));
    find_instance_.reset();
  }
  shared_sum_ = {};
  put_metrics(shared_sum_, MetricOf::instance, shared_);
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

}  // namespace palio
