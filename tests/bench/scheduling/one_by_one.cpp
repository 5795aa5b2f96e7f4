// All tasks on one processor, as a library: next to no work.
#include <palio/strategy.h>

#include <array>

namespace {

class OneByOne final : public palio::own::GraphStrategy {
public:
  OneByOne()
      : GraphStrategy(palio::own::Declaration("ONE-BY-ONE", "all tasks on one processor")
                          .integer("processor", "its number", 0, 1000, 0)) {}

  void schedule(const palio::own::InstanceView& instance, const palio::own::Values& parameters,
                palio::own::PlanWriter& plan) const override {
    const std::array<int32_t, 1> chosen{static_cast<int32_t>(parameters.integer("processor"))};
    for (int graph = 0; graph < instance.graph_count(); ++graph)
      for (const int32_t task : instance.graph(graph).order()) plan.place(graph, task, chosen);
  }
};

}  // namespace

PALIO_STRATEGIES(OneByOne)
