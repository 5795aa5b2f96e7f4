#include "workloads/families/parts/cpu_gpu.h"

#include <algorithm>
#include <cstddef>

#include "core/error.h"

namespace palio {
namespace {

constexpr std::size_t k_most_times = 50'000'000;  // 400 MB
constexpr double k_least_part = 1e-9;             // of a mean: a draw of 0 would give a task no time at all

double exponential(double mean, RandomStream& stream) {
  return mean * std::max(k_least_part, -portable_log(1 - stream.uniform_real(0, 1)));
}

}  // namespace

void check_node_times(std::size_t tasks, std::size_t hosts) {
  if (tasks > k_most_times / hosts)
    throw UserError("{} tasks on {} hosts have more than {} times: lower node_cpus or node_gpus", tasks, hosts,
                    k_most_times);
}

Workload cpu_gpu_graph(const std::vector<std::string>& names, const std::vector<std::pair<int, int>>& edges,
                       const Recipe& recipe, std::span<const ParameterSpec> specs) {
  const Parameters& given = recipe.parameters;
  const std::int64_t cpus = integer_of(given, k_node_cpus.name), gpus = integer_of(given, k_node_gpus.name);
  const std::size_t hosts = static_cast<std::size_t>(cpus) + static_cast<std::size_t>(gpus);
  check_node_times(names.size(), hosts);
  const auto r = static_cast<double>(cpus), s = static_cast<double>(gpus);
  // Of the (r + s)^2 ordered pairs of hosts, so many send at a cost.
  const double paying = s * (2 * r + s - 1);
  const double all_data = real_of(given, "ccr") * static_cast<double>(names.size()) / paying * (r + s) * (r + s) *
                          real_of(given, "reference_bandwidth");
  RandomStream costs(recipe, specs, "costs");
  std::vector<Task> tasks;
  std::vector<double> bytes;  // to each child
  for (const std::string& name : names) {
    const double on_cpu = exponential(real_of(given, "mean_cpu_time"), costs);
    const double on_gpu = exponential(real_of(given, "mean_gpu_time"), costs);
    Task& task = tasks.emplace_back(Task{0, 1, name, std::vector<double>(hosts, on_gpu)});
    std::fill_n(task.times.begin(), cpus, on_cpu);
    bytes.push_back(costs.uniform_real(0, 2) * (r * on_cpu + s * on_gpu) / (r + s));
  }
  std::vector<Edge> all;
  for (const auto& [from, to] : edges)
    all.push_back({from, to, bytes[from] * all_data / static_cast<double>(edges.size())});
  return one_graph(std::move(tasks), std::move(all));
}

}  // namespace palio
