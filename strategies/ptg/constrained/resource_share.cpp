#include "strategies/ptg/constrained/resource_share.h"

#include <algorithm>
#include <numeric>

#include "strategies/ptg/bottom_level.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

double critical_path_length(const TaskGraph& graph, double speed) {
  std::vector<double> task_time;
  for (const Task& task : graph.tasks()) task_time.push_back(execution_time(task, 1, speed));
  return std::ranges::max(bottom_levels(graph, task_time));
}

}  // namespace

std::vector<double> contributions(const Platform& platform, const Workload& workload, Contribution contribution) {
  const double speed = slowest_speed(platform);
  std::vector<double> values;
  for (const Application& application : workload.applications) {
    const TaskGraph& graph = application.graph;
    switch (contribution) {
      case Contribution::critical_path: values.push_back(critical_path_length(graph, speed)); break;
      case Contribution::width: values.push_back(maximal_width(graph)); break;
      case Contribution::work: values.push_back(graph.total_flop()); break;
    }
  }
  return values;
}

std::vector<double> selfish_shares(std::size_t n) {
  std::vector<double> shares(n, 1.0);
  return shares;
}

std::vector<double> equal_shares(std::size_t n) {
  std::vector<double> shares(n, 1.0 / static_cast<double>(n));
  return shares;
}

std::vector<double> proportional_shares(std::span<const double> contributions) {
  const double sum = std::accumulate(contributions.begin(), contributions.end(), 0.0);
  std::vector<double> shares;
  for (const double contribution : contributions) shares.push_back(contribution / sum);
  return shares;
}

std::vector<double> weighted_shares(std::span<const double> contributions, double mu) {
  const std::vector<double> equal = equal_shares(contributions.size());
  std::vector<double> shares = proportional_shares(contributions);
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = mu * equal[i] + (1 - mu) * shares[i];
  return shares;
}

}  // namespace palio
