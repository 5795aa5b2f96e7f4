#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/identity/registry.h"
#include "workloads/families/parts/batch.h"
#include "workloads/model/workload.h"

namespace palio {

// Sequential tasks on a node of CPUs and GPUs: McSweeney, Scheduling with Precedence Constraints in Heterogeneous
// Parallel Computing, PhD thesis, University of Manchester, 2021, chapter 2.

inline constexpr ParameterSpec k_node_cpus =
    leaving_draws({"node_cpus", ParameterType::integer, "", "CPUs of the platform, its first hosts", 1, 1000, "32"});
inline constexpr ParameterSpec k_node_gpus =
    leaving_draws({"node_gpus", ParameterType::integer, "", "GPUs of the platform, its other hosts", 1, 1000, "1"});
inline constexpr ParameterSpec k_node_ccr = scale_parameter(
    "ccr", "", "mean time of all data over all n^2 pairs of hosts, as a multiple of that of all tasks", 0, 1000, "1");
inline constexpr ParameterSpec k_mean_cpu_time =
    scale_parameter("mean_cpu_time", "s", "mean time of tasks on a CPU", 1e-6, 1e9, "15");
inline constexpr ParameterSpec k_mean_gpu_time =
    scale_parameter("mean_gpu_time", "s", "mean time of tasks on a GPU", 1e-6, 1e9, "1");
inline constexpr ParameterSpec k_node_bandwidth = scale_parameter(
    "reference_bandwidth", "byte/s", "bandwidth for which the data's times hold, as between a GPU and any other host",
    1, 1e18, "1.6e10");

/// Throws UserError if the tasks have more times, one on each host, than fit into memory.
void check_node_times(std::size_t tasks, std::size_t hosts);

/// A graph of such tasks. Three reals for each task, in their order, from the recipe's stream "costs": u for its time
/// on a CPU, v for that on a GPU, w for its data. Times are exponential, the mean times -ln(1 - u). The data that a
/// task sends to each of its children take 2 w g m between hosts that differ, where m is the mean of its times over all
/// hosts and g makes the ccr, on average; no time between two CPUs.
Workload cpu_gpu_graph(const std::vector<std::string>& names, const std::vector<std::pair<int, int>>& edges,
                       const Recipe& recipe, std::span<const ParameterSpec> specs);

}  // namespace palio
