#include "analysis/explore/explored_campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "analysis/queries/answer.h"
#include "analysis/queries/usual_metric.h"
#include "analysis/statistics/sql/campaign_draws.h"
#include "core/error.h"
#include "core/identity/parameters.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

constexpr std::size_t k_most_axis_levels = 1000;  // of an axis: one with more tells instances apart, not kinds of them

// Numbers by size, then texts, then NULL.
bool level_less(const SqlValue& a, const SqlValue& b) {
  const auto group = [](const SqlValue& value) {
    return std::holds_alternative<std::monostate>(value) ? 2 : std::holds_alternative<std::string>(value) ? 1 : 0;
  };
  if (group(a) != group(b)) return group(a) < group(b);
  if (group(a) == 0) return number_or_nan(a) < number_or_nan(b);
  return a < b;
}

// Numbers of draws, seeds and digests tell draws and files apart; labels are the instances themselves.
bool may_be_axis(const ViewColumn& column) {
  if (column.table == "strategy" || column.source == "label") return false;
  const ParameterRole role = role_of(column.source);
  return role != ParameterRole::sample && role != ParameterRole::seed && role != ParameterRole::digest;
}

// The place of an id in an ascending list; nothing for what has no result.
std::optional<std::size_t> place_in(const std::vector<std::int64_t>& ids, std::int64_t id) {
  const auto found = std::ranges::lower_bound(ids, id);
  if (found == ids.end() || *found != id) return std::nullopt;
  return static_cast<std::size_t>(found - ids.begin());
}

// `ids`: of the platforms or workloads with results.
ExploredAxis read_axis(const QueriedCampaign& reader, const ViewColumn& column, const std::vector<std::int64_t>& ids) {
  ExploredAxis axis{
      .name = column.name, .of_platforms = column.table == "platform", .levels = {}, .level_of = {}, .follows = {}};
  std::map<SqlValue, std::vector<std::size_t>, decltype(&level_less)> members(&level_less);
  reader.query(fmt::format("SELECT id, {} FROM {}", sql_name(column.source), column.table), {}, [&](const auto& row) {
    if (const auto place = place_in(ids, std::get<std::int64_t>(row[0]))) members[row[1]].push_back(*place);
  });
  axis.level_of.resize(ids.size(), ExploredAxis::k_none);
  for (const auto& [level, places] : members) {
    for (const std::size_t place : places) axis.level_of[place] = static_cast<int>(axis.levels.size());
    axis.levels.push_back(level);
  }
  if (std::ranges::find(axis.level_of, ExploredAxis::k_none) != axis.level_of.end())
    throw UserError("the campaign is damaged: a result belongs to a {} that is missing; see palio check", column.table);
  return axis;
}

// Whether a level of one axis determines that of another axis of the same side.
bool tells(const ExploredAxis& from, const ExploredAxis& axis) {
  if (from.of_platforms != axis.of_platforms) return false;
  std::vector<int> told(from.levels.size(), ExploredAxis::k_none);
  for (std::size_t place = 0; place < axis.level_of.size(); ++place) {
    int& level = told[static_cast<std::size_t>(from.level_of[place])];
    if (level == ExploredAxis::k_none) level = axis.level_of[place];
    if (level != axis.level_of[place]) return false;
  }
  return true;
}

// An axis that tells all instances apart tells everything, and nothing.
void note_followers(std::vector<ExploredAxis>& axes) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    for (std::size_t from = 0; from < axes.size() && axes[axis].follows.empty(); ++from)
      if (from != axis && axes[from].follows.empty() && 2 * axes[from].levels.size() <= axes[from].level_of.size() &&
          tells(axes[from], axes[axis]) && (from < axis || !tells(axes[axis], axes[from])))
        axes[axis].follows = axes[from].name;
}

