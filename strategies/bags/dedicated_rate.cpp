#include "strategies/bags/dedicated_rate.h"

#include <algorithm>
#include <functional>

namespace palio {
namespace {

// All workers at once, each as fast as its link and its processor allow, bounded together by the master's bandwidth.
double multi_port_rate(const Star& star, const BagOfTasks& bag) {
  double rate = 0;
  for (const Worker& worker : star.workers)
    rate += std::min(worker.speed / bag.flop, worker.link.bandwidth / bag.bytes);
  return std::min(rate, star.master_bandwidth / bag.bytes);
}

// The port's time goes to the fastest links first: they make the most of it, whatever their processors.
double one_port_rate(const Star& star, const BagOfTasks& bag) {
  std::vector<Worker> workers = star.workers;
  std::ranges::stable_sort(workers, std::greater{},
                           [&](const Worker& worker) { return message_bandwidth(star, worker); });
  double rate = 0;
  double free = 1;  // share of the port's time
  for (const Worker& worker : workers) {
    const double send_rate = message_bandwidth(star, worker) / bag.bytes;
    const double share = std::min(worker.speed / bag.flop / send_rate, free);
    rate += share * send_rate;
    free -= share;
  }
  return rate;
}

}  // namespace

double message_bandwidth(const Star& star, const Worker& worker) {
  return std::min(worker.link.bandwidth, star.master_bandwidth);
}

double dedicated_rate(const Star& star, const BagOfTasks& bag) {
  return star.port_model == PortModel::one_port ? one_port_rate(star, bag) : multi_port_rate(star, bag);
}

double dedicated_makespan(const Star& star, const BagOfTasks& bag) { return bag.tasks / dedicated_rate(star, bag); }

BagBatch dated(const BagBatch& batch, const Star& star) {
  if (batch.load <= 0) return batch;
  BagBatch result = batch;
  double work = 0;  // s
  for (const BagOfTasks& bag : batch.applications) work += dedicated_makespan(star, bag);
  for (BagOfTasks& bag : result.applications) bag.release_date *= work / batch.load;
  result.load = 0;
  return result;
}

}  // namespace palio
