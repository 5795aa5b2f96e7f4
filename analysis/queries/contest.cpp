#include "analysis/queries/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "analysis/queries/ready_query.h"
#include "analysis/statistics/intervals/intervals.h"
#include "analysis/statistics/intervals/paired_ratio.h"
#include "analysis/statistics/rank_statistics.h"
#include "core/error.h"
#include "core/exact_sum.h"
#include "core/identity/canonical.h"
#include "core/identity/nearest.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

constexpr double k_no_number = std::numeric_limits<double>::quiet_NaN();

// Calls `visit` with the first attempt of each instance and the first that is not of it.
template <class Visit>
void for_each_instance(const Attempts& attempts, Visit&& visit) {
  for (std::size_t begin = 0, end = 0; begin < attempts.size(); begin = end) {
    const std::span<const ResultId> ids = attempts.ids();
    while (end < ids.size() && ids[end].platform == ids[begin].platform && ids[end].workload == ids[begin].workload)
      ++end;
    visit(begin, end);
  }
}

using Field = std::vector<Contender>;  // by place of the strategy

Field count_attempts(const Attempts& attempts) {
  Field field;
  for (const std::int64_t strategy : attempts.dimensions().strategies)
    field.push_back({.strategy = strategy, .clairvoyant = attempts.clairvoyants.contains(strategy), .note = {}});
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    Contender& one = field[attempts.ids()[i].strategy];
    ++one.ran;
    ++(attempts.failed(i) ? one.failed : one.completed);
    one.measured += std::isnan(attempts.value(i)) ? 0 : 1;
    one.comparable += std::isnan(attempts.cost(i)) ? 0 : 1;
  }
  return field;
}

bool measured_half(const Contender& one) { return one.ran > 0 && 2 * one.comparable >= one.ran; }

// The one that ran most, the first by label of several; null if none has costs of half of what it ran.
const Contender* widest(const Field& field, const Attempts& attempts) {
  const Contender* widest = nullptr;
  for (const Contender& one : field) {
    if (!measured_half(one) || one.clairvoyant) continue;
    if (widest == nullptr || one.ran > widest->ran ||
        (one.ran == widest->ran && attempts.labels.at(one.strategy) < attempts.labels.at(widest->strategy)))
      widest = &one;
  }
  return widest;
}

void choose_contenders(Field& field, const Attempts& attempts) {
  const Contender* most = widest(field, attempts);
  if (most == nullptr) return;
  const auto place = static_cast<std::size_t>(most - field.data());
  std::vector<std::int64_t> beside(field.size());  // by place: on how many of that one's instances it ran
  for_each_instance(attempts, [&](std::size_t begin, std::size_t end) {
    const auto instance = attempts.ids().subspan(begin, end - begin);
    if (std::ranges::find(instance, place, &ResultId::strategy) == instance.end()) return;
    for (const ResultId& id : instance) ++beside[id.strategy];
  });
  const double needed = 0.75 * static_cast<double>(most->ran);
  for (std::size_t i = 0; i < field.size(); ++i)
    field[i].contends = measured_half(field[i]) && static_cast<double>(beside[i]) >= needed && !field[i].clairvoyant;
}

std::string note_of(const Contender& one, const Contest& contest) {
  if (one.clairvoyant) return "knows the future";
  if (one.completed == 0) return "completed nothing";
  if (one.measured == 0) return "no value of the metric";
  if (one.comparable == 0) return "no value to compare";
  if (2 * one.completed < one.ran) return "completed less than half";
  if (!measured_half(one)) return "a value on less than half";
  if (!one.contends) return "not run everywhere";
  if (contest.field < 2) return "nothing to compare with";
  const auto has_cost = [](const ContestRow& row) { return !std::isnan(row.cost); };
  if (std::ranges::any_of(contest.rows, has_cost)) return "";
  return contest.together > 0 ? "no instance where all have a value" : "no instance that all completed";
}

// The factors of one strategy.
class Factors {
public:
  void add(double factor) {
    sum_.add(factor);
    logs_.add(std::log(factor));
    times_best_ += factor == 1 ? 1 : 0;
    values_.push_back(factor);
  }

