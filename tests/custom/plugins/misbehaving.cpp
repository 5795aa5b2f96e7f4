// A library with one strategy for each way in which a plugin can misbehave.
#include <palio/strategy.h>

#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string>

namespace {

using palio::own::InstanceView;
using palio::own::PlanWriter;
using palio::own::SituationView;

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

void compute(double seconds) {
  const std::clock_t begin = std::clock();
  while (static_cast<double>(std::clock() - begin) < seconds * CLOCKS_PER_SEC) {
  }
}

// The same at run time, on the graph 0. By default, all on processor 0.
class Misdeciding final : public palio::own::RunTimeStrategy {
public:
  Misdeciding()
      : RunTimeStrategy(
            palio::own::Declaration("MISDECIDING", "does what it is asked for at run time")
                .text("act", "what it does",
                      {"nothing", "segfault", "throw", "exit", "loop", "slow", "no-plan", "not-ready", "started",
                       "twice", "no-such-task", "no-such-processor", "no-processor", "two-clusters", "dates", "never"},
                      "nothing")
                .text("moment", "from when on", {"first", "later", "realization"}, "first")) {}

  void decide(const InstanceView& instance, const SituationView& situation, const palio::own::Values& parameters,
              PlanWriter& plan) const override {
    const bool acts = has_come(parameters.text("moment"), instance, situation);
    const std::string act(acts ? parameters.text("act") : "nothing");
    end_or_delay(act);
    if (act == "never") return;
    const std::array<int32_t, 1> first{0}, far{1'000'000};
    const std::array<int32_t, 2> both{0, instance.clusters().back().first_processor};
    if (act == "no-such-task") return plan.place(0, 1'000'000, first);
    for (int task = 0; task < instance.graph(0).task_count(); ++task) {
      const int stage = situation.state(0, task).stage;
      if (act == "not-ready" && stage == PALIO_BLOCKED) plan.place(0, task, first);
      if (act == "started" && stage >= PALIO_RUNNING) plan.place(0, task, first);
      if (stage != PALIO_READY) continue;
      if (act == "no-such-processor") return plan.place(0, task, far);
      if (act == "no-processor") return plan.place(0, task, {});
      if (act == "two-clusters") return plan.place(0, task, both);
      if (act == "dates") return plan.place(0, task, first, 0, 1);
      if (act == "twice") plan.place(0, task, first);
      plan.place(0, task, first);
    }
  }

private:
  static void end_or_delay(std::string_view act) {
    if (act == "segfault") std::raise(SIGSEGV);
    if (act == "throw") throw std::runtime_error("no such luck");
    if (act == "no-plan") throw palio::own::NoPlan("nothing fits");
    if (act == "exit") std::exit(3);
    if (act == "loop") loop();
    if (act == "slow") compute(0.3);
  }

  // In a realization a task has taken another time than was estimated.
  static bool has_come(std::string_view moment, const InstanceView& instance, const SituationView& situation) {
    if (moment == "first") return true;
    for (int task = 0; task < instance.graph(0).task_count(); ++task) {
      const palio_task_state& state = situation.state(0, task);
      if (state.stage != PALIO_ENDED) continue;
      const double time = instance.graph(0).execution_time(task, 1, 0);
      if (moment == "later" || std::abs(state.finish - state.start - time) > 1e-6 * time) return true;
    }
    return false;
  }
};

}  // namespace

PALIO_STRATEGIES(Misbehaving, Misdeciding)
