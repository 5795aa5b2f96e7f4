#include "strategies/ptg/cluster_batch/processor_shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace palio {
namespace {

// Half a processor may come out as 0.49999999999999994 from sums of rounded flop.
constexpr double k_share_rounding = 1 + 1e-12;

double weight(const TaskGraph& graph, Share share) {
  if (share == Share::work) return graph.total_flop();
  return share == Share::width ? maximal_width(graph) : 1.0;
}

}  // namespace

std::vector<double> share_weights(const Workload& workload, Share share) {
  std::vector<double> weights;
  for (const Application& application : workload.applications) weights.push_back(weight(application.graph, share));
  return weights;
}

std::vector<int> processor_shares(std::span<const double> weights, int processors, Share share) {
  std::vector<int> shares(weights.size(), processors);
  if (share == Share::whole) return shares;
  const auto count = static_cast<double>(shares.size());
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  // P (i / 2N + W_i / 2W) as one quotient.
  double sum = 0;
  int given = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum += weights[i];
    const auto index = static_cast<double>(i + 1);
    const double exact = processors * (index * total + count * sum) / (2 * count * total);
    const int end = static_cast<int>(std::lround(exact * k_share_rounding));
    shares[i] = std::max(1, end - given);
    given = end;
  }
  return shares;
}

}  // namespace palio
