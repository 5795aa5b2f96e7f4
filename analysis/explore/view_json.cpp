#include "analysis/explore/view_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "analysis/explore/panel_sql.h"
#include "analysis/report/parts/series_looks.h"
#include "core/text/count_text.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

std::string summary_json(const RatioSummary& of) {
  return fmt::format("[{},{},{},{},{},{},{}]", of.instances, json_number(of.ratio), json_number(of.low),
                     json_number(of.high), of.wins, of.ties, of.losses);
}

std::string levels_json(const ExploredAxis& axis) {
  return json_array(axis.levels, [](const SqlValue& level) { return json_quoted(level_text(level)); });
}

bool is_number(const SqlValue& level) {
  return std::holds_alternative<std::int64_t>(level) || std::holds_alternative<double>(level);
}

std::string axis_name(const ExploredCampaign& campaign, std::size_t axis) {
  return axis == View::k_no_axis ? "null" : json_quoted(campaign.axes[axis].name);
}

std::string axis_json(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found, std::size_t axis) {
  const auto kept = view.kept.find(axis);
  const std::string passing = kept == view.kept.end() ? "null" : fmt::format("[{}]", fmt::join(kept->second, ","));
  const auto level = [](const LevelRatio& of) {
    return fmt::format("[{},{},{},{},{}]", of.instances, json_number(of.ratio), json_number(of.low),
                       json_number(of.high), of.selected);
  };
  return fmt::format("{{\"name\":{},\"levels\":{},\"share\":{:.6f},\"kept\":{},\"sql\":{}}}",
                     json_quoted(campaign.axes[axis].name), json_array(found.turns[axis].levels, level),
                     found.turns[axis].share, passing, json_quoted(turn_sql(campaign, view, axis)));
}

// Instances as counts of squares of a grid, logarithmic in both directions.
class Density {
public:
  static constexpr std::size_t k_across = 60, k_up = 40;

  explicit Density(const std::vector<ComparedInstance>& instances) : counts_(k_across * k_up) {
    for (const ComparedInstance& at : instances) {
      value_.add(at.log_b);
      ratio_.add(at.log_ratio);
    }
    for (const ComparedInstance& at : instances)
      ++counts_[ratio_.place(at.log_ratio, k_up) * k_across + value_.place(at.log_b, k_across)];
  }

  std::string json() const {
    return fmt::format("{{\"across\":{},\"up\":{},\"values\":[{},{}],\"ratios\":[{},{}],\"counts\":[{}]}}", k_across,
                       k_up, json_number(std::exp(value_.least)), json_number(std::exp(value_.most)),
                       json_number(std::exp(ratio_.least)), json_number(std::exp(ratio_.most)),
                       fmt::join(counts_, ","));
  }

private:
  struct Range {
    double least = std::numeric_limits<double>::infinity(), most = -least;

    void add(double value) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
    std::size_t place(double value, std::size_t count) const {
      if (most == least) return 0;
      const double place = (value - least) / (most - least) * static_cast<double>(count);
      return std::min(count - 1, static_cast<std::size_t>(place));
    }
  };

  Range value_, ratio_;
  std::vector<std::int64_t> counts_;
};

std::string instance_json(const ExploredCampaign& campaign, const ComparedInstance& at) {
  return fmt::format("[{},{},{},{}]", json_quoted(campaign.instance_name(at.instance)), json_number(at.a),
                     json_number(at.b), json_number(std::exp(at.log_ratio)));
}

// The same with the place of its level on each axis.
std::string extreme_json(const ExploredCampaign& campaign, const ComparedInstance& at) {
  const ResultId& id = (*campaign.results.ids)[campaign.instances[at.instance]];
  std::string json = instance_json(campaign, at);
  json.back() = ',';
  return json + json_array(campaign.axes, [&](const ExploredAxis& axis) { return fmt::to_string(axis.level(id)); }) +
         ']';
}

