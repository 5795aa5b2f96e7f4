#include "analysis/explore/explored_campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "analysis/queries/answer.h"
#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
#include "analysis/statistics/sql/campaign_draws.h"
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

// By id: whether results have it.
using Present = std::vector<bool>;

Present present_ids(const std::vector<ResultId>& ids, std::int32_t ResultId::*side) {
  Present present;
  for (const ResultId& id : ids) {
    const auto place = static_cast<std::size_t>(id.*side);
    if (present.size() <= place) present.resize(place + 1);
    present[place] = true;
  }
  return present;
}

bool holds(const Present& present, std::int64_t id) {
  return static_cast<std::size_t>(id) < present.size() && present[static_cast<std::size_t>(id)];
}

ExploredAxis read_axis(const QueriedCampaign& reader, const ViewColumn& column, const Present& present) {
  ExploredAxis axis{.name = column.name, .of_platforms = column.table == "platform", .levels = {}, .level_of = {}};
  std::map<SqlValue, std::vector<std::size_t>, decltype(&level_less)> ids(&level_less);
  reader.query(fmt::format("SELECT id, {} FROM {}", sql_name(column.source), column.table), {}, [&](const auto& row) {
    const std::int64_t id = std::get<std::int64_t>(row[0]);
    if (holds(present, id)) ids[row[1]].push_back(static_cast<std::size_t>(id));
  });
  axis.level_of.resize(present.size(), ExploredAxis::k_none);
  for (const auto& [level, members] : ids) {
    for (const std::size_t id : members) axis.level_of[id] = static_cast<int>(axis.levels.size());
    axis.levels.push_back(level);
  }
  return axis;
}

std::vector<std::string> keys_by_id(const QueriedCampaign& reader, std::string_view table, const Present& present) {
  std::vector<std::string> keys(present.size());
  reader.query(fmt::format("SELECT id, key FROM {}", table), {}, [&](const auto& row) {
    const std::int64_t id = std::get<std::int64_t>(row[0]);
    if (holds(present, id)) keys[static_cast<std::size_t>(id)] = std::get<std::string>(row[1]);
  });
  return keys;
}

// Some results of each strategy, far apart in the order of ids: what they have, others of their kind have too.
std::vector<ResultId> some_results(const std::vector<ResultId>& ids) {
  constexpr std::size_t k_parts = 5, k_looked_at = 2000;
  std::vector<ResultId> some;
  for (std::size_t part = 0; part < k_parts; ++part) {
    std::set<std::int32_t> seen;
    const std::size_t begin = ids.size() * part / k_parts;
    for (std::size_t i = begin; i < std::min(begin + k_looked_at, ids.size()); ++i)
      if (seen.insert(ids[i].strategy).second) some.push_back(ids[i]);
  }
  return some;
}

// A look at all results for metrics that none has would take seconds.
std::vector<std::string_view> ranking_metrics(const QueriedCampaign& reader, const std::vector<ResultId>& ids) {
  std::vector<const MetricInfo*> ranking;
  std::string columns;
  for (const MetricInfo& metric : metric_table())
    if (metric.better != Better::neither) {
      ranking.push_back(&metric);
      columns += fmt::format("{}{}", columns.empty() ? "" : ", ", metric.name);
    }
  std::set<const MetricInfo*> found;
  const std::string sql =
      fmt::format("SELECT {} FROM result WHERE platform_id = ? AND workload_id = ? AND strategy_id = ?", columns);
  for (const ResultId& id : some_results(ids))
    reader.query(sql, {std::int64_t{id.platform}, std::int64_t{id.workload}, std::int64_t{id.strategy}},
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
void hold_contest(ExploredCampaign& explored, const ResultColumns& columns, const Clairvoyants& clairvoyants) {
  const auto& values = columns.values;
  std::vector<Contender> by_id =
      make_contest({*columns.ids, *values[0], *values[1], *values[2]}, explored.strategies, clairvoyants).contenders;
  for (const auto& [id, label] : explored.strategies)
    explored.contenders.push_back(*std::ranges::find(by_id, id, &Contender::strategy));
}

std::vector<std::pair<ResultId, std::string>> read_failures(const QueriedCampaign& reader) {
  std::vector<std::pair<ResultId, std::string>> failures;
  reader.query("SELECT platform_id, workload_id, strategy_id, outcome FROM result WHERE outcome <> 'completed'", {},
               [&](const std::vector<SqlValue>& row) {
                 const auto id = [&](std::size_t i) {
                   return static_cast<std::int32_t>(std::get<std::int64_t>(row[i]));
                 };
                 failures.emplace_back(ResultId{id(0), id(1), id(2)}, std::get<std::string>(row[3]));
               });
  std::ranges::sort(failures);
  return failures;
}

}  // namespace

std::string level_text(const SqlValue& level) {
  if (const auto* text = std::get_if<std::string>(&level)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&level)) return fmt::format("{}", *whole);
  if (const auto* real = std::get_if<double>(&level)) return fmt::format("{}", *real);
  return "none";
}