std::vector<std::string> keys_by_place(const QueriedCampaign& reader, std::string_view table,
                                       const std::vector<std::int64_t>& ids) {
  std::vector<std::string> keys(ids.size());
  reader.query(fmt::format("SELECT id, key FROM {}", table), {}, [&](const auto& row) {
    if (const auto place = place_in(ids, std::get<std::int64_t>(row[0]))) keys[*place] = std::get<std::string>(row[1]);
  });
  return keys;
}

// Some results of each strategy, far apart in the order of ids: what they have, others of their kind have too.
std::vector<ResultId> some_results(const std::vector<ResultId>& ids) {
  constexpr std::size_t k_parts = 5, k_looked_at = 2000;
  std::vector<ResultId> some;
  for (std::size_t part = 0; part < k_parts; ++part) {
    std::set<std::uint32_t> seen;
    const std::size_t begin = ids.size() * part / k_parts;
    for (std::size_t i = begin; i < std::min(begin + k_looked_at, ids.size()); ++i)
      if (seen.insert(ids[i].strategy).second) some.push_back(ids[i]);
  }
  return some;
}

// A look at all results for metrics that none has would take seconds.
std::vector<std::string_view> ranking_metrics(const QueriedCampaign& reader, const ResultColumns& results) {
  std::vector<const MetricInfo*> ranking;
  std::string columns;
  for (const MetricInfo& metric : metric_table())
    if (metric.better != Better::neither) {
      ranking.push_back(&metric);
      columns += fmt::format("{}{}", columns.empty() ? "" : ", ", metric.name);
    }
  std::set<const MetricInfo*> found;
  const std::string sql =
      fmt::format("SELECT {} FROM measured WHERE platform_id = ? AND workload_id = ? AND strategy_id = ?", columns);
  const auto& [platforms, workloads, strategies] = *results.dimensions;
  for (const ResultId& id : some_results(*results.ids))
    reader.query(sql, {platforms[id.platform], workloads[id.workload], strategies[id.strategy]},
                 [&](const std::vector<SqlValue>& row) {
                   for (std::size_t i = 0; i < row.size(); ++i)
                     if (!std::holds_alternative<std::monostate>(row[i])) found.insert(ranking[i]);
                 });
  std::vector<std::string_view> metrics;
  for (const MetricInfo* metric : ranking)
    if (found.contains(metric)) metrics.push_back(metric->name);
  return metrics;
}

void find_instances(ExploredCampaign& explored) {
  const std::vector<ResultId>& ids = *explored.results.ids;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (i == 0 || ids[i].platform != ids[i - 1].platform || ids[i].workload != ids[i - 1].workload)
      explored.instances.push_back(static_cast<std::uint32_t>(i));
  explored.instances.push_back(static_cast<std::uint32_t>(ids.size()));
}

// What names a search of `palio duel` and its restart, also where there was one.
bool is_of_search(std::string_view axis) { return axis == "target" || axis == "base" || axis == "restart"; }

void choose_usual(ExploredCampaign& explored) {
  std::vector<std::size_t> order(explored.strategies.size());
  std::iota(order.begin(), order.end(), 0);
  if (explored.searched) {
    const auto place = [&](const std::string& label) {
      return static_cast<std::size_t>(
          std::ranges::find(explored.strategies, label, &std::pair<std::int64_t, std::string>::second) -
          explored.strategies.begin());
    };
    const std::size_t a = place(explored.level_at("target", 0)), b = place(explored.level_at("base", 0));
    if (std::max(a, b) < order.size()) order = {a, b};
  } else {
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
      const std::int64_t place = explored.contenders[i].place;
      return place == 0 ? std::numeric_limits<std::int64_t>::max() : place;
    });
  }
  explored.usual_a = order.front();
  explored.usual_b = order[std::min<std::size_t>(1, order.size() - 1)];
}

// Who is compared; each strategy has results.
void hold_contest(ExploredCampaign& explored, const Attempts& attempts) {
  const std::vector<Contender> by_id = make_contest(attempts).contenders;
  for (const auto& [id, label] : explored.strategies)
    explored.contenders.push_back(*std::ranges::find(by_id, id, &Contender::strategy));
}