bool ratio_less(const ComparedInstance& x, const ComparedInstance& y) {
  return std::pair(x.log_ratio, x.instance) < std::pair(y.log_ratio, y.instance);
}

// Those with the least and the largest ratios, by ratio.
std::string extremes_json(const ExploredCampaign& campaign, const std::vector<ComparedInstance>& instances) {
  constexpr std::size_t k_most = 50;  // at each end
  const bool all = instances.size() <= 2 * k_most;
  std::vector<ComparedInstance> low(all ? instances.size() : k_most), high(all ? 0 : k_most);
  std::ranges::partial_sort_copy(instances, low, ratio_less);
  std::ranges::partial_sort_copy(instances, high, [](const auto& x, const auto& y) { return ratio_less(y, x); });
  low.insert(low.end(), high.rbegin(), high.rend());
  return json_array(low, [&](const ComparedInstance& at) { return extreme_json(campaign, at); });
}

// The one in the middle by ratio; null if there is none, or if there are too many to list.
std::string median_json(const ExploredCampaign& campaign, const std::vector<ComparedInstance>& instances) {
  constexpr std::size_t k_most = 50'000;
  if (instances.empty() || instances.size() > k_most) return "null";
  std::vector<ComparedInstance> ordered = instances;
  const auto middle = ordered.begin() + std::ssize(ordered) / 2;
  std::ranges::nth_element(ordered, middle, ratio_less);
  return extreme_json(campaign, *middle);
}

std::string instances_json(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  const std::vector<ComparedInstance>& instances = found.instances;
  constexpr std::size_t k_most_points = 1500;
  const bool few = instances.size() <= k_most_points;
  const auto point = [&](const ComparedInstance& at) {  // with the level of the rows
    const ResultId& id = (*campaign.results.ids)[campaign.instances[at.instance]];
    const int level = view.rows == View::k_no_axis ? 0 : campaign.axes[view.rows].level(id);
    std::string json = instance_json(campaign, at);
    json.back() = ',';
    return fmt::format("{}{}]", json, level);
  };
  return fmt::format("{{\"count\":{},\"points\":{},\"density\":{},\"extremes\":{},\"median\":{}}}", instances.size(),
                     few ? json_array(instances, point) : "null", few ? "null" : Density(instances).json(),
                     extremes_json(campaign, instances), median_json(campaign, instances));
}

// Of each strategy, by place.
std::vector<std::int64_t> failures_in(const ExploredCampaign& campaign, const View& view) {
  const ViewFilters filters(campaign, view);
  std::map<std::int64_t, std::int64_t> failed;  // by id
  for (const auto& [id, word] : campaign.failures)
    if (filters.failed(id) == 0) ++failed[campaign.results.dimensions->strategies[id.strategy]];
  std::vector<std::int64_t> counts;
  for (const auto& [id, label] : campaign.strategies) counts.push_back(failed[id]);
  return counts;
}

std::string strategies_json(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  std::vector<std::size_t> places(campaign.strategies.size());
  std::iota(places.begin(), places.end(), 0);
  const std::vector<std::int64_t> failed = failures_in(campaign, view);
  return json_array(places, [&](std::size_t i) {
    const Contender& one = campaign.contenders[i];
    const ExploredStanding& of = found.standings.strategies[i];
    return fmt::format("{{\"label\":{},\"behind\":[{},{},{},{},{}],\"told\":{},\"failed\":{},\"note\":{}}}",
                       json_quoted(campaign.strategies[i].second), of.instances, json_number(of.factor),
                       json_number(of.low), json_number(of.high), of.times_best,
                       of.told ? fmt::format("{}", *of.told) : "null", failed[i],
                       json_quoted(one.contends ? "" : one.note));
  });
}

// Three digits, four just above 1, and more where these would be 1.000 for what is not 1.
std::string ratio_text(double value) {
  constexpr int k_most_digits = 6;
  for (int digits = value > 1 && value < 2 ? 4 : 3;; ++digits)
    if (std::string text = fmt::format("{:#.{}g}", value, digits);
        digits == k_most_digits || value == 1 || std::stod(text) != 1)
      return text;
}

