#pragma once

#include <array>

#include "core/identity/text_parameter.h"
#include "strategies/sequential/model/ranks.h"
#include "strategies/sequential/model/ready_pool.h"

namespace palio {

// Parameters that several schedulers of sequential tasks share.

inline constexpr std::array<std::string_view, 2> k_mean_transfers{"distinct", "with-self"};
inline constexpr ParameterSpec k_mean_transfer =
    text_parameter("mean_transfer", "mean over pairs of distinct hosts, or over all pairs, a host to itself at once",
                   "distinct", k_mean_transfers);

inline constexpr std::array<std::string_view, 2> k_ready_sets{"batch", "each"};
inline constexpr ParameterSpec k_ready_set =
    text_parameter("ready", "the ready tasks are looked up when none of them is left (batch), or after each task",
                   "batch", k_ready_sets);

inline MeanCosts mean_costs(const SequentialInstance& instance, const Parameters& parameters) {
  const bool is_distinct = text_of(parameters, k_mean_transfer.name) == k_mean_transfers[0];
  return {instance, is_distinct ? MeanTransfer::distinct : MeanTransfer::with_self};
}

inline ReadySet ready_set(const Parameters& parameters) {
  return text_of(parameters, k_ready_set.name) == k_ready_sets[0] ? ReadySet::batch : ReadySet::each;
}

}  // namespace palio
