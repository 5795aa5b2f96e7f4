#include "analysis/queries/query_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "analysis/queries/answer.h"
#include "analysis/queries/contest.h"
#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
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
  Attempts attempts;
  Contest contest;
  SharedRows contenders, steps;
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

struct ContenderRow : Contender {
  std::int64_t field = 0, together = 0;
};
template <std::size_t Place>
SqlValue quantile_of(const ContenderRow& row) {
  return row.quantiles[Place];
}
SqlValue place_of(const ContenderRow& row) { return row.place == 0 ? SqlValue() : SqlValue(row.place); }
constexpr auto k_contender_columns = std::to_array<Column<ContenderRow>>({
    {"strategy_id INTEGER", member<&Contender::strategy>},
    {"ran INTEGER", member<&Contender::ran>},
    {"completed INTEGER", member<&Contender::completed>},
    {"failed INTEGER", member<&Contender::failed>},
    {"contends INTEGER", member<&Contender::contends>},
    {"field INTEGER", member<&ContenderRow::field>},
    {"together INTEGER", member<&ContenderRow::together>},
    {"note TEXT", member<&Contender::note>},
    {"factors INTEGER", member<&Contender::instances>},
    {"times_best INTEGER", member<&Contender::times_best>},
    {"mean_factor REAL", member<&Contender::mean>},
    {"geometric_factor REAL", member<&Contender::geometric_mean>},
    {"factor_5 REAL", quantile_of<0>},
    {"factor_25 REAL", quantile_of<1>},
    {"median_factor REAL", quantile_of<2>},
    {"factor_75 REAL", quantile_of<3>},
    {"factor_95 REAL", quantile_of<4>},
    {"largest_factor REAL", member<&Contender::largest>},
    {"largest_factor_share REAL", member<&Contender::largest_share>},
    {"place INTEGER", place_of},
});

constexpr auto k_step_columns = std::to_array<Column<FactorStep>>({
    {"strategy_id INTEGER", member<&FactorStep::strategy>},
    {"step INTEGER", member<&FactorStep::step>},
    {"scenarios INTEGER", member<&FactorStep::scenarios>},
});

constexpr auto k_contest_columns =
    std::to_array<std::string_view>({"strategy_id INTEGER", "platform_id INTEGER", "workload_id INTEGER", "cost REAL",
                                     "best REAL", "rank REAL", "factor REAL"});

// A column of contest_results() after those: a metric of the result, or the best value of its instance.
struct MetricOfContest {
  const MetricInfo* metric;
  bool best;
};

std::vector<MetricOfContest> metrics_of_contest() {
  std::vector<MetricOfContest> columns;
  for (const MetricInfo& metric : metric_table()) columns.push_back({&metric, false});
  for (const MetricInfo& metric : metric_table())
    if (metric.better != Better::neither) columns.push_back({&metric, true});
  return columns;
}

std::string contest_columns() { return fmt::format("{}", fmt::join(k_contest_columns, ", ")); }

std::string contest_result_columns() {
  std::string text = contest_columns();
  for (const auto& [metric, best] : metrics_of_contest())
    text += fmt::format(", {}{} {}", best ? "best_" : "", metric->name,
                        metric->type == MetricType::integer ? "INTEGER" : "REAL");
  return text;
}

// Reads the metrics that a statement uses, in one pass.
class ContestRows final : public TableRows {
public:
  ContestRows(const QueriedCampaign& campaign, std::shared_ptr<const ContestTables> tables, const UsedColumns& used)
      : tables_(std::move(tables)), metrics_(metrics_of_contest()), values_(metrics_.size()) {
    std::vector<std::string> read;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
      if (!used[k_contest_columns.size() + i]) continue;
      read.emplace_back(metrics_[i].metric->name);
      places.push_back(i);
    }
    const ResultColumns columns = campaign.results(read);
    for (std::size_t i = 0; i < places.size(); ++i) values_[places[i]] = whole_column(places[i], columns.values[i]);
  }

  std::size_t size() const override { return tables_->contest.rows.size(); }
  SqlValue value(std::size_t row, std::size_t column) const override {
    const ContestRow& at = tables_->contest.rows[row];
    const auto& [platforms, workloads, strategies] = tables_->attempts.dimensions();
    const ResultId& id = tables_->attempts.ids()[at.attempt];
    switch (column) {
      case 0: return strategies[id.strategy];
      case 1: return platforms[id.platform];
      case 2: return workloads[id.workload];
      case 3: return at.cost;
      case 4: return at.best;
      case 5: return double{at.rank};
      case 6: return at.factor();
      default: return metric_value(column - k_contest_columns.size(), at.attempt);
    }
  }

