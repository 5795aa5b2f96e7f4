// A library with one strategy for each way in which a plugin can misbehave.
#include <palio/strategy.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>

namespace {

using palio::own::InstanceView;
using palio::own::PlanWriter;

// A valid plan: all on processor 0, one after the other.
void place_all(const InstanceView& instance, PlanWriter& plan) {
  const std::array<int32_t, 1> first{0};
  for (const int32_t task : instance.graph(0).order()) plan.place(0, task, first);
}

void loop() {
  for (volatile bool forever = true; forever;) {
  }
}

class Misbehaving final : public palio::own::GraphStrategy {
public:
  Misbehaving()
      : GraphStrategy(
            palio::own::Declaration("MISBEHAVING", "does what it is asked for")
                .text("act", "what it does",
                      {"nothing", "segfault", "abort", "throw", "no-plan", "exit", "loop", "twice", "missing",
                       "no-such-task", "no-such-processor", "early", "nan", "no-processor", "backwards", "endless"},
                      "nothing")) {}

  void schedule(const InstanceView& instance, const palio::own::Values& parameters, PlanWriter& plan) const override {
    const std::string act(parameters.text("act"));
    const std::array<int32_t, 1> first{0}, far{1'000'000};
    const int last = instance.graph(0).order().back();
    if (act == "segfault") std::raise(SIGSEGV);
    if (act == "abort") std::abort();
    if (act == "throw") throw std::runtime_error("no such luck");
    if (act == "no-plan") throw palio::own::NoPlan("nothing fits");
    if (act == "exit") std::exit(3);
    if (act == "loop") loop();
    if (act == "missing") return;
    if (act == "no-such-task") plan.place(0, 1'000'000, first);
    if (act == "no-such-processor") return plan.place(0, last, far);
    if (act == "no-processor") return plan.place(0, last, {});
    if (act == "early") plan.place(0, last, first, 0, 1e9);
    if (act == "nan") plan.place(0, last, first, 0, std::nan(""));
    if (act == "backwards") return backwards(instance, plan);
    if (act == "endless")
      while (true) plan.place(0, last, first);
    if (act == "twice") place_all(instance, plan);
    if (act != "early" && act != "nan") place_all(instance, plan);
  }

private:
  static void backwards(const InstanceView& instance, PlanWriter& plan) {
    const std::array<int32_t, 1> first{0};
    const auto order = instance.graph(0).order();
    for (std::size_t i = order.size(); i-- > 0;) plan.place(0, order[i], first);
  }
};

}  // namespace

PALIO_STRATEGIES(Misbehaving)