  void tell(Contender& one) {
    const auto count = static_cast<double>(values_.size());
    one.instances = std::ssize(values_);
    one.times_best = times_best_;
    one.mean = sum_.rounded() / count;
    one.geometric_mean = std::exp(logs_.rounded() / count);
    one.largest = values_.empty() ? k_no_number : std::ranges::max(values_);
    one.largest_share = one.largest / sum_.rounded();
    constexpr std::array<double, 5> k_orders{0.05, 0.25, 0.5, 0.75, 0.95};
    for (std::size_t i = 0; i < k_orders.size(); ++i)
      one.quantiles[i] = values_.empty() ? k_no_number : quantile(values_, k_orders[i]);
  }

  void tell_steps(std::int64_t strategy, std::vector<FactorStep>& steps) const {
    constexpr std::size_t k_last = 350;
    std::array<std::int64_t, k_last + 1> counts{};
    for (const double factor : values_) {
      const double step = std::ceil(std::log(factor / (1 + 1e-9)) / std::log(1.02));
      ++counts[static_cast<std::size_t>(std::clamp(step, 0.0, static_cast<double>(k_last)))];
    }
    for (std::size_t step = 0; step <= k_last; ++step)
      if (counts[step] > 0) steps.push_back({strategy, static_cast<std::int64_t>(step), counts[step]});
  }

private:
  ExactSum sum_, logs_;
  std::int64_t times_best_ = 0;
  std::vector<double> values_;
};

bool is_dominated(const Contender& one) { return one.contends && rules_mean(one.largest_share, one.instances); }

void give_places(std::vector<Contender>& contenders, const Attempts& attempts) {
  const auto mean = std::ranges::any_of(contenders, is_dominated) ? &Contender::geometric_mean : &Contender::mean;
  std::vector<Contender*> ordered;
  for (Contender& one : contenders)
    if (one.instances > 0 && one.contends) ordered.push_back(&one);
  std::ranges::sort(ordered, {}, [&](const Contender* one) {
    return std::pair(one->*mean, std::string_view(attempts.labels.at(one->strategy)));
  });
  for (std::size_t i = 0; i < ordered.size(); ++i) ordered[i]->place = static_cast<std::int64_t>(i) + 1;
}

void add_factors(Contest& contest, const Attempts& attempts) {
  auto row = contest.rows.begin();  // they are in the order of the contenders
  for (Contender& one : contest.contenders) {
    Factors factors;
    for (const auto end = row + one.ran; row != end; ++row)
      if (const double factor = row->factor(); !std::isnan(factor)) factors.add(factor);
    factors.tell(one);
    factors.tell_steps(one.strategy, contest.steps);
  }
  give_places(contest.contenders, attempts);
}

// Ranks the contenders of one instance at a time: the rows that have a rank already.
class InstanceRanks {
public:
  void fill(std::span<ContestRow> rows) {
    logs_.clear();
    for (const ContestRow& row : rows)
      if (!std::isnan(row.rank)) logs_.push_back(log_of(row.cost));
    std::ranges::sort(logs_);
    for (ContestRow& row : rows)
      if (!std::isnan(row.rank)) row.rank = static_cast<float>(rank_of(log_of(row.cost)));
  }

private:
  static constexpr double k_rounding = 1e-9;  // relative
  static double log_of(double cost) { return std::log(std::max(cost, 1e-300)); }

  // Half the sum of 1, the number of smaller values and the number of values at most as large.
  double rank_of(double log) const {
    const auto less = std::ranges::upper_bound(logs_, log - k_rounding) - logs_.begin();
    const auto at_most = std::ranges::upper_bound(logs_, log + k_rounding) - logs_.begin();
    return static_cast<double>(less + at_most + 1) / 2;
  }

  std::vector<double> logs_;
};

// Makes the rows of one instance after the other.
class InstanceRows {
public:
  InstanceRows(const Attempts& attempts, const Field& field, std::int64_t contenders)
      : attempts_(attempts), field_(field), contenders_(contenders) {}

  std::span<const ContestRow> of(std::size_t begin, std::size_t end) {
    rows_.clear();
    completed_ = valued_ = 0;
    least_ = std::numeric_limits<double>::infinity();
    for (std::size_t i = begin; i < end; ++i) rows_.push_back(row_of(i));
    together_ += contenders_ > 0 && completed_ == contenders_ ? 1 : 0;
    const bool all = valued_ == contenders_, ranked = all && contenders_ > 1;
    for (ContestRow& row : rows_) {
      if (!all) row.cost = k_no_number;
      if (!ranked) row.rank = static_cast<float>(k_no_number);
      if (ranked) row.best = least_ == 0 ? k_no_number : least_;
    }
    if (ranked) ranks_.fill(rows_);
    return rows_;
  }