std::vector<std::pair<ResultId, std::string>> read_failures(const QueriedCampaign& reader,
                                                            const ResultDimensions& dimensions) {
  std::vector<std::pair<ResultId, std::string>> failures;
  const auto place = [](const std::vector<std::int64_t>& ids, const SqlValue& id) {
    return static_cast<std::uint32_t>(place_in(ids, std::get<std::int64_t>(id)).value());
  };
  reader.query("SELECT platform_id, workload_id, strategy_id, outcome FROM result WHERE outcome <> 'completed'", {},
               [&](const std::vector<SqlValue>& row) {
                 const ResultId id{place(dimensions.platforms, row[0]), place(dimensions.workloads, row[1]),
                                   place(dimensions.strategies, row[2])};
                 failures.emplace_back(id, std::get<std::string>(row[3]));
               });
  std::ranges::sort(failures);
  return failures;
}

}  // namespace

std::string level_text(const SqlValue& level) { return value_words(level, Digits::all, "none"); }

std::string ExploredCampaign::level_at(std::string_view axis, std::size_t instance) const {
  const auto found = std::ranges::find(axes, axis, &ExploredAxis::name);
  if (found == axes.end()) return "";
  return level_text(found->levels[static_cast<std::size_t>(found->level((*results.ids)[instances[instance]]))]);
}

std::string ExploredCampaign::instance_name(std::size_t instance) const {
  const ResultId& id = (*results.ids)[instances[instance]];
  return fmt::format("{}-{}", platform_keys[id.platform], workload_keys[id.workload]);
}

const std::string* ExploredCampaign::failure(const ResultId& id) const {
  const auto found = std::ranges::lower_bound(failures, id, {}, &std::pair<ResultId, std::string>::first);
  return found == failures.end() || found->first != id ? nullptr : &found->second;
}

ExploredCampaign read_explored(const CampaignReader& reader, const std::string& metric) {
  ExploredCampaign explored;
  explored.usual_metric = usual_metric(reader);
  explored.usual_remark = metric_remark(reader, explored.usual_metric);
  Attempts attempts;
  reader.in_snapshot([&] {
    explored.searched = is_searched(reader);
    attempts = read_attempts(reader, metric.empty() ? explored.usual_metric : metric);
    explored.results = {attempts.columns.dimensions, attempts.columns.ids, {attempts.columns.values[0]}};
    const auto& [platforms, workloads, strategies] = attempts.dimensions();
    for (const ViewColumn& column : reader.scenario_columns()) {
      if (!may_be_axis(column)) continue;
      ExploredAxis axis = read_axis(reader, column, column.table == "platform" ? platforms : workloads);
      const bool tells = axis.levels.size() > 1 || (explored.searched && is_of_search(axis.name));
      if (tells && axis.levels.size() <= k_most_axis_levels) explored.axes.push_back(std::move(axis));
    }
    note_followers(explored.axes);
    explored.platform_keys = keys_by_place(reader, "platform", platforms);
    explored.workload_keys = keys_by_place(reader, "workload", workloads);
    for (const std::int64_t id : strategies) explored.strategies.emplace_back(id, attempts.labels.at(id));
    explored.platforms = Draws(drawn_entries(reader, "platform"));
    explored.workloads = Draws(drawn_entries(reader, "workload"));
    explored.metrics = ranking_metrics(reader, explored.results);
    explored.failures = read_failures(reader, attempts.dimensions());
  });
  explored.metric = attempts.metric;
  explored.title = metric_title(reader, attempts.metric->name);
  std::ranges::sort(explored.strategies, {}, &std::pair<std::int64_t, std::string>::second);
  const ResultColumns::Values& values = *explored.results.values.front();
  explored.logarithms.reserve(values.size());
  for (const double value : values)
    explored.logarithms.push_back(value > 0 ? std::log(value) : std::numeric_limits<double>::quiet_NaN());
  find_instances(explored);
  hold_contest(explored, attempts);
  if (!explored.strategies.empty()) choose_usual(explored);
  return explored;
}

}  // namespace palio
