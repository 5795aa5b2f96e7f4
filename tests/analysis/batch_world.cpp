#include "tests/analysis/batch_world.h"

#include <fmt/format.h>

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

}  // namespace palio::test