  // Instances so far that all contenders completed.
  std::int64_t together() const { return together_; }

private:
  // The rank of a contender with a cost is a number still to be found.
  ContestRow row_of(std::size_t attempt) {
    const Contender& one = field_[attempts_.ids()[attempt].strategy];
    const double cost = attempts_.cost(attempt);
    const bool counts = one.contends && !std::isnan(cost);
    completed_ += one.contends && !attempts_.failed(attempt) ? 1 : 0;
    valued_ += counts ? 1 : 0;
    if (counts) least_ = std::min(least_, cost);
    return {.attempt = static_cast<std::uint32_t>(attempt),
            .rank = counts ? 0 : static_cast<float>(k_no_number),
            .cost = one.shown() ? cost : k_no_number,
            .best = k_no_number};
  }

  const Attempts& attempts_;
  const Field& field_;
  std::int64_t contenders_;
  std::int64_t completed_ = 0, valued_ = 0;  // contenders, on the present instance
  double least_ = 0;                         // cost of these
  std::int64_t together_ = 0;
  InstanceRanks ranks_;
  std::vector<ContestRow> rows_;
};

// The costs of all strategies, instance by instance.
struct CostTable {
  std::vector<std::int64_t> platforms, workloads;  // ids of each instance
  std::vector<std::int64_t> strategies;            // ids by label
  std::vector<std::vector<double>> costs;          // of each strategy on each instance; NaN: none
  std::vector<std::vector<double>> logarithms;     // of these; NaN where they are not above 0, too
};

CostTable tabulate(const Attempts& attempts) {
  const auto& [platforms, workloads, strategies] = attempts.dimensions();
  CostTable table;
  for (const auto& [id, label] : attempts.labels) table.strategies.push_back(id);
  std::ranges::sort(
      table.strategies, {}, [&](std::int64_t id) -> const auto& { return attempts.labels.at(id); });
  table.costs.resize(table.strategies.size() + 1);  // the last: of those without a label
  std::vector<std::vector<double>*> costs_of;       // by place of the strategy
  for (const std::int64_t strategy : strategies)
    costs_of.push_back(&table.costs[static_cast<std::size_t>(std::ranges::find(table.strategies, strategy) -
                                                             table.strategies.begin())]);
  for_each_instance(attempts, [&](std::size_t begin, std::size_t end) {
    table.platforms.push_back(platforms[attempts.ids()[begin].platform]);
    table.workloads.push_back(workloads[attempts.ids()[begin].workload]);
    for (std::size_t i = begin; i < end; ++i) {
      std::vector<double>& costs = *costs_of[attempts.ids()[i].strategy];
      costs.resize(table.platforms.size(), k_no_number);
      costs.back() = attempts.cost(i);
    }
  });
  for (std::vector<double>& costs : table.costs) {
    costs.resize(table.platforms.size(), k_no_number);
    table.logarithms.emplace_back();
    for (const double cost : costs) table.logarithms.back().push_back(cost > 0 ? std::log(cost) : k_no_number);
  }
  return table;
}

// Two strategies, by their places in the table, over the instances where both have a cost.
PairStatistics compare_two(const CostTable& table, std::size_t a, std::size_t b, const Draws& platforms,
                           const Draws& workloads) {
  PairedRatio pair;
  SeenDraws seen_platforms, seen_workloads;
  std::vector<double> differences;
  ExactSum ratios;
  for (std::size_t i = 0; i < table.platforms.size(); ++i) {
    const double cost = table.costs[a][i], other = table.costs[b][i];
    if (std::isnan(cost) || std::isnan(other)) continue;
    const std::int64_t platform = table.platforms[i], workload = table.workloads[i];
    pair.add(cost, other, table.logarithms[a][i] - table.logarithms[b][i], platform, workload, Better::less);
    differences.push_back(nearly_equal(cost, other) ? 0 : cost - other);
    ratios.add(other == 0 ? k_no_number : cost / other);
    seen_platforms.add(platform);
    seen_workloads.add(workload);
  }
  return {.strategy = table.strategies[a],
          .other = table.strategies[b],
          .instances = pair.instances(),
          .mean_ratio = ratios.rounded() / static_cast<double>(pair.instances()),
          .log_ratio = pair.log_ratio(),
          .log_margin = pair.margin(platforms, workloads),
          .draws_p = pair.p(platforms, workloads),
          .wins = pair.wins(),
          .ties = pair.ties(),
          .losses = pair.losses(),
          .wilcoxon_p = signed_rank_p(std::move(differences)),
          .platform_draws = seen_platforms.count(platforms),
          .workload_draws = seen_workloads.count(workloads)};
}

