#include "storage/merge/merge_steps.h"

#include <algorithm>

#include "core/metrics.h"
#include "storage/file/metric_tables.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"

namespace palio {
namespace {

constexpr std::string_view k_completed = "completed";

using Row = std::vector<SqlValue>;

// All rows that a SELECT with the three ids of a scenario gives.
std::vector<Row> rows_of(SQLite::Statement& select, const ScenarioId& id) {
  bind_all(select, id.platform, id.workload, id.strategy);
  std::vector<Row> rows;
  while (select.executeStep()) {
    Row& row = rows.emplace_back();
    for (int i = 0; i < select.getColumnCount(); ++i) row.push_back(value_of(select.getColumn(i)));
  }
  select.reset();
  return rows;
}

// What one side stored for a scenario.
struct Account {
  std::string outcome;
  std::pair<std::string, std::int64_t> session;  // its start and its key: an order that is the same in every file
  std::string session_text;                      // for people
  Row values;                                    // of the metrics
  std::vector<Row> applications;
  std::vector<Row> realizations;
  std::vector<Row> failures;  // by attempt

  bool completed() const { return outcome == k_completed; }
  std::int64_t attempts() const { return std::ssize(failures) + (completed() ? 1 : 0); }
};

std::string metrics_of(std::string_view table) {
  return listed(metric_table(), [&](const MetricInfo& metric) { return fmt::format("{}.{}", table, metric.name); });
}

// Reads what a file stored for scenarios.
class Accounts {
public:
  Accounts(SQLite::Database& database, std::string_view file)
      : result_(
            database,
            fmt::format("SELECT r.outcome, s.started, s.key, 'session ' || s.id || ' on ' || s.host || ', palio ' || "
                        "s.palio_version || ', ' || s.engine || ' ' || s.engine_version || ', ' || s.started, {0} "
                        "FROM {1}.measured r JOIN {1}.session s ON s.id = r.session_id WHERE {2}",
                        metrics_of("r"), file, k_is_scenario)),
        applications_(database, fmt::format("SELECT application, release_date, start, finish, dedicated_makespan FROM "
                                            "{}.application_result WHERE {} ORDER BY application",
                                            file, k_is_scenario)),
        failures_(database, fmt::format("SELECT kind, signal, message, stderr_tail FROM {}.failure WHERE {} ORDER BY "
                                        "attempt",
                                        file, k_is_scenario)),
        realizations_(database, fmt::format("SELECT r, makespan, replans FROM {}.realization WHERE {} ORDER BY r", file,
                                            k_is_scenario)) {}

  Account of(const ScenarioId& id) {
    constexpr std::ptrdiff_t first_metric = 4;
    const Row row = rows_of(result_, id).at(0);
    return {.outcome = std::get<std::string>(row[0]),
            .session = {std::get<std::string>(row[1]), std::get<std::int64_t>(row[2])},
            .session_text = std::get<std::string>(row[3]),
            .values = Row(row.begin() + first_metric, row.end()),
            .applications = rows_of(applications_, id),
            .realizations = rows_of(realizations_, id),
            .failures = rows_of(failures_, id)};
  }

private:
  SQLite::Statement result_, applications_, failures_, realizations_;
};

class Settlement {
public:
  Settlement(SQLite::Database& database, MergedPart& merged)
      : database_(database), merged_(merged), whole_(database, "main"), part_(database, "part") {}

  void settle(const ScenarioId& id) {
    const Account whole = whole_.of(id), part = part_.of(id);
    if (whole.completed() && part.completed())
      if (const std::optional<std::size_t> value = first_difference(whole, part))
        return contradict(id, whole, part, *value);
    const std::vector<Row> missing = missing_failures(whole.failures, part.failures);
    const bool part_wins = is_better(part, whole);
    if (!part_wins && missing.empty()) return;
    rewrite(id, {.whole = whole, .part = part, .missing = missing, .part_wins = part_wins});
    settled_.changed = true;
    if (part_wins && (part.completed() || part.outcome != whole.outcome)) ++merged_.improved;
  }

  const Growth& settled() const { return settled_; }

private:
  struct Verdict {
    const Account& whole;
    const Account& part;
    const std::vector<Row>& missing;  // failures of the part
    bool part_wins;

    const Account& winner() const { return part_wins ? part : whole; }
  };

  // The number of the metric; after the last one: an application, then a realization.
  static std::optional<std::size_t> first_difference(const Account& whole, const Account& part) {
    for (std::size_t i = 0; i < whole.values.size(); ++i)
      if (whole.values[i] != part.values[i]) return i;
    if (whole.applications != part.applications) return whole.values.size();
    if (whole.realizations != part.realizations) return whole.values.size() + 1;
    return std::nullopt;
  }

  // Whether the account replaces the other without contradiction.
  static bool is_better(const Account& account, const Account& other) {
    if (account.completed() != other.completed()) return account.completed();
    return !account.completed() && account.session > other.session;
  }

  static std::vector<Row> missing_failures(std::vector<Row> known, const std::vector<Row>& failures) {
    std::vector<Row> missing;
    for (const Row& failure : failures) {
      const auto found = std::ranges::find(known, failure);
      if (found == known.end())
        missing.push_back(failure);
      else
        known.erase(found);
    }
    return missing;
  }

