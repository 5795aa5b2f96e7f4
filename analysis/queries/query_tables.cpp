#include "analysis/queries/query_tables.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/queries/contest.h"
#include "analysis/queries/effect_response.h"
#include "analysis/queries/pair_statistics.h"
#include "analysis/queries/ready_query.h"
#include "analysis/statistics/sql/campaign_draws.h"

namespace palio {
namespace {

// Rows in memory that a function shows column by column.
template <class Row>
class RowsOf final : public TableRows {
public:
  using Show = SqlValue (*)(const Row& row, std::size_t column);

  RowsOf(std::vector<Row> rows, Show show) : rows_(std::move(rows)), show_(show) {}

  std::size_t size() const override { return rows_.size(); }
  SqlValue value(std::size_t row, std::size_t column) const override { return show_(rows_[row], column); }

private:
  std::vector<Row> rows_;
  Show show_;
};

template <class Row>
std::shared_ptr<const TableRows> table_of(std::vector<Row> rows, typename RowsOf<Row>::Show show) {
  return std::make_shared<RowsOf<Row>>(std::move(rows), show);
}

// What is computed once for each metric.
template <class Value>
class ByMetric {
public:
  using Compute = std::function<std::shared_ptr<const Value>()>;

  std::shared_ptr<const Value> get(const std::string& metric, const Compute& compute) {
    std::unique_lock lock(mutex_);
    if (const auto found = values_.find(metric); found != values_.end()) {
      const auto value = found->second;
      lock.unlock();
      return value.get();
    }
    std::promise<std::shared_ptr<const Value>> promise;
    values_.emplace(metric, promise.get_future().share());
    lock.unlock();
    try {
      promise.set_value(compute());
    } catch (...) {  // those that wait hear of it; the next one tries again
      promise.set_exception(std::current_exception());
      lock.lock();
      values_.erase(metric);
      throw;
    }
    lock.lock();
    return values_.at(metric).get();
  }

private:
  std::mutex mutex_;
  std::map<std::string, std::shared_future<std::shared_ptr<const Value>>> values_;
};

std::vector<Attempt> read_attempts(const CampaignReader& campaign, const std::string& name) {
  const MetricInfo& metric = metric_named(name);
  const std::array<std::string, 3> columns{std::string(metric.name), cost_sql(metric), "outcome <> 'completed'"};
  std::vector<Attempt> attempts;
  campaign.for_each_wanted(columns, [&](const ScenarioId& id, std::span<const double> values) {
    attempts.push_back({.id = id, .value = values[0], .cost = values[1], .failed = values[2] != 0});
  });
  return attempts;
}

SqlValue note_value(const std::string& note) { return note.empty() ? SqlValue() : SqlValue(note); }

constexpr std::string_view k_contender_columns =
    "strategy_id INTEGER, ran INTEGER, completed INTEGER, failed INTEGER, contends INTEGER, field INTEGER, note TEXT";
struct ContenderRow {
  Contender contender;
  std::int64_t field = 0;
};
SqlValue show_contender(const ContenderRow& row, std::size_t column) {
  switch (column) {
    case 0: return row.contender.strategy;
    case 1: return row.contender.ran;
    case 2: return row.contender.completed;
    case 3: return row.contender.failed;
    case 4: return std::int64_t{row.contender.contends};
    case 5: return row.field;
    default: return note_value(row.contender.note);
  }
}

constexpr std::string_view k_contest_columns =
    "strategy_id INTEGER, platform_id INTEGER, workload_id INTEGER, cost REAL, best REAL, rank REAL";
SqlValue show_contest(const ContestRow& row, std::size_t column) {
  switch (column) {
    case 0: return std::int64_t{row.strategy};
    case 1: return std::int64_t{row.platform};
    case 2: return std::int64_t{row.workload};
    case 3: return row.cost;
    case 4: return row.best;
    default: return double{row.rank};
  }
}

constexpr std::string_view k_pair_columns =
    "strategy_id INTEGER, other_id INTEGER, instances INTEGER, mean_ratio REAL, margin REAL, wins INTEGER, ties "
    "INTEGER, "
    "losses INTEGER, wilcoxon_p REAL, draws_p REAL, platform_draws INTEGER, workload_draws INTEGER, log_ratio REAL";
SqlValue show_pair(const PairStatistics& row, std::size_t column) {
  switch (column) {
    case 0: return row.strategy;
    case 1: return row.other;
    case 2: return row.instances;
    case 3: return row.mean_ratio;
    case 4: return row.margin;
    case 5: return row.wins;
    case 6: return row.ties;
    case 7: return row.losses;
    case 8: return row.wilcoxon_p;
    case 9: return row.draws_p;
    case 10: return row.platform_draws;
    case 11: return row.workload_draws;
    default: return row.log_ratio;
  }
}

constexpr std::string_view k_effect_columns =
    "place INTEGER, part TEXT, effect TEXT, level TEXT, value REAL, low REAL, high REAL, chance REAL, freedom INTEGER, "
    "cases INTEGER, note TEXT";
struct PlacedEffect {
  std::int64_t place = 0;
  EffectRow row;
};
SqlValue count_value(std::int64_t count) { return count == EffectRow::k_no_count ? SqlValue() : SqlValue(count); }
SqlValue show_effect(const PlacedEffect& effect, std::size_t column) {
  switch (column) {
    case 0: return effect.place;
    case 1: return effect.row.part;
    case 2: return effect.row.effect;
    case 3: return note_value(effect.row.level);
    case 4: return effect.row.value;
    case 5: return effect.row.low;
    case 6: return effect.row.high;
    case 7: return effect.row.chance;
    case 8: return count_value(effect.row.freedom);
    case 9: return count_value(effect.row.cases);
    default: return note_value(effect.row.note);
  }
}

std::shared_ptr<const TableRows> effect_table(const CampaignReader& campaign, const std::string& what) {
  const auto labels = campaign.labels("strategy");
  const EffectQuestion question = read_effect_question(what, labels);
  EffectResponse response = effect_response(question, read_attempts(campaign, question.metric), labels);
  CampaignNames names{campaign.canonical_names("platform"), campaign.canonical_names("workload"), {{0, "ratio"}}};
  if (!question.ratio) names.strategies = campaign.canonical_names("strategy");
  std::vector<PlacedEffect> rows;
  for (EffectRow& row : effect_rows(std::move(response), names))
    rows.push_back({.place = std::ssize(rows) + 1, .row = std::move(row)});
  return table_of(std::move(rows), show_effect);
}

struct ContestTables {
  std::shared_ptr<const TableRows> contenders, contest;
};

ContestTables contest_tables(const CampaignReader& campaign, const std::string& metric) {
  Contest contest = make_contest(read_attempts(campaign, metric), campaign.labels("strategy"));
  std::vector<ContenderRow> contenders;
  for (Contender& one : contest.contenders) contenders.push_back({std::move(one), contest.field});
  return {table_of(std::move(contenders), show_contender), table_of(std::move(contest.rows), show_contest)};
}

}  // namespace

class QueryTables::Impl {
public:
  std::shared_ptr<const ContestTables> contest(const CampaignReader& campaign, const std::string& metric) {
    return contests_.get(metric,
                         [&] { return std::make_shared<const ContestTables>(contest_tables(campaign, metric)); });
  }

