#include "analysis/statistics/sql/sql_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/intervals/intervals.h"
#include "analysis/statistics/rank_statistics.h"
#include "analysis/statistics/sql/background_ratio.h"
#include "analysis/statistics/sql/campaign_draws.h"
#include "core/error.h"
#include "core/exact_sum.h"

namespace palio {
namespace {

// An SQL aggregate whose groups are States: each row is added, at the end comes the result.
template <class State>
class NumberGroup final : public Aggregate {
public:
  using Add = void (*)(State&, Numbers);
  using Result = std::function<SqlValue(State&)>;

  // Groups of one aggregate share `result`.
  NumberGroup(Add add, std::shared_ptr<const Result> result) : add_(add), result_(std::move(result)) {}

  void step(Numbers row) override { add_(state_, row); }
  SqlValue result() override { return (*result_)(state_); }

private:
  Add add_;
  std::shared_ptr<const Result> result_;
  State state_;
};

constexpr double k_undefined_aggregate = std::numeric_limits<double>::quiet_NaN();  // NULL for SQLite

constexpr auto k_functions = std::to_array<FunctionInfo>({
    {"median(x)", "aggregate", "the value in the middle, or the mean of the two"},
    {"quantile(x, p)", "aggregate", "quantile of order p in [0, 1], type 7: linear between neighbours"},
    {"variance(x)", "aggregate", "of the sample (divided by n - 1); NULL for fewer than two values"},
    {"stddev(x)", "aggregate", "standard deviation of the sample"},
    {"geomean(x)", "aggregate", "geometric mean; NULL if a value is negative"},
    {"confidence(x)", "aggregate", "half-width of the 95 % interval of the mean, Student's t"},
    {"confidence(x, level)", "aggregate", "the same at a level in (0, 1)"},
    {"confidence(x, p, w)", "aggregate",
     "half-width of the 95 % interval for new draws of platforms p and workloads w, labels or ids; NULL where "
     "nothing is drawn at random, or a kind was drawn once"},
    {"mean_p(x, p, w)", "aggregate", "two-sided p that the mean is 0 for new draws of platforms p and workloads w"},
    {"resampled_means(x, p, w)", "aggregate",
     "JSON array of the mean and, where each kind was drawn twice at least, of 200 means of new draws of platforms p "
     "and workloads w: resamples of those of the campaign, the same in every group"},
    {"resampled_low(x, r)", "aggregate",
     "lower end of the 95 % interval of x: the row r = 0 has the campaign's value, rows r >= 1 its resamples"},
    {"resampled_high(x, r)", "aggregate", "upper end of the same interval"},
    {"resampled_share(x, r)", "aggregate", "share of the resamples with the x of the campaign"},
    {"platform_draws(p)", "aggregate", "number of random draws among the platforms p"},
    {"workload_draws(w)", "aggregate", "number of random draws among the workloads w"},
    {"platform_singles(p)", "aggregate",
     "number of kinds of platforms with a single draw, so that nothing has an interval"},
    {"workload_singles(w)", "aggregate", "the same for workloads"},
    {"mean_ratio(x, y)", "paired", "mean of x / y; NULL if a y is 0"},
    {"ratio_low(x, y)", "paired",
     "lower end of the 95 % interval of mean_ratio: Student's t, from 30 to 5,000 pairs bootstrap"},
    {"ratio_high(x, y)", "paired", "upper end of the same interval"},
    {"ratio_of_means(x, y)", "paired", "mean of x / mean of y; NULL if that of y is 0"},
    {"ratio_margin(x, y)", "paired", "half-width of the 95 % interval of ratio_of_means, delta method over the pairs"},
    {"ratio_margin(x, y, p, w)", "paired", "the same for new draws of platforms p and workloads w"},
    {"wins(x, y)", "paired", "pairs with x < y that are not ties"},
    {"ties(x, y)", "paired", "pairs with x = y, up to a billionth of the larger"},
    {"losses(x, y)", "paired", "pairs with x > y that are not ties"},
    {"wilcoxon(x, y)", "paired", "two-sided p of Wilcoxon's signed-rank test"},
    {"share_low(k, n)", "scalar", "lower end of Wilson's 95 % interval of the share k of n"},
    {"share_high(k, n)", "scalar", "upper end of the same interval"},
    {"chi_squared_p(x, f)", "scalar", "probability that a chi-squared variable of f degrees of freedom is at least x"},
    {"critical_difference(k, n)", "scalar", "Nemenyi's, at 5 %: of the mean ranks of k strategies over n instances"},
});

template <class State>
void add_group(QueriedCampaign& reader, const std::string& name, int arguments, typename NumberGroup<State>::Add add,
               typename NumberGroup<State>::Result result, const TextNumber& text_number = nullptr) {
  const auto shared = std::make_shared<const typename NumberGroup<State>::Result>(std::move(result));
  reader.add_aggregate(
      name, arguments, [=] { return std::make_unique<NumberGroup<State>>(add, shared); }, text_number);
}

// A parameter of an aggregate: the same in every row of a group, between 0 and 1.
class Level {
public:
  void set(double value, const char* name) {
    if (value == value_) return;
    if (!(value >= 0 && value <= 1)) throw UserError("{} is {}; it must lie between 0 and 1", name, value);
    if (!std::isnan(value_))
      throw UserError("{} is {} and {} in one group; it must be the same in every row", name, value_, value);
    value_ = value;
  }
  double value() const { return value_; }

private:
  double value_ = k_undefined_aggregate;
};

template <class State>
struct WithLevel {
  State state;
  Level level;
};

struct Mean {
  ExactSum sum;
  double count = 0;