constexpr std::string_view k_of = " of ", k_over = " / ";

// Throws UserError for an unknown label.
std::int64_t strategy_id(std::string_view label, const Attempts& attempts) {
  constexpr auto k_label = &std::pair<const std::int64_t, std::string>::second;
  const auto found = std::ranges::find(attempts.labels, label, k_label);
  if (found != attempts.labels.end()) return found->first;
  throw UserError("the campaign has no strategy {}{}; @summary shows their names", label,
                  suggestion(label, attempts.labels, k_label));
}

// A label may itself contain " / ": the first one that separates two labels counts.
std::array<std::int64_t, 2> read_ratio(const std::string& text, const Attempts& attempts) {
  const std::size_t first = text.find(k_over);
  if (first == std::string::npos)
    throw UserError(
        "effects() takes a metric, or the metric of two strategies, as in "
        "effects('makespan of HCPA / M-HEFT'); \"{}\" is one",
        text);
  const auto is_label = [&](const std::string& part) {
    return std::ranges::any_of(attempts.labels, [&](const auto& one) { return one.second == part; });
  };
  std::size_t between = first;
  for (std::size_t at = first; at != std::string::npos; at = text.find(k_over, at + 1))
    if (is_label(text.substr(0, at)) && is_label(text.substr(at + k_over.size()))) {
      between = at;
      break;
    }
  const std::array ratio{strategy_id(text.substr(0, between), attempts),
                         strategy_id(text.substr(between + k_over.size()), attempts)};
  if (ratio[0] == ratio[1]) throw UserError("{} is one strategy; name two for the effects on their ratio", text);
  return ratio;
}

ResponseValue value_of(const Attempts& attempts, std::size_t at, double value) {
  const ResultId& id = attempts.ids()[at];
  return {.platform = attempts.dimensions().platforms[id.platform],
          .workload = attempts.dimensions().workloads[id.workload],
          .strategy = attempts.dimensions().strategies[id.strategy],
          .value = value};
}

EffectResponse metric_response(const Attempts& attempts) {
  const MetricInfo& metric = *attempts.metric;
  EffectResponse response{
      .name = std::string(metric.name), .least = metric.least, .most = metric.most, .values = {}, .left_out = {}};
  bool positive = true;
  for (const ContestRow& row : make_contest(attempts).rows) {
    if (std::isnan(row.cost)) continue;
    const double value = metric.better == Better::more ? 1 / row.cost : row.cost;
    positive = positive && value > 0;
    response.values.push_back(value_of(attempts, row.attempt, value));
  }
  if (positive) {
    response.scale = EffectScale::logarithms;
    for (ResponseValue& value : response.values) value.value = std::log(value.value);
  }
  if (response.values.empty() && attempts.size() > 0)
    response.left_out = "no instance has a value of all that are compared";
  else if (const std::size_t left_out = attempts.size() - response.values.size(); left_out > 0)
    response.left_out = fmt::format("left out, because not all have a value to compare: {}",
                                    count_text(static_cast<std::int64_t>(left_out)));
  return response;
}

