#pragma once

#include <cstdint>
#include <vector>

#include "campaign/plan/dimension_ids.h"

namespace palio {

/// Which scenarios of a study are stored already: 8 bytes for each of them.
class DoneSet {
public:
  /// The study must stay.
  DoneSet(const Study& study, const DimensionIds& ids);

  /// Takes a stored result; those of scenarios that are not of the study are passed over.
  void add(const ScenarioId& id);
  /// After the last add(), before the first question.
  void seal();

  bool contains(const Instance& instance, std::size_t strategy) const;
  std::uint64_t size() const { return codes_.size(); }

  /// Calls `visit(instance, strategy)` for each, in the order of the positions.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const std::uint64_t code : codes_) {
      const std::uint64_t instance = code / strategies_;
      visit(Instance{static_cast<std::uint32_t>(instance / workloads_),
                     static_cast<std::uint32_t>(instance % workloads_)},
            static_cast<std::size_t>(code % strategies_));
    }
  }

private:
  std::uint64_t code(std::uint64_t platform, std::uint64_t workload, std::uint64_t strategy) const {
    return (platform * workloads_ + workload) * strategies_ + strategy;
  }

  std::uint64_t workloads_, strategies_;
  ScenarioPositions positions_;
  std::vector<std::uint64_t> codes_;  // sorted once sealed
};

}  // namespace palio
