#include "analysis/queries/query_tables.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "analysis/queries/contest.h"
#include "analysis/queries/ready_query.h"
#include "analysis/statistics/sql/campaign_draws.h"

namespace palio {

using SharedRows = std::shared_ptr<const TableRows>;

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
    } catch (...) {  // waiting threads get the error; the next one tries again
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

struct ContestTables {
  SharedRows contenders, contest;
};

namespace {

// A column of a table function.
template <class Row>
struct Column {
  std::string_view name_and_type;
  SqlValue (*value)(const Row& row);
};

template <class Row>
using Columns = std::span<const Column<Row>>;

// A number or, unless it is empty, a text of a row.
template <auto Member, class Row>
SqlValue member(const Row& row) {
  const auto& value = row.*Member;
  using Value = std::remove_cvref_t<decltype(value)>;
  if constexpr (std::is_same_v<Value, std::string>)
    return value.empty() ? SqlValue() : SqlValue(value);
  else if constexpr (std::is_integral_v<Value>)
    return std::int64_t{value};
  else
    return double{value};
}

template <class Row>
std::string names_and_types(Columns<Row> columns) {
  std::string text;
  for (const Column<Row>& column : columns) text += fmt::format("{}{}", text.empty() ? "" : ", ", column.name_and_type);
  return text;
}

// Rows in memory.
template <class Row>
class RowsOf final : public TableRows {
public:
  RowsOf(std::vector<Row> rows, Columns<Row> columns) : rows_(std::move(rows)), columns_(columns) {}

  std::size_t size() const override { return rows_.size(); }
  SqlValue value(std::size_t row, std::size_t column) const override { return columns_[column].value(rows_[row]); }

private:
  std::vector<Row> rows_;
  Columns<Row> columns_;
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

struct ContenderRow : Contender {
  std::int64_t field = 0;
};
constexpr auto k_contender_columns = std::to_array<Column<ContenderRow>>({
    {"strategy_id INTEGER", member<&Contender::strategy>},
    {"ran INTEGER", member<&Contender::ran>},
    {"completed INTEGER", member<&Contender::completed>},
    {"failed INTEGER", member<&Contender::failed>},
    {"contends INTEGER", member<&Contender::contends>},
    {"field INTEGER", member<&ContenderRow::field>},
    {"note TEXT", member<&Contender::note>},
});

constexpr auto k_contest_columns = std::to_array<Column<ContestRow>>({
    {"strategy_id INTEGER", member<&ContestRow::strategy>},
    {"platform_id INTEGER", member<&ContestRow::platform>},
    {"workload_id INTEGER", member<&ContestRow::workload>},
    {"cost REAL", member<&ContestRow::cost>},
    {"best REAL", member<&ContestRow::best>},
    {"rank REAL", member<&ContestRow::rank>},
});

constexpr auto k_pair_columns = std::to_array<Column<PairStatistics>>({
    {"strategy_id INTEGER", member<&PairStatistics::strategy>},
    {"other_id INTEGER", member<&PairStatistics::other>},
    {"instances INTEGER", member<&PairStatistics::instances>},
    {"mean_ratio REAL", member<&PairStatistics::mean_ratio>},
    {"margin REAL", member<&PairStatistics::margin>},
    {"wins INTEGER", member<&PairStatistics::wins>},
    {"ties INTEGER", member<&PairStatistics::ties>},
    {"losses INTEGER", member<&PairStatistics::losses>},
    {"wilcoxon_p REAL", member<&PairStatistics::wilcoxon_p>},
    {"draws_p REAL", member<&PairStatistics::draws_p>},
    {"platform_draws INTEGER", member<&PairStatistics::platform_draws>},
    {"workload_draws INTEGER", member<&PairStatistics::workload_draws>},
    {"log_ratio REAL", member<&PairStatistics::log_ratio>},
});

struct PlacedEffect : EffectRow {
  std::int64_t place = 0;
};
template <std::int64_t EffectRow::*Count>
SqlValue effect_count(const PlacedEffect& row) {
  return row.*Count == EffectRow::k_no_count ? SqlValue() : SqlValue(row.*Count);
}
constexpr auto k_effect_columns = std::to_array<Column<PlacedEffect>>({
    {"place INTEGER", member<&PlacedEffect::place>},
    {"part TEXT", member<&EffectRow::part>},
    {"effect TEXT", member<&EffectRow::effect>},
    {"level TEXT", member<&EffectRow::level>},
    {"value REAL", member<&EffectRow::value>},
    {"low REAL", member<&EffectRow::low>},
    {"high REAL", member<&EffectRow::high>},
    {"chance REAL", member<&EffectRow::chance>},
    {"freedom INTEGER", effect_count<&EffectRow::freedom>},
    {"cases INTEGER", effect_count<&EffectRow::cases>},
    {"note TEXT", member<&EffectRow::note>},
});

SharedRows effect_table(const CampaignReader& campaign, const std::string& what) {
  const auto labels = campaign.labels("strategy");
  const EffectQuestion question = read_effect_question(what, labels);
  EffectResponse response = effect_response(question, read_attempts(campaign, question.metric), labels);
  CampaignNames names{campaign.canonical_names("platform"), campaign.canonical_names("workload"), {{0, "ratio"}}};
  if (!question.ratio) names.strategies = campaign.canonical_names("strategy");
  std::vector<PlacedEffect> rows;
  for (EffectRow& row : effect_rows(std::move(response), names)) rows.push_back({std::move(row), std::ssize(rows) + 1});
  return std::make_shared<RowsOf<PlacedEffect>>(std::move(rows), k_effect_columns);
}

SharedRows pair_table(const CampaignReader& campaign, const std::string& metric) {
  return std::make_shared<RowsOf<PairStatistics>>(
      compare_pairs(read_attempts(campaign, metric), campaign.labels("strategy"),
                    Draws(drawn_entries(campaign, "platform")), Draws(drawn_entries(campaign, "workload"))),
      k_pair_columns);
}

std::shared_ptr<const ContestTables> contest_tables(const CampaignReader& campaign, const std::string& metric) {
  Contest contest = make_contest(read_attempts(campaign, metric), campaign.labels("strategy"));
  std::vector<ContenderRow> contenders;
  for (Contender& one : contest.contenders) contenders.push_back({std::move(one), contest.field});
  return std::make_shared<const ContestTables>(
      ContestTables{std::make_shared<RowsOf<ContenderRow>>(std::move(contenders), k_contender_columns),
                    std::make_shared<RowsOf<ContestRow>>(std::move(contest.rows), k_contest_columns)});
}

}  // namespace

class QueryTables {
public:
  SharedRows contenders(const CampaignReader& campaign, const std::string& metric) {
    return contests(campaign, metric)->contenders;
  }
  SharedRows contest(const CampaignReader& campaign, const std::string& metric) {
    return contests(campaign, metric)->contest;
  }
  SharedRows pairs(const CampaignReader& campaign, const std::string& metric) {
    return pairs_.get(metric, [&] { return pair_table(campaign, metric); });
  }
  // `what`: a metric, or "makespan of HCPA / M-HEFT" for the ratio of two strategies.
  SharedRows effects(const CampaignReader& campaign, const std::string& what) {
    return effects_.get(what, [&] { return effect_table(campaign, what); });
  }

private:
  std::shared_ptr<const ContestTables> contests(const CampaignReader& campaign, const std::string& metric) {
    return contests_.get(metric, [&] { return contest_tables(campaign, metric); });
  }

  ByMetric<ContestTables> contests_;
  ByMetric<TableRows> pairs_, effects_;
};

std::shared_ptr<QueryTables> make_query_tables() { return std::make_shared<QueryTables>(); }

namespace {

// The tables of one reader, for the moment that it reads.
class OwnTables {
public:
  explicit OwnTables(std::shared_ptr<QueryTables> shared) : tables_(std::move(shared)), shared_(tables_ != nullptr) {}

  QueryTables& of(const CampaignReader& campaign) {
    if (shared_) return *tables_;
    const std::int64_t version = campaign.version();
    if (!tables_ || version != version_) tables_ = make_query_tables();
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
  using Get = SharedRows (QueryTables::*)(const CampaignReader&, const std::string&);
  const auto own = std::make_shared<OwnTables>(std::move(tables));
  const auto add = [&](std::string_view name, std::string columns, double rows, Get get) {
    campaign.add_table({.name = std::string(name),
                        .columns = std::move(columns),
                        .usual_rows = rows,
                        .hint = fmt::format("a metric: {}('makespan')", name),
                        .rows = [own, get, &campaign](const std::string& metric) {
                          return (own->of(campaign).*get)(campaign, metric);
                        }});
  };
  add("contenders", names_and_types<ContenderRow>(k_contender_columns), k_few, &QueryTables::contenders);
  add("contest", names_and_types<ContestRow>(k_contest_columns), k_many, &QueryTables::contest);
  add("pairs", names_and_types<PairStatistics>(k_pair_columns), k_pairs, &QueryTables::pairs);
  add("effects", names_and_types<PlacedEffect>(k_effect_columns), k_pairs, &QueryTables::effects);
}

}  // namespace palio