  void add(double value) {
    sum.add(value);
    ++count;
  }
  double value() const { return sum.rounded() / count; }  // NaN without values
};

struct Comparison {
  std::int64_t wins = 0, ties = 0, losses = 0;
};

void add_spread(QueriedCampaign& reader, const IntervalRule& rule) {
  const auto add = [](Moments& moments, Numbers row) { moments.add(row[0]); };
  add_group<Moments>(reader, "variance", 1, add, &Moments::variance);
  add_group<Moments>(reader, "stddev", 1, add, &Moments::deviation);
  add_group<Moments>(reader, "confidence", 1, add,
                     [level = rule.level](Moments& moments) { return mean_margin(moments, level); });
  using AtLevel = WithLevel<Moments>;
  add_group<AtLevel>(
      reader, "confidence", 2,
      [](AtLevel& group, Numbers row) {
        group.level.set(row[1], "the level of confidence()");
        group.state.add(row[0]);
      },
      [](AtLevel& group) {
        const double level = group.level.value();
        return level > 0 && level < 1 ? mean_margin(group.state, level) : k_undefined_aggregate;
      });
  add_group<Mean>(
      reader, "geomean", 1, [](Mean& logs, Numbers row) { logs.add(std::log(row[0])); },
      [](Mean& logs) { return std::exp(logs.value()); });
}

void add_quantiles(QueriedCampaign& reader) {
  using Values = std::vector<double>;
  add_group<Values>(
      reader, "median", 1, [](Values& values, Numbers row) { values.push_back(row[0]); },
      [](Values& values) { return values.empty() ? k_undefined_aggregate : quantile(values, 0.5); });
  using Ordered = WithLevel<Values>;
  add_group<Ordered>(
      reader, "quantile", 2,
      [](Ordered& group, Numbers row) {
        group.level.set(row[1], "the p of quantile()");
        group.state.push_back(row[0]);
      },
      [](Ordered& group) {
        return group.state.empty() ? k_undefined_aggregate : quantile(group.state, group.level.value());
      });
}

double pair_ratio(Numbers row) { return row[1] == 0 ? k_undefined_aggregate : row[0] / row[1]; }

// Both ends of an interval are asked for in turn; the second call finds it cached.
class RatioInterval {
public:
  Interval of(const std::vector<double>& ratios) {
    if (ratios == ratios_) return interval_;
    interval_ = {k_undefined_aggregate, k_undefined_aggregate};
    const bool defined = std::ranges::none_of(ratios, [](double ratio) { return std::isnan(ratio); });
    if (defined && ratios.size() >= 2) interval_ = mean_interval(ratios);
    ratios_ = ratios;
    return interval_;
  }

private:
  std::vector<double> ratios_;
  Interval interval_{k_undefined_aggregate, k_undefined_aggregate};
};

void add_ratios(QueriedCampaign& reader, const IntervalRule& rule) {
  add_group<Mean>(
      reader, "mean_ratio", 2, [](Mean& ratios, Numbers row) { ratios.add(pair_ratio(row)); }, &Mean::value);
  using Values = std::vector<double>;
  const auto collect = [](Values& ratios, Numbers row) { ratios.push_back(pair_ratio(row)); };
  const auto interval = std::make_shared<RatioInterval>();
  add_group<Values>(reader, "ratio_low", 2, collect, [interval](Values& ratios) { return interval->of(ratios).low; });
  add_group<Values>(reader, "ratio_high", 2, collect, [interval](Values& ratios) { return interval->of(ratios).high; });
  const auto add = [](PairMoments& pairs, Numbers row) { pairs.add(row[0], row[1]); };
  add_group<PairMoments>(reader, "ratio_of_means", 2, add, [](PairMoments& pairs) {
    return pairs.y().mean() == 0 ? k_undefined_aggregate : ratio_of_means(pairs);
  });
  add_group<PairMoments>(reader, "ratio_margin", 2, add, [level = rule.level](PairMoments& pairs) {
    return pairs.y().mean() == 0 ? k_undefined_aggregate : ratio_margin(pairs, level);
  });
}

struct CampaignDraws {
  TableDraws platforms, workloads;

