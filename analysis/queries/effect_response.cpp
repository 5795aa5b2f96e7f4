#include "analysis/queries/effect_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "analysis/queries/ready_query.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

constexpr std::string_view k_of = " of ", k_over = " / ";

std::optional<std::int64_t> find_strategy(std::string_view label, StrategyLabels labels) {
  const auto found = std::ranges::find(labels, label, &StrategyLabels::value_type::second);
  return found == labels.end() ? std::nullopt : std::optional(found->first);
}

// Throws for the label that there is not.
std::int64_t strategy_id(std::string_view label, StrategyLabels labels) {
  if (const auto id = find_strategy(label, labels)) return *id;
  std::vector<std::string_view> names;
  for (const auto& [id, name] : labels) names.push_back(name);
  throw UserError(
      fmt::format("the campaign has no strategy {}{}; @summary shows their names", label, suggestion(label, names)));
}

// A label may hold a stroke between blanks, too: the first one between two labels counts.
EffectQuestion::Ratio read_ratio(const std::string& text, StrategyLabels labels) {
  const std::size_t first = text.find(k_over);
  if (first == std::string::npos)
    throw UserError(
        fmt::format("effects() takes a metric, or the metric of two strategies, as in "
                    "effects('makespan of HCPA / M-HEFT'); \"{}\" is one",
                    text));
  std::size_t between = first;
  for (std::size_t at = first; at != std::string::npos; at = text.find(k_over, at + 1))
    if (find_strategy(text.substr(0, at), labels) && find_strategy(text.substr(at + k_over.size()), labels)) {
      between = at;
      break;
    }
  EffectQuestion::Ratio ratio{.name = text,
                              .strategy = strategy_id(text.substr(0, between), labels),
                              .other = strategy_id(text.substr(between + k_over.size()), labels)};
  if (ratio.strategy == ratio.other)
    throw UserError(fmt::format("{} is one strategy; name two for the effects on their ratio", text));
  return ratio;
}

EffectResponse metric_response(const MetricInfo& metric, std::span<const Attempt> attempts, StrategyLabels labels) {
  EffectResponse response{
      .name = std::string(metric.name), .least = metric.least, .most = metric.most, .values = {}, .left_out = {}};
  bool positive = true;
  for (const ContestRow& row : make_contest(attempts, labels).rows) {
    if (std::isnan(row.cost)) continue;
    const double value = metric.better == Better::more ? 1 / row.cost : row.cost;
    positive = positive && value > 0;
    response.values.push_back(
        {.platform = row.platform, .workload = row.workload, .strategy = row.strategy, .value = value});
  }
  if (positive) {
    response.scale = EffectScale::logarithms;
    for (ResponseValue& value : response.values) value.value = std::log(value.value);
  }
  if (response.values.empty() && !attempts.empty())
    response.left_out = "no instance has a value of all that are compared";
  else if (const std::size_t left_out = attempts.size() - response.values.size(); left_out > 0)
    response.left_out = fmt::format("left out, as not all compared completed the instance: {}",
                                    count_text(static_cast<std::int64_t>(left_out)));
  return response;
}

EffectResponse ratio_response(const EffectQuestion::Ratio& ratio, std::span<const Attempt> attempts) {
  EffectResponse response{.name = ratio.name,
                          .scale = EffectScale::logarithms,
                          .cells = EffectCells::differing,
                          .values = {},
                          .left_out = {}};
  std::int64_t left_out = 0;
  for_each_instance(attempts, [&](std::span<const Attempt> instance) {
    double cost = 0, other_cost = 0;  // 0: none
    bool ran = false;
    for (const Attempt& attempt : instance) {
      if (attempt.id.strategy == ratio.strategy) cost = attempt.cost;
      if (attempt.id.strategy == ratio.other) other_cost = attempt.cost;
      ran = ran || attempt.id.strategy == ratio.strategy || attempt.id.strategy == ratio.other;
    }
    const ScenarioId& id = instance.front().id;
    if (cost > 0 && other_cost > 0)
      response.values.push_back(
          {.platform = id.platform, .workload = id.workload, .value = std::log(cost / other_cost)});
    else
      left_out += ran ? 1 : 0;
  });
  if (left_out > 0)
    response.left_out = fmt::format("left out, as not both have a value above 0: {}", count_text(left_out));
  return response;
}

}  // namespace

EffectQuestion read_effect_question(const std::string& text, StrategyLabels labels) {
  const std::size_t of = text.find(k_of);
  if (of == std::string::npos) return {.metric = text, .ratio = {}};
  return {.metric = text.substr(0, of), .ratio = read_ratio(text.substr(of + k_of.size()), labels)};
}

EffectResponse effect_response(const EffectQuestion& question, std::span<const Attempt> attempts,
                               StrategyLabels labels) {
  return question.ratio ? ratio_response(*question.ratio, attempts)
                        : metric_response(metric_named(question.metric), attempts, labels);
}

}  // namespace palio
