#include "campaign/study/strategy_classes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/error.h"

namespace palio {

StrategyClasses::StrategyClasses(std::size_t workloads) : classes_{{{}, workloads}}, class_of_(workloads, 0) {}

void StrategyClasses::add(std::size_t count) {
  for (std::uint32_t c = 0; c < classes_.size(); ++c) append(c, count);
  workloads_of_.insert(workloads_of_.end(), count, class_of_.size());
}

void StrategyClasses::add(std::size_t count, std::span<const std::uint32_t> workloads) {
  for (const std::uint32_t c : named_classes(workloads)) append(c, count);
  workloads_of_.insert(workloads_of_.end(), count, workloads.size());
}

// The classes of these workloads; a class that has other workloads, too, is split in two.
std::vector<std::uint32_t> StrategyClasses::named_classes(std::span<const std::uint32_t> workloads) {
  std::vector<std::uint64_t> members(classes_.size());
  for (const std::uint32_t workload : workloads) ++members[class_of_[workload]];
  std::vector<std::uint32_t> named, becomes(members.size());
  for (std::uint32_t c = 0; c < members.size(); ++c) {
    if (members[c] == 0) continue;
    becomes[c] = c;
    if (members[c] < classes_[c].workloads) {
      becomes[c] = static_cast<std::uint32_t>(classes_.size());
      count_entries(classes_[c].strategies.size());
      classes_[c].workloads -= members[c];
      Class part{classes_[c].strategies, members[c]};
      classes_.push_back(std::move(part));
    }
    named.push_back(becomes[c]);
  }
  for (const std::uint32_t workload : workloads) class_of_[workload] = becomes[class_of_[workload]];
  return named;
}

void StrategyClasses::append(std::uint32_t named, std::size_t count) {
  count_entries(count);
  const auto first = static_cast<std::uint32_t>(workloads_of_.size());
  for (std::uint32_t s = 0; s < count; ++s) classes_[named].strategies.push_back(first + s);
}

void StrategyClasses::count_entries(std::uint64_t more) {
  entries_ += more;
  if (entries_ > k_most_entries)
    throw UserError(
        "{} classes of workloads, which differ in the strategies that take them, have more than {} "
        "strategies together: restrict fewer strategies, or to the same workloads",
        classes_.size(), k_most_entries);
}

bool StrategyClasses::takes(std::size_t strategy, std::size_t workload) const {
  const std::span<const std::uint32_t> taking = strategies_of(workload);
  if (taking.size() == workloads_of_.size()) return true;
  return std::ranges::binary_search(taking, strategy);
}

std::uint64_t StrategyClasses::pair_count() const {
  return std::accumulate(workloads_of_.begin(), workloads_of_.end(), std::uint64_t{0});
}

}  // namespace palio
