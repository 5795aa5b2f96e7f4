#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "plugin/palio/strategy_abi.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"

namespace palio {

// Policies of libraries as policies of Palio. The star and the workload outlive them.

/// Throws NoSchedule or std::runtime_error where the library says so; what `begin` makes is asked likewise.
std::unique_ptr<BagPolicy> begin_bags(decltype(&palio_begin_bags) begin, std::uint32_t strategy, const Star& star,
                                      const BagBatch& batch, std::vector<palio_value> parameters);
/// The same.
std::unique_ptr<FilePolicy> begin_files(decltype(&palio_begin_files) begin, std::uint32_t strategy, const Star& star,
                                        const SharedFileTasks& tasks, std::vector<palio_value> parameters);

}  // namespace palio
