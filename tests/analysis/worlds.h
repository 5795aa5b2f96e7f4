#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/analysis/made_campaign.h"

namespace palio::test {

/// The names that the study ptg-batch gives its strategies, read from its text.
std::vector<std::string> batch_study_names();

/// Two instances, on chti and gdx, under which every claim of the slides holds, with the twenty contenders. MAGS takes
/// 100 s and 200 s with average stretch 2 and maximum stretch 4. Where the slides give no number, a strategy is 10 %
/// worse in makespan and average stretch, and worse in maximum stretch by 100 % (plain), 50 % (_WEIGHT) or 40 %
/// (_ORDER).
std::vector<MadeResult> batch_world();

/// The results of one strategy.
std::vector<MadeResult*> results_of_strategy(std::vector<MadeResult>& results, const std::string& strategy);

/// A short graph (10 s alone) that takes `of_short` s and a long one (40 s alone) that takes `of_long` s.
std::vector<ApplicationMetrics> short_and_long(double of_short, double of_long);

/// A value for each batch size 2, 4, 6, 8, 10.
using BySize = std::array<double, 5>;
inline constexpr std::array<int, 5> k_sizes{2, 4, 6, 8, 10};

/// How a strategy fares on a kind of graphs: unfairness per graph of the batch, and makespan over the best.
struct Curve {
  std::string strategy;  // name
  BySize unfairness;
  BySize makespan;
};

/// Eight curves for random graphs, FFT and Strassen under which every claim of RR-6774 holds.
std::vector<Curve> random_curves();
std::vector<Curve> fft_curves();
std::vector<Curve> strassen_curves();

/// One instance per batch size on site lille, draw `sample`: unfairness as the curve says times the batch size,
/// makespans times 100 s. On fft-batch WPS-width has mu = 0.3.
std::vector<MadeResult> results_of(const std::string& family, const std::vector<Curve>& curves, int sample = 0);

/// The results of all three kinds.
std::vector<MadeResult> paper_world();

/// The same draws with the same results on a second site: no more is known about other draws.
std::vector<MadeResult> on_two_sites(const std::vector<MadeResult>& results);

/// The curve of a strategy.
Curve& curve_of(std::vector<Curve>& curves, const std::string& strategy);

/// Adds results at the end.
void append(std::vector<MadeResult>& results, const std::vector<MadeResult>& more);

}  // namespace palio::test
