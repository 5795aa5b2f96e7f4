// A second HEFT, written only against the plugin headers: on unrelated machines, too, its rows must equal those of
// Palio's own, to the last bit.
#include <palio/strategy.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

namespace {

using palio::own::GraphView;
using palio::own::InstanceView;

struct Slot {
  int host = -1;
  double start = 0, finish = 0;  // s
};

// Tasks on the processors of a platform, one each, and how they get there.
class Hosts {
public:
  Hosts(const InstanceView& instance, const GraphView& graph)
      : instance_(instance), graph_(graph), slots_(static_cast<std::size_t>(graph.task_count())) {
    for (std::size_t k = 0; k < instance.clusters().size(); ++k)
      cluster_of_.insert(cluster_of_.end(), static_cast<std::size_t>(instance.clusters()[k].processors),
                         static_cast<int>(k));
    busy_.resize(cluster_of_.size());
  }

  const Slot& place_where_it_finishes_first(int task) {
    Slot best;
    for (int host = 0; host < static_cast<int>(busy_.size()); ++host) {
      const Slot slot = slot_on(host, task);
      if (best.host < 0 || slot.finish < best.finish) best = slot;
    }
    std::vector<Slot>& busy = busy_[static_cast<std::size_t>(best.host)];
    busy.insert(std::upper_bound(busy.begin(), busy.end(), best,
                                 [](const Slot& a, const Slot& b) { return a.start < b.start; }),
                best);
    return slots_[static_cast<std::size_t>(task)] = best;
  }

private:
  double ready(int host, int task) const {
    double ready = graph_.release_date();
    for (const palio_edge& edge : graph_.in_edges(task)) {
      const Slot& parent = slots_[static_cast<std::size_t>(edge.from)];
      double arrival = parent.finish;
      if (parent.host != host)
        arrival += palio::own::transfer_time(
            instance_.communication(edge.bytes, cluster_of_[static_cast<std::size_t>(parent.host)], 1,
                                    cluster_of_[static_cast<std::size_t>(host)]),
            1);
      ready = std::max(ready, arrival);
    }
    return ready;
  }

  // In the first gap that can hold the task, or after all others.
  Slot slot_on(int host, int task) const {
    const double time = graph_.execution_time(task, 1, cluster_of_[static_cast<std::size_t>(host)]);
    double start = ready(host, task);
    for (const Slot& busy : busy_[static_cast<std::size_t>(host)]) {
      if (busy.finish <= start) continue;
      if (start + time <= busy.start) break;
      start = busy.finish;
    }
    return {host, start, start + time};
  }

  const InstanceView& instance_;
  const GraphView& graph_;
  std::vector<int> cluster_of_;          // by host
  std::vector<std::vector<Slot>> busy_;  // by host, ascending
  std::vector<Slot> slots_;              // by task
};

class Heft final : public palio::own::GraphStrategy {
public:
  Heft()
      : GraphStrategy(palio::own::Declaration("MY-HEFT", "by upward rank, where a task finishes first")
                          .source("Topcuoglu, Hariri, Wu, TPDS 2002")
                          .one_application()
                          .unrelated_machines()) {}

  void schedule(const InstanceView& instance, const palio::own::Values& /*parameters*/,
                palio::own::PlanWriter& plan) const override {
    const GraphView graph = instance.graph(0);
    Hosts hosts(instance, graph);
    for (const int32_t task : by_upward_rank(instance, graph)) {
      const Slot& slot = hosts.place_where_it_finishes_first(task);
      const int32_t host = slot.host;
      plan.place(0, task, {&host, 1}, slot.start, slot.finish);
    }
  }

private:
  static double mean_time(const InstanceView& instance, const GraphView& graph, int task) {
    double sum = 0;
    int hosts = 0;
    for (int k = 0; k < static_cast<int>(instance.clusters().size()); ++k) {
      const int processors = instance.clusters()[static_cast<std::size_t>(k)].processors;
      sum += processors * graph.execution_time(task, 1, k);
      hosts += processors;
    }
    return sum / hosts;
  }

  struct MeanRoute {
    double latency = 0, time_per_byte = 0;  // s, s/byte
  };

  // Over the pairs of distinct hosts.
  static MeanRoute mean_route(const InstanceView& instance) {
    MeanRoute mean;
    double pairs = 0;
    for (std::size_t a = 0; a < instance.clusters().size(); ++a)
      for (std::size_t b = 0; b < instance.clusters().size(); ++b) {
        const double receivers = instance.clusters()[b].processors - (a == b ? 1 : 0);
        const double count = instance.clusters()[a].processors * receivers;
        if (count == 0) continue;
        const palio_link route = instance.route(static_cast<int>(a), static_cast<int>(b));
        mean.latency += count * route.latency;
        mean.time_per_byte += count / route.bandwidth;
        pairs += count;
      }
    if (pairs > 0) mean = {mean.latency / pairs, mean.time_per_byte / pairs};
    return mean;
  }

  static std::vector<int32_t> by_upward_rank(const InstanceView& instance, const GraphView& graph) {
    const MeanRoute mean = mean_route(instance);
    std::vector<double> rank(static_cast<std::size_t>(graph.task_count()));
    std::vector<int> level(rank.size());
    for (std::size_t i = rank.size(); i-- > 0;) {
      const int32_t task = graph.order()[i];
      double below = 0;
      for (const palio_edge& edge : graph.out_edges(task)) {
        const double moving = edge.bytes > 0 ? mean.latency + edge.bytes * mean.time_per_byte : 0;
        below = std::max(below, moving + rank[static_cast<std::size_t>(edge.to)]);
      }
      rank[static_cast<std::size_t>(task)] = mean_time(instance, graph, task) + below;
    }
    for (const int32_t task : graph.order())
      for (const palio_edge& edge : graph.out_edges(task))
        level[static_cast<std::size_t>(edge.to)] =
            std::max(level[static_cast<std::size_t>(edge.to)], level[static_cast<std::size_t>(task)] + 1);
    std::vector<int32_t> order(rank.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int32_t task) {
      return std::tuple(-rank[static_cast<std::size_t>(task)], level[static_cast<std::size_t>(task)], task);
    };
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return key(a) < key(b); });
    return order;
  }
};

}  // namespace

PALIO_STRATEGIES(Heft)
