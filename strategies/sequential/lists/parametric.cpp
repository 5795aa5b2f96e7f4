// The parametric list scheduler (Coleman, Krishnamachari, arXiv 2403.07112): list schedulers as combinations of five
// choices. HEFT, CPOP, MCT, MET and OLB by earliest start are among them.
#include <algorithm>
#include <limits>

#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

enum class Criterion { finish, start, quickest };

Criterion criterion_of(const Parameters& parameters) {
  const std::string& choice = text_of(parameters, "choice");
  if (choice == "finish") return Criterion::finish;
  return choice == "start" ? Criterion::start : Criterion::quickest;
}

// A task's best slot, and how much worse the second best host is.
struct Proposal {
  int task = -1;
  HostSlot slot;
  double sufferage = 0;
};

class ParametricList {
public:
  ParametricList(const SequentialInstance& instance, const Parameters& parameters)
      : instance_(instance),
        criterion_(criterion_of(parameters)),
        placing_(text_of(parameters, "placing") == "insertion" ? Placing::insertion : Placing::append),
        reserves_(text_of(parameters, "critical") == "on"),
        compares_(text_of(parameters, "sufferage") == "on"),
        critical_(critical_tasks(instance, parameters)),
        ready_(instance.graph(), order(parameters)),
        schedule_(instance) {}

  HostSchedule run() && {
    while (!ready_.empty()) {
      Proposal chosen = proposal(ready_.pop());
      if (compares_ && !ready_.empty()) chosen = more_suffering(chosen, proposal(ready_.pop()));
      schedule_.place(chosen.task, chosen.slot);
      ready_.placed(chosen.task);
    }
    return std::move(schedule_);
  }

private:
  std::vector<int> order(const Parameters& parameters) const {
    const std::string& priority = text_of(parameters, "priority");
    const TaskGraph& graph = instance_.graph();
    if (priority == "topological") return by_generation(graph);
    if (priority == "cpop") return by_priority(critical_.priorities);
    return by_upward_rank(graph, upward_ranks(graph, mean_costs(instance_, parameters)));
  }

  double value(int task, const HostSlot& slot) const {
    switch (criterion_) {
      case Criterion::finish: return slot.finish;
      case Criterion::start: return slot.start;
      case Criterion::quickest: break;
    }
    return instance_.time(task, slot.host);
  }

  // A critical task has only one host, so its sufferage is 0.
  Proposal proposal(int task) {
    if (reserves_ && critical_.is_critical[task]) return {task, schedule_.slot_on(critical_.host, task, placing_), 0};
    constexpr double k_unreached = std::numeric_limits<double>::infinity();
    double least = k_unreached, second = k_unreached;
    const HostSlot slot = schedule_.best_slot(task, placing_, [&](const HostSlot& candidate) {
      const double of_candidate = value(task, candidate);
      second = std::min(second, std::max(least, of_candidate));
      least = std::min(least, of_candidate);
      return of_candidate;
    });
    return {task, slot, second == k_unreached ? 0 : second - least};
  }

  // Puts the other task back.
  Proposal more_suffering(const Proposal& a, const Proposal& b) {
    const bool is_a = a.sufferage > b.sufferage || (a.sufferage == b.sufferage && a.task < b.task);
    ready_.push(is_a ? b.task : a.task);
    return is_a ? a : b;
  }

  const SequentialInstance& instance_;
  Criterion criterion_;
  Placing placing_;
  bool reserves_, compares_;
  CriticalTasks critical_;
  ReadyQueue ready_;
  HostSchedule schedule_;
};

}  // namespace

HostSchedule schedule_parametric(const SequentialInstance& instance, const Parameters& parameters) {
  return ParametricList(instance, parameters).run();
}

}  // namespace palio