  CampaignDraws& refreshed() {
    platforms.refresh();
    workloads.refresh();
    return *this;
  }
};

// SQLite gives arguments as doubles, which hold every id: keys of 48 bits.
std::int64_t draw_id(double number) {
  constexpr double most = 9007199254740991;  // 2^53 - 1: beyond, two ids may be one double
  const std::int64_t id = number >= 0 && number <= most ? static_cast<std::int64_t>(number) : 0;
  if (static_cast<double>(id) != number)
    throw UserError("{} is not an id of a platform or workload, as the table result has them", number);
  return id;
}

// Ids for labels as the last two arguments of `name`, platform and workload; no other argument may be a text.
TextNumber label_ids(const std::shared_ptr<CampaignDraws>& draws, const std::string& name, std::size_t arguments) {
  return [=](std::size_t place, std::string_view text) {
    if (place + 2 < arguments) throw UserError("{}() takes numbers, here it got the text '{}'", name, text);
    return place + 2 == arguments ? draws->platforms.id(text) : draws->workloads.id(text);
  };
}

double margin_by(const IntervalRule& rule, const ClusteredRatio& ratio, CampaignDraws& draws) {
  auto [platforms, workloads] = ratio.variances(draws.platforms.draws(), draws.workloads.draws());
  if (rule.platforms_alone) workloads = {};
  if (draws_freedom(platforms, workloads) < rule.least_freedom)
    return k_undefined_aggregate;  // but not if nothing varies
  return draws_margin(platforms, workloads, rule.level);
}

void add_clustered(QueriedCampaign& reader, const std::shared_ptr<CampaignDraws>& draws, const IntervalRule& rule) {
  const auto add_mean = [](ClusteredRatio& mean, Numbers row) { mean.add(row[0], draw_id(row[1]), draw_id(row[2])); };
  const auto margin = [draws, rule](ClusteredRatio& ratio) { return margin_by(rule, ratio, draws->refreshed()); };
  add_group<ClusteredRatio>(reader, "confidence", 3, add_mean, margin, label_ids(draws, "confidence", 3));
  add_group<ClusteredRatio>(
      reader, "mean_p", 3, add_mean,
      [draws](ClusteredRatio& mean) {
        auto& [platforms, workloads] = draws->refreshed();
        return mean.p_of_zero(platforms.draws(), workloads.draws());
      },
      label_ids(draws, "mean_p", 3));
  add_group<BackgroundRatio>(
      reader, "ratio_margin", 4,
      [](BackgroundRatio& ratio, Numbers row) {
        ratio.add({row[0], row[1], draw_id(row[2]), draw_id(row[3])});
      },
      [draws, rule](BackgroundRatio& ratio) { return margin_by(rule, ratio.finished(), draws->refreshed()); },
      label_ids(draws, "ratio_margin", 4));
}

// Whether the values have several draws that vary; each draw has its own weights.
template <class Of>
bool several_draws(std::span<const DrawnValue> values, const Of& weights_of) {
  const Resamples::Weights* first = nullptr;
  for (const DrawnValue& value : values) {
    const Resamples::Weights& weights = weights_of(value);
    if (weights.empty()) continue;
    if (first != nullptr && first != &weights) return true;
    first = &weights;
  }
  return false;
}

// The mean, then the means of the resamples: NaN if one has nothing of the group. The same bits in any order.
std::vector<double> resampled_means(std::span<const DrawnValue> values, const IntervalRule& rule,
                                    CampaignDraws& draws) {
  const auto of_platform = [&](const DrawnValue& value) -> const Resamples::Weights& {
    return draws.platforms.weights(value.platform);
  };
  const auto of_workload = [&](const DrawnValue& value) -> const Resamples::Weights& {
    return draws.workloads.weights(value.workload);
  };
  const auto is_known = [&](const DrawnValue& value) {
    return draws.platforms.is_known(value.platform) &&
           (rule.platforms_alone || draws.workloads.is_known(value.workload));
  };
  const bool vary =
      std::ranges::all_of(values, is_known) &&
      (several_draws(values, of_platform) || (!rule.platforms_alone && several_draws(values, of_workload)));
  const std::size_t count = vary ? Resamples::k_count : 0;
  std::vector<ExactSum> sums(1 + count), weights(1 + count);
  const auto weight_in = [](const Resamples::Weights& of_draw, std::size_t i) {
    return of_draw.empty() ? 1.0 : of_draw[i];
  };
  for (const DrawnValue& value : values) {
    sums[0].add(value.value);
    weights[0].add(1);
    for (std::size_t i = 0; i < count; ++i) {
      const double weight =
          weight_in(of_platform(value), i) * (rule.platforms_alone ? 1 : weight_in(of_workload(value), i));
      if (weight == 0) continue;
      sums[1 + i].add_product(weight, value.value);
      weights[1 + i].add(weight);
    }
  }
  std::vector<double> means;
  for (std::size_t i = 0; i <= count; ++i) means.push_back(sums[i].rounded() / weights[i].rounded());
  return means;
}

// The value of the campaign, and those of its resamples.
struct Resampled {
  double own = k_undefined_aggregate;
  std::vector<double> again;

