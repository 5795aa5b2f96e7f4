#include "tests/analysis/worlds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "campaign/study/study.h"

namespace palio::test {
namespace {

struct BatchRatios {
  double makespan = 1.1;
  double average_stretch = 1.1;
  double max_stretch = 2;
};

BatchRatios ratios(const std::string& strategy) {
  static const std::map<std::string, BatchRatios> of_the_slides{{"MAGS", {1, 1, 1}},
                                                                {"SELFISH", {1.07, 1.7597, 20.0954}},
                                                                {"SELFISH_ORDER", {1.2127, 0.9658, 0.8632}},
                                                                {"CRA_WORK_WEIGHT", {0.9801, 1.0177, 1.4979}},
                                                                {"CAFM_K_SHELVES", {1.0114, 0.9956, 1.3854}}};
  if (const auto known = of_the_slides.find(strategy); known != of_the_slides.end()) return known->second;
  if (strategy.ends_with("_WEIGHT")) return {1.1, 1.1, 1.5};
  if (strategy.ends_with("_ORDER")) return {1.1, 1.1, 1.4};
  return {};
}

std::vector<ApplicationMetrics> applications(const std::string& strategy) {
  if (strategy == "SELFISH") return short_and_long(30, 60);
  if (strategy == "CAFM_LPTF") return short_and_long(20, 40);
  if (strategy == "CAFM_SPTF") return short_and_long(10, 50);
  return {};
}

MadeResult result(const std::string& cluster, const std::string& strategy, double mags_makespan) {
  const BatchRatios ratio = ratios(strategy);
  return {.platform = cluster,
          .strategy = strategy,
          .makespan = mags_makespan * ratio.makespan,
          .average_stretch = 2 * ratio.average_stretch,
          .max_stretch = 4 * ratio.max_stretch,
          .stretch_bound = strategy == "MAGS" ? 4 : k_absent,
          .applications = applications(strategy)};
}

BySize same(double value) { return {value, value, value, value, value}; }

BySize times(BySize values, const BySize& factors) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= factors[i];
  return values;
}

}  // namespace

std::vector<std::string> batch_study_names() {
  std::istringstream text(read_text_file(fmt::format("{}/ptg-batch.toml", PALIO_STUDIES)));
  std::vector<std::string> names;
  bool in_strategy = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('[')) in_strategy = line == "[[strategy]]";
    const std::size_t quote = line.find('"');
    if (in_strategy && line.starts_with("name")) names.push_back(line.substr(quote + 1, line.rfind('"') - quote - 1));
  }
  return names;
}

std::vector<MadeResult> batch_world() {
  std::vector<MadeResult> results;
  for (const std::string& strategy : batch_study_names()) {
    results.push_back(result("chti", strategy, 100));
    results.push_back(result("gdx", strategy, 200));
  }
  return results;
}

std::vector<MadeResult*> results_of_strategy(std::vector<MadeResult>& results, const std::string& strategy) {
  std::vector<MadeResult*> found;
  for (MadeResult& made : results)
    if (made.strategy == strategy) found.push_back(&made);
  return found;
}

std::vector<ApplicationMetrics> short_and_long(double of_short, double of_long) {
  return {{.finish = of_short, .dedicated_makespan = 10}, {.finish = of_long, .dedicated_makespan = 40}};
}

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
