// @NAME@: a strategy for parallel task graphs, to begin with. It takes the tasks in the order of their dependencies and
// puts each where it finishes first, on at most a fraction `share` of a cluster.
#include <palio/strategy.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using palio::own::GraphView;
using palio::own::InstanceView;

// Where a task runs.
struct Choice {
  int cluster = -1;
  int n = 0;                     // processors
  double start = 0, finish = 0;  // s
};

class Strategy final : public palio::own::GraphStrategy {
public:
  Strategy()
      : GraphStrategy(palio::own::Declaration("@NAME@", "every task where it finishes first")
                          .source("not yet published")
                          .one_application()
                          .unrelated_machines()
                          .real("share", "largest fraction of a cluster for one task", 0, 1, 0.5)) {}

  void schedule(const InstanceView& instance, const palio::own::Values& parameters,
                palio::own::PlanWriter& plan) const override {
    const GraphView graph = instance.graph(0);
    std::vector<std::vector<double>> free;  // when each processor of each cluster is free, s
    for (const palio_cluster& cluster : instance.clusters()) free.emplace_back(cluster.processors, 0.0);
    std::vector<Choice> chosen(graph.task_count());
    for (const int task : graph.order()) {
      for (int cluster = 0; cluster < static_cast<int>(free.size()); ++cluster)
        consider(instance, graph, task, cluster, parameters.real("share"), free[cluster], chosen);
      const Choice& choice = chosen[task];
      plan.place(0, task, take(instance.clusters()[choice.cluster], free[choice.cluster], choice), choice.start,
                 choice.finish);
    }
  }

private:
  // Takes this cluster for the task if it finishes there sooner than where it is now.
  static void consider(const InstanceView& instance, const GraphView& graph, int task, int k, double share,
                       const std::vector<double>& free, std::vector<Choice>& chosen) {
    const palio_cluster& cluster = instance.clusters()[k];
    std::vector<double> dates = free;
    std::sort(dates.begin(), dates.end());
    const int most = std::max(1, static_cast<int>(std::floor(share * cluster.processors)));
    for (int n = 1; n <= most; ++n) {
      double start = std::max(graph.release_date(), dates[n - 1]);
      for (const palio_edge& edge : graph.in_edges(task)) {
        const Choice& parent = chosen[edge.from];
        const palio_communication moving = instance.communication(edge.bytes, parent.cluster, parent.n, k);
        start = std::max(start, parent.finish + palio::own::transfer_time(moving, n));
      }
      const double finish = start + graph.execution_time(task, n, k);
      if (chosen[task].cluster < 0 || finish < chosen[task].finish) chosen[task] = {k, n, start, finish};
    }
  }

  // The processors that are free soonest, the lowest numbers first.
  static std::vector<int32_t> take(const palio_cluster& cluster, std::vector<double>& free, const Choice& choice) {
    std::vector<int32_t> processors(free.size());
    for (std::size_t p = 0; p < free.size(); ++p) processors[p] = static_cast<int32_t>(p);
    std::stable_sort(processors.begin(), processors.end(), [&](int a, int b) { return free[a] < free[b]; });
    processors.resize(choice.n);
    for (int32_t& processor : processors) {
      free[processor] = choice.finish;
      processor += cluster.first_processor;
    }
    return processors;
  }
};

}  // namespace

PALIO_STRATEGIES(Strategy)