private:
  using Values = std::shared_ptr<const ResultColumns::Values>;

  Values whole_column(std::size_t column, Values values) const {
    if (!metrics_[column].best) return values;
    return std::make_shared<const ResultColumns::Values>(
        best_of_instances(tables_->attempts, tables_->contest, *values, metrics_[column].metric->better));
  }

  SqlValue metric_value(std::size_t column, std::size_t attempt) const {
    const double value = (*values_[column])[attempt];
    if (metrics_[column].metric->type == MetricType::integer && !std::isnan(value))
      return static_cast<std::int64_t>(value);
    return value;
  }

  std::shared_ptr<const ContestTables> tables_;
  std::vector<MetricOfContest> metrics_;
  std::vector<Values> values_;  // null: not used
};

constexpr auto k_pair_columns = std::to_array<Column<PairStatistics>>({
    {"strategy_id INTEGER", member<&PairStatistics::strategy>},
    {"other_id INTEGER", member<&PairStatistics::other>},
    {"instances INTEGER", member<&PairStatistics::instances>},
    {"mean_ratio REAL", member<&PairStatistics::mean_ratio>},
    {"wins INTEGER", member<&PairStatistics::wins>},
    {"ties INTEGER", member<&PairStatistics::ties>},
    {"losses INTEGER", member<&PairStatistics::losses>},
    {"wilcoxon_p REAL", member<&PairStatistics::wilcoxon_p>},
    {"draws_p REAL", member<&PairStatistics::draws_p>},
    {"platform_draws INTEGER", member<&PairStatistics::platform_draws>},
    {"workload_draws INTEGER", member<&PairStatistics::workload_draws>},
    {"log_ratio REAL", member<&PairStatistics::log_ratio>},
    {"log_margin REAL", member<&PairStatistics::log_margin>},
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

constexpr auto k_ready_columns = std::to_array<Column<ReadyQuery>>({
    {"name TEXT", member<&ReadyQuery::name>},
    {"says TEXT", member<&ReadyQuery::says>},
    {"sql TEXT", member<&ReadyQuery::sql>},
});

struct AnswerPart {
  std::string part, text;
};
constexpr auto k_answer_columns = std::to_array<Column<AnswerPart>>({
    {"part TEXT", member<&AnswerPart::part>},
    {"text TEXT", member<&AnswerPart::text>},
});

SharedRows answer_table(const QueriedCampaign& campaign, const std::string& metric) {
  const CampaignAnswer answer = campaign_answer(campaign, metric);
  std::vector<AnswerPart> parts;
  if (!answer.verdict.empty()) parts.push_back({"answer", answer.sentence()});
  for (const std::string& remark : answer.remarks) parts.push_back({"remark", remark});
  return std::make_shared<RowsOf<AnswerPart>>(std::move(parts), k_answer_columns);
}

SharedRows effect_table(const QueriedCampaign& campaign, const std::string& what) {
  const EffectQuestion question(what);
  EffectResponse response = effect_response(read_attempts(campaign, question.metric), question.ratio);
  CampaignNames names{campaign.canonical_names("platform"), campaign.canonical_names("workload"), {{0, "ratio"}}};
  if (question.ratio.empty()) names.strategies = campaign.canonical_names("strategy");
  std::vector<PlacedEffect> rows;
  for (EffectRow& row : effect_rows(std::move(response), names)) rows.push_back({std::move(row), std::ssize(rows) + 1});
  return std::make_shared<RowsOf<PlacedEffect>>(std::move(rows), k_effect_columns);
}

SharedRows pair_table(const QueriedCampaign& campaign, const std::string& metric) {
  return std::make_shared<RowsOf<PairStatistics>>(
      compare_pairs(read_attempts(campaign, metric), Draws(drawn_entries(campaign, "platform")),
                    Draws(drawn_entries(campaign, "workload"))),
      k_pair_columns);
}

std::shared_ptr<const ContestTables> contest_tables(const QueriedCampaign& campaign, const std::string& name) {
  Attempts attempts = read_attempts(campaign, name);
  Contest contest = make_contest(attempts);
  std::vector<ContenderRow> contenders;
  for (const Contender& one : contest.contenders) contenders.push_back({one, contest.field, contest.together});
  auto steps = std::make_shared<RowsOf<FactorStep>>(std::exchange(contest.steps, {}), k_step_columns);
  return std::make_shared<const ContestTables>(ContestTables{
      std::move(attempts), std::move(contest),
      std::make_shared<RowsOf<ContenderRow>>(std::move(contenders), k_contender_columns), std::move(steps)});
}

}  // namespace

class QueryTables {
public:
  SharedRows contenders(const QueriedCampaign& campaign, const std::string& metric, const UsedColumns&) {
    return contests(campaign, metric)->contenders;
  }
  SharedRows steps(const QueriedCampaign& campaign, const std::string& metric, const UsedColumns&) {
    return contests(campaign, metric)->steps;
  }
  SharedRows contest(const QueriedCampaign& campaign, const std::string& metric, const UsedColumns& used) {
    return std::make_shared<ContestRows>(campaign, contests(campaign, metric), used);
  }
  SharedRows pairs(const QueriedCampaign& campaign, const std::string& metric, const UsedColumns&) {
    return pairs_.get(metric, [&] { return pair_table(campaign, metric); });
  }
  SharedRows answer(const QueriedCampaign& campaign, const std::string& metric, const UsedColumns&) {
    return answers_.get(metric, [&] { return answer_table(campaign, metric); });
  }
  // `what`: a metric, or "makespan of HCPA / M-HEFT" for the ratio of two strategies.
  SharedRows effects(const QueriedCampaign& campaign, const std::string& what, const UsedColumns&) {
    return effects_.get(what, [&] { return effect_table(campaign, what); });
  }
  SharedRows ready(const QueriedCampaign&, const std::string& metric, const UsedColumns&) {
    return std::make_shared<RowsOf<ReadyQuery>>(ready_queries_about(metric), k_ready_columns);
  }

private:
  std::shared_ptr<const ContestTables> contests(const QueriedCampaign& campaign, const std::string& metric) {
    return contests_.get(metric, [&] { return contest_tables(campaign, metric); });
  }

  ByMetric<ContestTables> contests_;
  ByMetric<TableRows> pairs_, effects_, answers_;
};

std::shared_ptr<QueryTables> make_query_tables() { return std::make_shared<QueryTables>(); }

namespace {

// The tables of one reader, for what its statements see: the shared ones, or its own if there are none or if it is
// narrowed to a part.
class OwnTables {
public:
  explicit OwnTables(std::shared_ptr<QueryTables> shared) : shared_(std::move(shared)) {}

  QueryTables& of(const QueriedCampaign& campaign) {
    if (shared_ && !campaign.is_narrowed()) return *shared_;
    const std::int64_t version = campaign.version();
    if (!tables_ || version != version_) tables_ = make_query_tables();
    version_ = version;
    return *tables_;
  }

private:
  std::shared_ptr<QueryTables> shared_, tables_;
  std::int64_t version_ = 0;
};

}  // namespace

std::span<const FunctionInfo> query_table_functions() {
  static constexpr auto k_functions = std::to_array<FunctionInfo>({
      {"contenders(metric)", "table", "a row per strategy: what it ran, and whether it is compared by the metric"},
      {"factor_steps(metric)", "table",
       "how often a strategy is at most 1.02^step behind the best, and not 1.02^(step - 1)"},
      {"contest(metric)", "table",
       "a row per scenario: cost, best of the instance and rank where all compared have a value"},
      {"contest_results(metric)", "table",
       "the same with all metrics of the results and the best of the instance in each"},
      {"pairs(metric)", "table", "a row per pair of strategies: their ratio, wins, ties, losses and tests"},
      {"answer(metric)", "table",
       "which strategy is the best, whether that is significant, and which criteria disagree, in sentences"},
      {"effects(metric)", "table",
       "which axes, interactions and draws explain the metric, and the means of each level"},
      {"effects('makespan of HCPA / M-HEFT')", "table",
       "the same of the ratio of two strategies, and the cells where they differ most"},
      {"ready_queries(metric)", "table",
       "the queries that come with Palio: name, what it says, its SQL about the metric"},
  });
  return k_functions;
}

void add_query_functions(QueriedCampaign& campaign, std::shared_ptr<QueryTables> tables, const IntervalRule& rule) {
  add_statistics(campaign, rule);
  constexpr double k_few = 20, k_pairs = 200, k_many = 1'000'000;  // rows
  using Get = SharedRows (QueryTables::*)(const QueriedCampaign&, const std::string&, const UsedColumns&);
  const auto own = std::make_shared<OwnTables>(std::move(tables));
  const auto add = [&](std::string_view name, std::string columns, double rows, Get get) {
    campaign.add_table({.name = std::string(name),
                        .columns = std::move(columns),
                        .usual_rows = rows,
                        .hint = fmt::format("a metric: {}('makespan')", name),
                        .argument = TableArgument::optional,
                        .rows = [own, get, &campaign](const std::string& metric, const UsedColumns& used) {
                          return (own->of(campaign).*get)(campaign, metric.empty() ? usual_metric(campaign) : metric,
                                                          used);
                        }});
  };
  add("contenders", names_and_types<ContenderRow>(k_contender_columns), k_few, &QueryTables::contenders);
  add("factor_steps", names_and_types<FactorStep>(k_step_columns), k_pairs, &QueryTables::steps);
  add("contest", contest_columns(), k_many, &QueryTables::contest);
  add("contest_results", contest_result_columns(), k_many, &QueryTables::contest);
  add("pairs", names_and_types<PairStatistics>(k_pair_columns), k_pairs, &QueryTables::pairs);
  add("answer", names_and_types<AnswerPart>(k_answer_columns), k_few, &QueryTables::answer);
  add("ready_queries", names_and_types<ReadyQuery>(k_ready_columns), k_few, &QueryTables::ready);
  add("effects", names_and_types<PlacedEffect>(k_effect_columns), k_pairs, &QueryTables::effects);
}

}  // namespace palio