// Where more instances are lost than won although the mean is better, or the other way round.
std::string by_number(const ExploredCampaign& campaign, const View& view, const RatioSummary& all) {
  const bool wins = (all.ratio < 1) == (campaign.metric->better == Better::less);
  const auto [more, less] = wins ? std::pair(all.losses, all.wins) : std::pair(all.wins, all.losses);
  if (more <= less) return "";
  return fmt::format(" Yet {} is better in more instances: {} to {}.",
                     campaign.strategies[wins ? view.b : view.a].second, count_text(more), count_text(less));
}

// " Not counted: 2 where HEFT failed (timeout), 1 that CPOP did not run."
std::string left_out_text(const ExploredCampaign& campaign, const ViewAnswer& found) {
  std::vector<std::string> parts;
  for (const auto& [lack, count] : found.left_out) {
    const std::string& strategy = campaign.strategies[lack.strategy].second;
    const std::string number = count_text(count);
    switch (lack.kind) {
      case Lack::Kind::failed:
        parts.push_back(fmt::format("{} where {} failed ({})", number, strategy, lack.failure));
        break;
      case Lack::Kind::not_run: parts.push_back(fmt::format("{} that {} did not run", number, strategy)); break;
      case Lack::Kind::no_value:
        parts.push_back(fmt::format("{} where {} has no {}", number, strategy, campaign.metric->name));
        break;
      case Lack::Kind::not_above_0:
        parts.push_back(fmt::format("{} where the {} of {} is 0", number, campaign.metric->name, strategy));
    }
  }
  return fmt::format(" Not counted: {}.", fmt::join(parts, ", "));
}

// A sentence on the levels where the order is another one than over all, or where it is certain if it is not over all;
// of the three axes that explain most.
std::string where_it_turns(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  constexpr std::size_t k_axes = 3;
  constexpr double k_little = 0.02;  // what an axis explains at least
  std::vector<std::size_t> order(found.turns.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t axis) { return found.turns[axis].share; });
  std::array<std::vector<std::string>, 2> better;  // where the ratio is below 1, where it is above
  for (const std::size_t axis : std::span(order).first(std::min(order.size(), k_axes))) {
    std::array<std::vector<std::string>, 2> levels;
    for (std::size_t level = 0; level < found.turns[axis].levels.size(); ++level)
      if (const LevelRatio& of = found.turns[axis].levels[level];
          of.is_sure() && view.keeps(axis, static_cast<int>(level)))
        levels.at(of.ratio > 1 ? 1 : 0).push_back(level_text(campaign.axes[axis].levels[level]));
    for (const std::size_t side : {0, 1})
      if (!levels.at(side).empty() && found.turns[axis].share >= k_little)
        better.at(side).push_back(fmt::format("{} = {}", campaign.axes[axis].name, fmt::join(levels.at(side), ", ")));
  }
  const bool less = campaign.metric->better == Better::less, certain = found.all.low > 1 || found.all.high < 1;
  std::string text;
  for (const std::size_t side : {0, 1}) {
    if (better.at(side).empty() || (certain && (side == 1) == (found.all.ratio > 1))) continue;
    text += fmt::format(" {}{} is better where {}.", certain ? "But " : "",
                        campaign.strategies[(side == 0) == less ? view.a : view.b].second,
                        fmt::join(better.at(side), ", or "));
  }
  return text;
}

}  // namespace

