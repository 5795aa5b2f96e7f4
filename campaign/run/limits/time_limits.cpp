#include "campaign/run/limits/time_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace palio {
namespace {

// Numbers the specs so that those that differ in their sample number only share a number.
std::vector<std::uint32_t> kinds(const std::vector<Spec>& specs) {
  std::map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> kinds;
  for (const Spec& spec : specs) {
    Recipe kind = spec.recipe;
    kind.parameters.erase(std::string(role_name(ParameterRole::sample)));
    kinds.push_back(known.emplace(canonical_text(kind), static_cast<std::uint32_t>(known.size())).first->second);
  }
  return kinds;
}

std::uint64_t number_of(const std::vector<std::uint32_t>& kinds) {
  return kinds.empty() ? 0 : std::uint64_t{*std::ranges::max_element(kinds)} + 1;
}

}  // namespace

std::string explanation(const TimeLimit& limit) {
  constexpr std::string_view k_lift =
      "--timeout S sets another limit, --timeout 0 none; --retry-failed=timeout runs it again";
  switch (limit.origin) {
    case TimeLimit::Origin::user:
      return fmt::format("--timeout {:g}; a longer one, or 0 for none, with --retry-failed=timeout runs it again",
                         limit.seconds);
    case TimeLimit::Origin::unseen:
      return fmt::format("the default for a kind of scenario with fewer than {} results; {}", TimeLimits::k_enough,
                         k_lift);
    case TimeLimit::Origin::uncounted:
      return fmt::format("the default in a study of more than {} kinds of scenarios; {}", TimeLimits::k_cells, k_lift);
    case TimeLimit::Origin::cell:
      return fmt::format("the default: {:g} times the median of its kind of scenario, at least {:g} s; {}",
                         TimeLimits::k_times, TimeLimits::k_shortest, k_lift);
  }
  return {};
}

TimeLimits::TimeLimits(const Study& study, std::optional<double> user)
    : user_(user), strategies_(study.strategies.size()) {
  if (user_) return;
  platform_kind_ = kinds(study.platforms);
  workload_kind_ = kinds(study.workloads);
  workload_kinds_ = number_of(workload_kind_);
  const std::uint64_t cells = number_of(platform_kind_) * workload_kinds_ * strategies_;
  if (cells <= k_cells) cells_.resize(cells);
}

std::uint64_t TimeLimits::cell(const Instance& instance, std::size_t strategy) const {
  return (platform_kind_[instance.platform] * workload_kinds_ + workload_kind_[instance.workload]) * strategies_ +
         strategy;
}

double TimeLimits::median(const Cell& cell) {
  std::array<float, k_window> sorted = cell.latest;
  const auto end = sorted.begin() + std::min<std::size_t>(cell.results, k_window);
  const auto middle = sorted.begin() + (end - sorted.begin()) / 2;
  std::nth_element(sorted.begin(), middle, end);
  return static_cast<double>(*middle);
}

TimeLimit TimeLimits::limit(const Instance& instance, const std::vector<std::uint32_t>& strategies) const {
  if (user_) return {*user_, TimeLimit::Origin::user};
  if (cells_.empty()) return {k_unseen, TimeLimit::Origin::uncounted};
  TimeLimit largest{0, TimeLimit::Origin::cell};
  const std::scoped_lock lock(mutex_);
  for (const std::uint32_t strategy : strategies)
    largest = std::max(largest, limit(cells_[cell(instance, strategy)]),
                       [](const TimeLimit& a, const TimeLimit& b) { return a.seconds < b.seconds; });
  return largest;
}

TimeLimit TimeLimits::limit(const Cell& cell) {
  if (cell.results < k_enough) return {k_unseen, TimeLimit::Origin::unseen};
  return {std::max(k_shortest, k_times * median(cell)), TimeLimit::Origin::cell};
}

void TimeLimits::add(const Instance& instance, std::size_t strategy, double cost) {
  if (cells_.empty()) return;
  const std::scoped_lock lock(mutex_);
  Cell& seen = cells_[cell(instance, strategy)];
  seen.latest[seen.results++ % k_window] = static_cast<float>(cost);
}

}  // namespace palio
