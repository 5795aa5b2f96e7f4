#include "tests/analysis/constrained_world.h"

#include <algorithm>

namespace palio::test {
namespace {

BySize same(double value) { return {value, value, value, value, value}; }

BySize times(BySize values, const BySize& factors) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= factors[i];
  return values;
}

}  // namespace

std::vector<Curve> random_curves() {
  const BySize selfish{1.12, 1.14, 1.16, 1.18, 1.20};
  return {{"S", same(1), selfish},
          {"ES", same(0.64), times(selfish, same(1.1))},
          {"PS-cp", same(1.05), same(1.05)},
          {"PS-width", same(0.85), same(2.2)},
          {"PS-work", same(1.1), same(1)},
          {"WPS-cp", same(0.84), same(1.1)},
          {"WPS-width", same(0.5), times(selfish, same(1.01))},
          {"WPS-work", same(0.65), times(selfish, {0.96, 0.95, 0.95, 0.95, 0.85})}};
}

std::vector<Curve> fft_curves() {
  return {{"S", same(0.5), same(1.12)},         {"ES", same(0.35), {1.3, 1.3, 1.3, 1.3, 2}},
          {"PS-cp", same(0.525), same(1.05)},   {"PS-width", same(0.25), same(1.127)},
          {"PS-work", same(0.55), same(1)},     {"WPS-cp", same(0.4), same(1.1)},
          {"WPS-width", same(0.2), same(1.15)}, {"WPS-work", {0.3, 0.3, 0.3, 0.3, 0.375}, same(1.08)}};
}

std::vector<Curve> strassen_curves() {
  return {{"S", same(0.8), same(1.1)},         {"ES", same(0.4), same(1.6)},       {"PS-cp", same(0.85), same(1.05)},
          {"PS-width", same(0.4), same(1.6)},  {"PS-work", same(0.9), same(1)},    {"WPS-cp", same(0.6), same(1.06)},
          {"WPS-width", same(0.4), same(1.6)}, {"WPS-work", same(0.5), same(1.04)}};
}

std::vector<MadeResult> results_of(const std::string& family, const std::vector<Curve>& curves, int sample) {
  std::vector<MadeResult> results;
  for (const Curve& curve : curves) {
    const bool other_mu = family == "fft-batch" && curve.strategy == "WPS-width";
    for (std::size_t i = 0; i < k_sizes.size(); ++i)
      results.push_back({.family = family,
                         .batch = k_sizes[i],
                         .sample = sample,
                         .strategy = curve.strategy + (other_mu ? ":mu=0.3" : ""),
                         .makespan = 100 * curve.makespan[i],
                         .unfairness = curve.unfairness[i] * k_sizes[i]});
  }
  return results;
}

std::vector<MadeResult> paper_world() {
  std::vector<MadeResult> results = results_of("random-batch", random_curves());
  append(results, results_of("fft-batch", fft_curves()));
  append(results, results_of("strassen-batch", strassen_curves()));
  return results;
}

std::vector<MadeResult> on_two_sites(const std::vector<MadeResult>& results) {
  std::vector<MadeResult> both = results;
  for (MadeResult result : results) {
    result.platform = "nancy";
    both.push_back(result);
  }
  return both;
}

Curve& curve_of(std::vector<Curve>& curves, const std::string& strategy) {
  return *std::ranges::find(curves, strategy, &Curve::strategy);
}

void append(std::vector<MadeResult>& results, const std::vector<MadeResult>& more) {
  results.insert(results.end(), more.begin(), more.end());
}

}  // namespace palio::test