  void add(double value, double resample) {
    if (resample == 0)
      own = value;
    else
      again.push_back(value);
  }
  bool is_known() const { return !std::isnan(own) && !again.empty(); }
};

// Reals, even whole ones: SQLite divides integers without remainder.
SqlValue json_array(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ',';
    const std::string number = std::isfinite(value) ? fmt::format("{}", value) : "null";
    text += number;
    if (std::isfinite(value) && number.find_first_of(".e") == std::string::npos) text += ".0";
  }
  return text + "]";
}

void add_resampled(QueriedCampaign& reader, const std::shared_ptr<CampaignDraws>& draws, const IntervalRule& rule) {
  using Drawn = std::vector<DrawnValue>;
  add_group<Drawn>(
      reader, "resampled_means", 3,
      [](Drawn& values, Numbers row) {
        values.push_back({row[0], draw_id(row[1]), draw_id(row[2])});
      },
      [draws, rule](Drawn& values) -> SqlValue {
        if (values.empty()) return {};
        return json_array(resampled_means(values, rule, draws->refreshed()));
      },
      label_ids(draws, "resampled_means", 3));
  const auto add = [](Resampled& values, Numbers row) { values.add(row[0], row[1]); };
  const double low = (1 - rule.level) / 2, high = (1 + rule.level) / 2;
  add_group<Resampled>(reader, "resampled_low", 2, add, [low](Resampled& values) {
    return values.is_known() ? std::min(values.own, quantile(values.again, low)) : k_undefined_aggregate;
  });
  add_group<Resampled>(reader, "resampled_high", 2, add, [high](Resampled& values) {
    return values.is_known() ? std::max(values.own, quantile(values.again, high)) : k_undefined_aggregate;
  });
  add_group<Resampled>(reader, "resampled_share", 2, add, [](Resampled& values) {
    if (!values.is_known()) return k_undefined_aggregate;
    return static_cast<double>(std::ranges::count(values.again, values.own)) / static_cast<double>(values.again.size());
  });
}

// A count of the draws that a group has seen, for each side.
void add_draw_count(QueriedCampaign& reader, const std::shared_ptr<CampaignDraws>& draws, std::string_view what,
                    std::int64_t (SeenDraws::*count)(const Draws& draws) const) {
  for (TableDraws CampaignDraws::*const side : {&CampaignDraws::platforms, &CampaignDraws::workloads})
    add_group<SeenDraws>(
        reader, fmt::format("{}_{}", ((*draws).*side).table(), what), 1,
        [](SeenDraws& seen, Numbers row) { seen.add(draw_id(row[0])); },
        [=](SeenDraws& seen) { return (seen.*count)((draws->refreshed().*side).draws()); },
        [=](std::size_t, std::string_view label) { return ((*draws).*side).id(label); });
}

void add_comparisons(QueriedCampaign& reader) {
  const auto compare = [](Comparison& comparison, Numbers row) {
    const bool tie = nearly_equal(row[0], row[1]);
    comparison.wins += !tie && row[0] < row[1] ? 1 : 0;
    comparison.ties += tie ? 1 : 0;
    comparison.losses += !tie && row[0] > row[1] ? 1 : 0;
  };
  add_group<Comparison>(reader, "wins", 2, compare, &Comparison::wins);
  add_group<Comparison>(reader, "ties", 2, compare, &Comparison::ties);
  add_group<Comparison>(reader, "losses", 2, compare, &Comparison::losses);
  using Values = std::vector<double>;
  add_group<Values>(
      reader, "wilcoxon", 2,
      // Infinities of one sign are a tie; their difference would be NaN.
      [](Values& differences, Numbers row) {
        differences.push_back(nearly_equal(row[0], row[1]) ? 0 : row[0] - row[1]);
      },
      [](Values& differences) {
        return differences.empty() ? k_undefined_aggregate : signed_rank_p(std::move(differences));
      });
}

constexpr double k_counts_end =
    9007199254740992;  // 2^53: from here on doubles are not exact counts, and casts may overflow

// The interval of the share k of n; NaN for n = 0.
Interval share_interval(Numbers row, double level) {
  const double k = row[0];
  const double n = row[1];
  if (!(k >= 0 && k <= n && n < k_counts_end) || k != std::floor(k) || n != std::floor(n))
    throw UserError("{} of {} is not a share: share_low() and share_high() take two counts", k, n);
  if (n == 0) return {k_undefined_aggregate, k_undefined_aggregate};
  return wilson_interval(static_cast<std::int64_t>(k), static_cast<std::int64_t>(n), level);
}

double critical_difference_of(Numbers row) {
  constexpr double most = 1000;  // strategies
  if (!(row[1] < k_counts_end))
    throw UserError("{} is not a count of instances, which critical_difference() takes", row[1]);
  if (row[0] < 2 || row[0] > most || row[1] < 1) return k_undefined_aggregate;
  return critical_difference(static_cast<int>(row[0]), static_cast<std::int64_t>(row[1]));
}

void add_scalars(QueriedCampaign& reader, const IntervalRule& rule) {
  const double level = rule.level;
  reader.add_function("share_low", 2, [level](Numbers row) { return share_interval(row, level).low; });
  reader.add_function("share_high", 2, [level](Numbers row) { return share_interval(row, level).high; });
  reader.add_function("chi_squared_p", 2, [](Numbers row) {
    return row[0] >= 0 && row[1] > 0 ? chi_squared_tail(row[0], row[1]) : k_undefined_aggregate;
  });
  reader.add_function("critical_difference", 2, critical_difference_of);
}

}  // namespace

std::span<const FunctionInfo> function_table() { return k_functions; }

void add_statistics(QueriedCampaign& reader, const IntervalRule& rule) {
  add_spread(reader, rule);
  add_quantiles(reader);
  add_ratios(reader, rule);
  const auto draws = std::make_shared<CampaignDraws>(CampaignDraws{{reader, "platform"}, {reader, "workload"}});
  add_clustered(reader, draws, rule);
  add_resampled(reader, draws, rule);
  add_draw_count(reader, draws, "draws", &SeenDraws::count);
  add_draw_count(reader, draws, "singles", &SeenDraws::singles);
  add_comparisons(reader);
  add_scalars(reader, rule);
}

}  // namespace palio