std::string campaign_json(const ExploredCampaign& campaign) {
  const auto metric_note = [](std::string_view name) {
    const MetricInfo& metric = *find_metric(name);
    return json_quoted(fmt::format("{}{}{} is better", metric.unit, metric.unit.empty() ? "" : ", ",
                                   metric.better == Better::more ? "more" : "less"));
  };
  const auto quoted = [](std::string_view text) { return json_quoted(text); };
  return fmt::format(
      "{{\"metrics\":{},\"metric_notes\":{},\"usual_metric\":{},\"usual_remark\":{},\"strategies\":{},\"colours\":{},"
      "\"usual\":[{},{}],\"axes\":{},\"results\":{},\"instances\":{},\"searched\":{}}}",
      json_array(campaign.metrics, quoted), json_array(campaign.metrics, metric_note), quoted(campaign.usual_metric),
      quoted(campaign.usual_remark),
      json_array(campaign.strategies, [](const auto& strategy) { return json_quoted(strategy.second); }),
      colours_json(), json_quoted(campaign.strategies[campaign.usual_a].second),
      json_quoted(campaign.strategies[campaign.usual_b].second),
      json_array(campaign.axes,
                 [](const ExploredAxis& axis) {
                   return fmt::format("{{\"name\":{},\"side\":\"{}\",\"follows\":{},\"levels\":{},\"numbers\":{}}}",
                                      json_quoted(axis.name), axis.of_platforms ? "platform" : "workload",
                                      json_quoted(axis.follows), levels_json(axis),
                                      std::ranges::all_of(axis.levels, is_number));
                 }),
      campaign.results.ids->size(), campaign.instance_count(), campaign.searched);
}

std::string answer_text(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  const std::string &a = campaign.strategies[view.a].second, &b = campaign.strategies[view.b].second;
  const RatioSummary& all = found.all;
  if (all.instances == 0)
    return fmt::format("No instance that passes the filters has a {} above 0 of both {} and {}.", campaign.metric->name,
                       a, b);
  if (view.a == view.b) return fmt::format("A and B are both {}: choose another one to compare it with.", a);
  const bool interval = !std::isnan(all.low);
  std::string text =
      fmt::format("The {} of {} is {}{} times that of {} over {}", campaign.title, a, ratio_text(all.ratio),
                  interval ? fmt::format(" [{}, {}]", ratio_text(all.low), ratio_text(all.high)) : "", b,
                  all.instances == 1 ? "1 instance" : count_text(all.instances) + " instances (geometric mean)");
  if (campaign.searched) return text + ". They were searched to set the two apart: nothing follows for others.";
  const bool less = campaign.metric->better == Better::less;
  text += !interval                       ? fmt::format("; {}.", no_interval_text(found.draws))
          : all.low <= 1 && all.high >= 1 ? ": new draws may reverse it."
                                          : fmt::format(": {} is better.", (all.high < 1) == less ? a : b);
  text += by_number(campaign, view, all) + where_it_turns(campaign, view, found);
  if (!found.left_out.empty()) text += left_out_text(campaign, found);
  return text;
}

namespace {

std::string answer_json(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  return json_quoted(answer_text(campaign, view, found));
}

std::string cells_json(const ExploredCampaign&, const View&, const ViewAnswer& found) {
  return json_array(found.cells, [](const auto& row) { return json_array(row, summary_json); });
}

// A panel of the page: its numbers, and the statement that gives them. A file of page/ shows it.
struct Panel {
  std::string_view name;
  std::string (*json)(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found);
  std::string (*sql)(const ExploredCampaign& campaign, const View& view);
};
constexpr auto k_panels = std::to_array<Panel>({{"answer", answer_json, answer_sql},
                                                {"cells", cells_json, cells_sql},
                                                {"strategies", strategies_json, strategies_sql},
                                                {"instances", instances_json, instances_sql}});

}  // namespace