EffectResponse ratio_response(const Attempts& attempts, const std::string& name) {
  const auto [strategy, other] = read_ratio(name, attempts);
  EffectResponse response{
      .name = name, .scale = EffectScale::logarithms, .cells = EffectCells::differing, .values = {}, .left_out = {}};
  std::int64_t left_out = 0;
  for_each_instance(attempts, [&](std::size_t begin, std::size_t end) {
    double cost = 0, other_cost = 0;  // 0: none
    bool ran = false;
    for (std::size_t i = begin; i < end; ++i) {
      const std::int64_t id = attempts.dimensions().strategies[attempts.ids()[i].strategy];
      if (id == strategy) cost = attempts.cost(i);
      if (id == other) other_cost = attempts.cost(i);
      ran = ran || id == strategy || id == other;
    }
    if (cost > 0 && other_cost > 0) {
      response.values.push_back(value_of(attempts, begin, std::log(cost / other_cost)));
      response.values.back().strategy = 0;
    } else {
      left_out += ran ? 1 : 0;
    }
  });
  if (left_out > 0)
    response.left_out = fmt::format("left out, as not both have a value above 0: {}", count_text(left_out));
  return response;
}

}  // namespace

Attempts read_attempts(const QueriedCampaign& campaign, std::string_view name) {
  const MetricInfo& metric = metric_named(name);
  const std::array<std::string, 3> columns{std::string(metric.name), cost_sql(metric), "makespan"};
  Attempts attempts{.metric = &metric, .columns = campaign.results(columns), .labels = {}, .clairvoyants = {}};
  for (auto& label : campaign.labels("strategy")) attempts.labels.insert(std::move(label));
  for (const auto& [id, canonical] : campaign.canonical_names("strategy")) {
    RecipeReader recipe(canonical);
    while (const std::optional<WrittenParameter> parameter = recipe.next())
      if (parameter->name == "knowledge" && parameter->unquoted() == "exact") attempts.clairvoyants.insert(id);
  }
  return attempts;
}

Contest make_contest(const Attempts& attempts) {
  Field field = count_attempts(attempts);
  choose_contenders(field, attempts);
  Contest contest;
  contest.field = std::ranges::count_if(field, &Contender::contends);
  std::vector<std::size_t> next;  // by place: where the next row of the strategy goes
  std::size_t after = 0;
  for (const Contender& one : field) {
    if (one.ran > 0) contest.contenders.push_back(one);
    next.push_back(std::exchange(after, after + static_cast<std::size_t>(one.ran)));
  }
  contest.rows.resize(attempts.size());
  InstanceRows rows(attempts, field, contest.field);
  for_each_instance(attempts, [&](std::size_t begin, std::size_t end) {
    for (const ContestRow& row : rows.of(begin, end)) contest.rows[next[attempts.ids()[row.attempt].strategy]++] = row;
  });
  contest.together = rows.together();
  for (Contender& one : contest.contenders) one.note = note_of(one, contest);
  add_factors(contest, attempts);
  return contest;
}

std::vector<double> best_of_instances(const Attempts& attempts, const Contest& contest, std::span<const double> values,
                                      Better better) {
  std::vector<double> best(attempts.size(), k_no_number);
  for (const ContestRow& row : contest.rows)
    if (!std::isnan(row.rank)) best[row.attempt] = values[row.attempt];
  for_each_instance(attempts, [&](std::size_t begin, std::size_t end) {
    double one = k_no_number;
    for (std::size_t i = begin; i < end; ++i)
      one = better == Better::more ? std::fmax(one, best[i]) : std::fmin(one, best[i]);
    std::fill(best.begin() + static_cast<std::ptrdiff_t>(begin), best.begin() + static_cast<std::ptrdiff_t>(end), one);
  });
  return best;
}

std::vector<PairStatistics> compare_pairs(const Attempts& attempts, const Draws& platforms, const Draws& workloads) {
  const CostTable table = tabulate(attempts);
  std::vector<PairStatistics> pairs;
  for (std::size_t a = 0; a < table.strategies.size(); ++a)
    for (std::size_t b = a + 1; b < table.strategies.size(); ++b)
      if (PairStatistics pair = compare_two(table, a, b, platforms, workloads); pair.instances > 0)
        pairs.push_back(pair);
  std::ranges::sort(pairs, {}, &PairStatistics::strategy);
  return pairs;
}

EffectQuestion::EffectQuestion(const std::string& text) : metric(text.substr(0, text.find(k_of))) {
  if (metric.size() < text.size()) ratio = text.substr(metric.size() + k_of.size());
}

EffectResponse effect_response(const Attempts& attempts, const std::string& ratio) {
  return ratio.empty() ? metric_response(attempts) : ratio_response(attempts, ratio);
}

}  // namespace palio