  ByMetric<TableRows> pairs;
  ByMetric<TableRows> effects;  // also by two strategies

private:
  ByMetric<ContestTables> contests_;
};

QueryTables::QueryTables() : impl_(std::make_unique<Impl>()) {}
QueryTables::~QueryTables() = default;

std::shared_ptr<const TableRows> QueryTables::contenders(const CampaignReader& campaign, const std::string& metric) {
  return impl_->contest(campaign, metric)->contenders;
}

std::shared_ptr<const TableRows> QueryTables::contest(const CampaignReader& campaign, const std::string& metric) {
  return impl_->contest(campaign, metric)->contest;
}

std::shared_ptr<const TableRows> QueryTables::pairs(const CampaignReader& campaign, const std::string& metric) {
  return impl_->pairs.get(metric, [&] {
    return table_of(
        compare_pairs(read_attempts(campaign, metric), campaign.labels("strategy"),
                      Draws(drawn_entries(campaign, "platform")), Draws(drawn_entries(campaign, "workload"))),
        show_pair);
  });
}

std::shared_ptr<const TableRows> QueryTables::effects(const CampaignReader& campaign, const std::string& what) {
  return impl_->effects.get(what, [&] { return effect_table(campaign, what); });
}

namespace {

// The tables of one reader, of the moment that it reads.
class OwnTables {
public:
  explicit OwnTables(std::shared_ptr<QueryTables> shared) : tables_(std::move(shared)), shared_(tables_ != nullptr) {}

  QueryTables& of(const CampaignReader& campaign) {
    if (shared_) return *tables_;
    const std::int64_t version = campaign.version();
    if (!tables_ || version != version_) tables_ = std::make_shared<QueryTables>();
    version_ = version;
    return *tables_;
  }

private:
  std::shared_ptr<QueryTables> tables_;
  bool shared_;
  std::int64_t version_ = 0;
};

}  // namespace

std::span<const FunctionInfo> query_table_functions() {
  static constexpr auto k_functions = std::to_array<FunctionInfo>({
      {"contenders(metric)", "table", "a row per strategy: what it ran, and whether it is compared by the metric"},
      {"contest(metric)", "table",
       "a row per scenario: cost, best of the instance and rank where all compared completed it"},
      {"pairs(metric)", "table", "a row per pair of strategies: their ratio, wins, ties, losses and tests"},
      {"effects(metric)", "table",
       "which axes, interactions and draws explain the metric, and the means of each level"},
      {"effects('makespan of HCPA / M-HEFT')", "table",
       "the same of the ratio of two strategies, and the cells where they differ most"},
  });
  return k_functions;
}

void add_query_functions(CampaignReader& campaign, std::shared_ptr<QueryTables> tables, const IntervalRule& rule) {
  add_statistics(campaign, rule);
  constexpr double k_few = 20, k_pairs = 200, k_many = 1'000'000;  // rows
  using Get = std::shared_ptr<const TableRows> (QueryTables::*)(const CampaignReader&, const std::string&);
  const auto own = std::make_shared<OwnTables>(std::move(tables));
  const auto add = [&](std::string_view name, std::string_view columns, double rows, Get get) {
    campaign.add_table({.name = std::string(name),
                        .columns = std::string(columns),
                        .usual_rows = rows,
                        .hint = fmt::format("a metric: {}('makespan')", name),
                        .rows = [own, get, &campaign](const std::string& metric) {
                          return (own->of(campaign).*get)(campaign, metric);
                        }});
  };
  add("contenders", k_contender_columns, k_few, &QueryTables::contenders);
  add("contest", k_contest_columns, k_many, &QueryTables::contest);
  add("pairs", k_pair_columns, k_pairs, &QueryTables::pairs);
  add("effects", k_effect_columns, k_pairs, &QueryTables::effects);
}

}  // namespace palio
