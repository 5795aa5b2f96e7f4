// JIT:priority=longest,choice=idle once more, written only against the plugin headers: its rows must be those of
// Palio's own, to the last bit.
#include <palio/strategy.h>

#include <algorithm>
#include <vector>

namespace {

using palio::own::GraphView;
using palio::own::InstanceView;
using palio::own::SituationView;

class Eager final : public palio::own::RunTimeStrategy {
public:
  Eager()
      : RunTimeStrategy(palio::own::Declaration("MY-EAGER", "the longest ready task goes to the first idle processor")
                            .one_application()
                            .unrelated_machines()
                            .any_speedup()) {}

  void decide(const InstanceView& instance, const SituationView& situation, const palio::own::Values& /*parameters*/,
              palio::own::PlanWriter& plan) const override {
    const GraphView graph = instance.graph(0);
    std::vector<bool> is_busy;
    for (const palio_cluster& cluster : instance.clusters())
      is_busy.insert(is_busy.end(), static_cast<std::size_t>(cluster.processors), false);
    std::vector<int> ready;
    for (int task = 0; task < graph.task_count(); ++task) {
      const palio_task_state& state = situation.state(0, task);
      if (state.stage == PALIO_READY) ready.push_back(task);
      if (state.stage == PALIO_WAITING || state.stage == PALIO_RUNNING)
        for (std::size_t i = 0; i < state.count; ++i) is_busy[static_cast<std::size_t>(state.processors[i])] = true;
    }
    std::stable_sort(ready.begin(), ready.end(),
                     [&](int a, int b) { return mean_time(instance, graph, a) > mean_time(instance, graph, b); });
    auto task = ready.begin();
    for (std::size_t processor = 0; processor < is_busy.size() && task != ready.end(); ++processor)
      if (const auto chosen = static_cast<int32_t>(processor); !is_busy[processor])
        plan.place(0, *task++, {&chosen, 1});
  }

private:
  static double mean_time(const InstanceView& instance, const GraphView& graph, int task) {
    double sum = 0;
    int count = 0;
    for (std::size_t k = 0; k < instance.clusters().size(); ++k) {
      const int processors = instance.clusters()[k].processors;
      sum += processors * graph.execution_time(task, 1, static_cast<int>(k));
      count += processors;
    }
    return sum / count;
  }
};

}  // namespace

PALIO_STRATEGIES(Eager)