std::string view_json(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  std::vector<std::size_t> axes(campaign.axes.size());
  std::iota(axes.begin(), axes.end(), 0);
  std::string panels, sql;
  for (const Panel& panel : k_panels) {
    panels += fmt::format(",\"{}\":{}", panel.name, panel.json(campaign, view, found));
    sql += fmt::format("{}\"{}\":{}", sql.empty() ? "" : ",", panel.name, json_quoted(panel.sql(campaign, view)));
  }
  return fmt::format(
      "{{\"metric\":\"{}\",\"better\":\"{}\",\"unit\":{},\"a\":{},\"b\":{},\"rows\":{},\"columns\":{},\"all\":{},"
      "\"axes\":{},\"geometric\":{},\"shared\":{}{},\"sql\":{{{}}}}}",
      campaign.metric->name, campaign.metric->better == Better::more ? "more" : "less",
      json_quoted(campaign.metric->unit), json_quoted(campaign.strategies[view.a].second),
      json_quoted(campaign.strategies[view.b].second), axis_name(campaign, view.rows),
      axis_name(campaign, view.columns), summary_json(found.all),
      json_array(axes, [&](std::size_t axis) { return axis_json(campaign, view, found, axis); }),
      found.standings.geometric, shared_json(campaign, found.shared), panels, sql);
}

std::string shared_json(const ExploredCampaign& campaign, const std::vector<SharedLevel>& shared) {
  return json_array(shared, [&](const SharedLevel& of) {
    const ExploredAxis& axis = campaign.axes[of.axis];
    return fmt::format("[{},{},{},{}]", json_quoted(axis.name), json_quoted(level_text(axis.levels[of.level])),
                       of.selected, of.all);
  });
}

std::string neighbours_json(const ExploredCampaign& campaign, std::vector<ComparedInstance> instances,
                            std::string_view name) {
  std::ranges::sort(instances, ratio_less);
  const auto found = std::ranges::find_if(
      instances, [&](const ComparedInstance& at) { return campaign.instance_name(at.instance) == name; });
  const bool known = found != instances.end();
  const auto named = [&](bool exists, std::ptrdiff_t step) {
    return exists ? json_quoted(campaign.instance_name((found + step)->instance)) : std::string("null");
  };
  return fmt::format("{{\"place\":{},\"count\":{},\"previous\":{},\"next\":{}}}",
                     known ? fmt::format("{}", found - instances.begin() + 1) : "null", instances.size(),
                     named(known && found != instances.begin(), -1), named(known && found + 1 != instances.end(), 1));
}

std::string shares_json(const std::vector<ComparedInstance>& instances) {
  constexpr std::size_t k_steps = 400;
  if (instances.empty()) return "[]";
  std::vector<double> ratios;
  for (const ComparedInstance& at : instances) ratios.push_back(at.log_ratio);
  std::ranges::sort(ratios);
  std::vector<std::size_t> places(k_steps + 1);
  for (std::size_t step = 0; step <= k_steps; ++step) places[step] = step * (ratios.size() - 1) / k_steps;
  return json_array(places, [&](std::size_t place) {
    return fmt::format("[{},{}]", json_number(std::exp(ratios[place])),
                       json_number(static_cast<double>(place + 1) / static_cast<double>(ratios.size())));
  });
}

std::string restarts_json(const ExploredCampaign& campaign, const View& view,
                          const std::vector<ComparedInstance>& instances) {
  const std::string &a = campaign.strategies[view.a].second, &b = campaign.strategies[view.b].second;
  std::map<std::string, ComparedInstance> worst;  // by restart
  for (const ComparedInstance& at : instances) {
    const std::pair searched(campaign.level_at("target", at.instance), campaign.level_at("base", at.instance));
    if (searched != std::pair(a, b) && searched != std::pair(b, a)) continue;
    const auto [found, first] = worst.try_emplace(campaign.level_at("restart", at.instance), at);
    const double sign = searched.first == a ? 1 : -1;
    if (!first && sign * at.log_ratio > sign * found->second.log_ratio) found->second = at;
  }
  std::vector<std::pair<std::string, ComparedInstance>> rows(worst.begin(), worst.end());
  std::ranges::sort(rows, ratio_less, &std::pair<std::string, ComparedInstance>::second);
  return json_array(rows, [&](const auto& row) {
    return fmt::format("[{},{},{}]", json_quoted(row.first), json_quoted(campaign.instance_name(row.second.instance)),
                       json_number(std::exp(row.second.log_ratio)));
  });
}

}  // namespace palio
