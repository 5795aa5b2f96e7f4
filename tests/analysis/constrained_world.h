#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/analysis/made_campaign.h"

namespace palio::test {

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
