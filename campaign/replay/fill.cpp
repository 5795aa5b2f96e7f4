#include "campaign/replay/fill.h"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "campaign/code/code_source.h"
#include "campaign/replay/stored_scenario.h"
#include "platforms/family.h"
#include "storage/read/result_walk.h"
#include "storage/write/result_store.h"
#include "strategies/bounds/instance_bounds.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr auto k_filled =
    std::to_array<std::string_view>({"lower_bound", "bound_ratio", "slr", "speedup", "reference", "gap"});

constexpr std::size_t k_batch = 4096;  // results per transaction

std::map<std::int64_t, std::string> canonical_texts(const ResultWalk& walk, std::string_view table) {
  std::map<std::int64_t, std::string> texts;
  for (DimensionEntry& entry : walk.entries(table, {})) texts.emplace(entry.id, std::move(entry.canonical));
  return texts;
}

class Fill {
public:
  explicit Fill(const std::string& database)
      : store_(database, CampaignReader(database).info()),
        reader_(database),
        known_(stored_code(reader_)),
        walk_(database, k_columns),
        platforms_(canonical_texts(walk_, "platform")),
        workloads_(canonical_texts(walk_, "workload")),
        strategies_(canonical_texts(walk_, "strategy")) {}

  FillSummary execute() {
    walk_.for_each_instance([&](const WalkedInstance& instance) { add(instance); });
    write();
    return summary_;
  }

private:
  void add(const WalkedInstance& instance) {
    std::optional<AnyWorkload> workload;
    for (const WalkedResult& result : instance.results) {
      if (result.outcome != "completed") continue;
      if (!std::isnan(result.values[0])) {
        ++summary_.had;
        continue;
      }
      if (!workload) workload = build(instance);
      MetricValues metrics;
      for (std::size_t i = 1; i < k_columns.size(); ++i) metrics[k_columns[i]] = result.values[i];
      hold_against(bounds_of(*platform_, settled(*workload, result.strategy)), metrics);
      batch_.push_back({{instance.platform, instance.workload, result.strategy}, metrics});
      ++summary_.filled;
    }
    if (batch_.size() >= k_batch) write();
  }

  // The platform is often that of the instance before.
  AnyWorkload build(const WalkedInstance& instance) {
    if (!platform_ || platform_id_ != instance.platform) {
      const Spec spec = stored_platform(reader_, platforms_.at(instance.platform));
      platform_ = platform_family(spec.recipe.name).build(spec.recipe, spec.definition);
      platform_id_ = instance.platform;
    }
    const Spec spec = stored_workload(reader_, workloads_.at(instance.workload));
    return workload_family(spec.recipe.name).build(spec.recipe, spec.definition);
  }

  AnyWorkload settled(const AnyWorkload& workload, std::int64_t strategy) {
    const std::string& canonical = strategies_.at(strategy);
    const Strategy& row = known_.named(recipe_name(canonical));
    const auto [recipe, is_new] = recipes_.try_emplace(strategy);
    if (is_new) recipe->second = parse_recipe(canonical, row.parameters);
    return row.method->settled(row.name, recipe->second.parameters, *platform_, workload);
  }

  void write() {
    store_.fill(k_filled, batch_);
    batch_.clear();
  }

  // The first says whether the result lacks the metrics; the others are what they are computed from.
  static inline const std::array<std::string, 3> k_columns{"lower_bound", "makespan", "sequential_makespan"};

  ResultStore store_;  // first: readers of a file that is not open for writing would keep it from being written
  CampaignReader reader_;
  StrategySet known_;
  ResultWalk walk_;
  std::map<std::int64_t, std::string> platforms_, workloads_, strategies_;  // canonical texts
  std::map<std::int64_t, Recipe> recipes_;                                  // of strategies that were met
  std::optional<AnyPlatform> platform_;
  std::int64_t platform_id_ = 0;
  std::vector<FilledMetrics> batch_;
  FillSummary summary_;
};

}  // namespace

FillSummary fill_bounds(const std::string& database) { return Fill(database).execute(); }

}  // namespace palio