std::string ExploredCampaign::level_at(std::string_view axis, std::size_t instance) const {
  const auto found = std::ranges::find(axes, axis, &ExploredAxis::name);
  if (found == axes.end()) return "";
  return level_text(found->levels[static_cast<std::size_t>(found->level((*results.ids)[instances[instance]]))]);
}

std::string ExploredCampaign::instance_name(std::size_t instance) const {
  const ResultId& id = (*results.ids)[instances[instance]];
  return fmt::format("{}-{}", platform_keys[static_cast<std::size_t>(id.platform)],
                     workload_keys[static_cast<std::size_t>(id.workload)]);
}

const std::string* ExploredCampaign::failure(const ResultId& id) const {
  const auto found = std::ranges::lower_bound(failures, id, {}, &std::pair<ResultId, std::string>::first);
  return found == failures.end() || found->first != id ? nullptr : &found->second;
}

ExploredCampaign read_explored(const CampaignReader& reader, const std::string& metric) {
  const std::string usual = usual_metric(reader);
  const MetricInfo& info = metric_named(metric.empty() ? usual : metric);
  const std::string cost = cost_sql(info);  // throws for a metric that does not rank
  ExploredCampaign explored;
  explored.metric = &info;
  explored.title = metric_title(reader, info.name);
  explored.usual_metric = usual;
  explored.usual_remark = metric_remark(reader, usual);
  ResultColumns columns;
  Clairvoyants clairvoyants;
  reader.in_snapshot([&] {
    explored.searched = is_searched(reader);
    columns = reader.results(std::array{std::string(info.name), cost, std::string("makespan")});
    explored.results = {columns.ids, {columns.values[0]}};
    const Present platforms = present_ids(*explored.results.ids, &ResultId::platform);
    const Present workloads = present_ids(*explored.results.ids, &ResultId::workload);
    const Present strategies = present_ids(*explored.results.ids, &ResultId::strategy);
    for (const ViewColumn& column : reader.scenario_columns()) {
      if (!may_be_axis(column)) continue;
      ExploredAxis axis = read_axis(reader, column, column.table == "platform" ? platforms : workloads);
      const bool tells = axis.levels.size() > 1 || (explored.searched && is_of_search(axis.name));
      if (tells && axis.levels.size() <= k_most_axis_levels) explored.axes.push_back(std::move(axis));
    }
    explored.platform_keys = keys_by_id(reader, "platform", platforms);
    explored.workload_keys = keys_by_id(reader, "workload", workloads);
    for (auto& strategy : reader.labels("strategy"))
      if (holds(strategies, strategy.first)) explored.strategies.push_back(std::move(strategy));
    explored.platforms = Draws(drawn_entries(reader, "platform"));
    explored.workloads = Draws(drawn_entries(reader, "workload"));
    explored.metrics = ranking_metrics(reader, *explored.results.ids);
    explored.failures = read_failures(reader);
    clairvoyants = clairvoyant_strategies(reader);
  });
  std::ranges::sort(explored.strategies, {}, &std::pair<std::int64_t, std::string>::second);
  const ResultColumns::Values& values = *explored.results.values.front();
  explored.logarithms.reserve(values.size());
  for (const double value : values)
    explored.logarithms.push_back(value > 0 ? std::log(value) : std::numeric_limits<double>::quiet_NaN());
  find_instances(explored);
  hold_contest(explored, columns, clairvoyants);
  if (!explored.strategies.empty()) choose_usual(explored);
  return explored;
}

}  // namespace palio