  void contradict(const ScenarioId& id, const Account& whole, const Account& part, std::size_t value) {
    if (++merged_.contradictions > static_cast<std::int64_t>(MergedPart::k_examples)) return;
    Contradiction& example = merged_.examples.emplace_back();
    SQLite::Statement select(
        database_,
        "SELECT p.key || '-' || w.key || '-' || s.key, s.label FROM main.platform p, main.workload "
        "w, main.strategy s WHERE p.id = ? AND w.id = ? AND s.id = ?");
    const Row names = rows_of(select, id).at(0);
    example.scenario = std::get<std::string>(names[0]);
    example.strategy = std::get<std::string>(names[1]);
    example.whole_session = whole.session_text;
    example.part_session = part.session_text;
    if (value < whole.values.size()) {
      example.what = metric_table()[value].name;
      example.whole = whole.values[value];
      example.part = part.values[value];
    } else if (value == whole.values.size()) {
      tell_detail("application", {"number", "release date", "start", "finish", "dedicated makespan"},
                  whole.applications, part.applications, example);
    } else {
      tell_detail("realization", {"number", "makespan", "replans"}, whole.realizations, part.realizations, example);
    }
  }

  // `values`: names of the columns.
  static void tell_detail(std::string_view detail, const std::vector<std::string_view>& values,
                          const std::vector<Row>& whole, const std::vector<Row>& part, Contradiction& example) {
    const auto [a, b] = std::ranges::mismatch(whole, part);
    if (a == whole.end() || b == part.end()) {
      example.what = fmt::format("number of {}s", detail);
      example.whole = std::ssize(whole);
      example.part = std::ssize(part);
      return;
    }
    const auto column = static_cast<std::size_t>(std::ranges::mismatch(*a, *b).in1 - a->begin());
    example.what = fmt::format("{} of {} {}", values.at(column), detail, a - whole.begin());
    example.whole = (*a)[column];
    example.part = (*b)[column];
  }

  // The failure that the scenario ends with comes last.
  static std::vector<Row> all_failures(const Verdict& verdict) {
    std::vector<Row> all = verdict.whole.failures;
    all.insert(all.end(), verdict.missing.begin(), verdict.missing.end());
    if (verdict.winner().completed() || verdict.winner().failures.empty()) return all;
    const auto last = std::ranges::find(all, verdict.winner().failures.back());
    std::rotate(last, last + 1, all.end());
    return all;
  }

  void rewrite(const ScenarioId& id, const Verdict& verdict) {
    const std::vector<Row> failures = all_failures(verdict);
    const std::int64_t attempts = std::ssize(failures) + (verdict.winner().completed() ? 1 : 0);
    const std::string same = is_scenario(id);
    const std::int64_t stale = whole_number(database_, "SELECT stale FROM main.result WHERE " + same);
    if (verdict.part_wins) {
      for (const std::string_view table : k_detail_tables)
        database_.exec(fmt::format("DELETE FROM main.{} WHERE {}", table, same));
      database_.exec("DELETE FROM main.result WHERE " + same);
      merge_result(database_, id);
    }
    database_.exec(fmt::format("UPDATE main.result SET attempt = {}, stale = {} WHERE {}", attempts, stale, same));
    seal_rows(database_, "result", same);
    if (failures != verdict.whole.failures) write_failures(id, same, failures);
    settled_.attempts += attempts - verdict.whole.attempts();
    settled_.failures += std::ssize(verdict.missing);
  }

  void write_failures(const ScenarioId& id, const std::string& same, const std::vector<Row>& failures) {
    database_.exec(fmt::format("DELETE FROM main.failure WHERE {}", same));
    SQLite::Statement insert(database_,
                             "INSERT INTO main.failure (platform_id, workload_id, strategy_id, attempt, kind, signal, "
                             "message, stderr_tail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    std::int64_t attempt = 0;
    for (const Row& failure : failures)
      execute(insert, id.platform, id.workload, id.strategy, ++attempt, failure[0], failure[1], failure[2], failure[3]);
    seal_rows(database_, "failure", same);
  }

  SQLite::Database& database_;
  MergedPart& merged_;
  Accounts whole_, part_;
  Growth settled_;
};

// SQL for: the same attempt, or a first attempt with the same result.
std::string is_plainly_equal() {
  const auto no_other = [](std::string_view table, std::string_view number, std::string_view values) {
    return fmt::format(
        " AND NOT EXISTS (SELECT {2} FROM part.{0} x WHERE {3} EXCEPT SELECT {2} FROM main.{0} y WHERE {4}) AND NOT "
        "EXISTS (SELECT {1} FROM main.{0} y WHERE {4} EXCEPT SELECT {1} FROM part.{0} x WHERE {3})",
        table, number, values, same_scenario("x", "r"), same_scenario("y", "m"));
  };
  return fmt::format(
             "r.outcome = m.outcome AND r.attempt = m.attempt AND (moved_session(r.session_id) = m.session_id OR "
             "(r.outcome = 'completed' AND r.attempt = 1)) AND ({}) IS ({})",
             metrics_of("m"), metrics_of("r")) +
         no_other("application_result", "application", "application, release_date, start, finish, dedicated_makespan") +
         no_other("realization", "r", "r, makespan, replans");
}

// Leaves no statement open.
Growth settle_all(SQLite::Database& database, MergedPart& merged) {
  Settlement settlement(database, merged);
  SQLite::Statement disputed(database, fmt::format("SELECT {} FROM temp.disputed", k_scenario_columns));
  while (disputed.executeStep()) settlement.settle(scenario_id(disputed));
  return settlement.settled();
}

}  // namespace

Growth settle_disputes(SQLite::Database& database, MergedPart& merged) {
  database.exec(fmt::format(
      "CREATE TEMP TABLE disputed AS SELECT r.platform_id, r.workload_id, r.strategy_id FROM temp.known k CROSS JOIN "
      "part.measured r ON {} CROSS JOIN main.measured m ON {} WHERE NOT ({})",
      same_scenario("r", "k"), same_scenario("m", "k"), is_plainly_equal()));
  const Growth settled = settle_all(database, merged);
  database.exec("DROP TABLE temp.disputed");
  return settled;
}

}  // namespace palio
