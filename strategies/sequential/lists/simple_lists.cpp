#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/error.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// The child stays on the host or goes to the best one of all, which may be the host itself.
void add_child(const SequentialInstance& instance, const Edge& edge, double transfer, ClusterTable& oct) {
  double least = std::numeric_limits<double>::infinity();
  for (int cluster = 0; cluster < instance.cluster_count(); ++cluster)
    least = std::min(least, oct.of(edge.to, cluster) + instance.time_in(cluster, edge.to));
  for (int cluster = 0; cluster < instance.cluster_count(); ++cluster) {
    const double stays = oct.of(edge.to, cluster) + instance.time_in(cluster, edge.to);
    double& cost = oct.at(edge.from, cluster);
    cost = std::max(cost, std::min(stays, least + transfer));
  }
}

ClusterTable optimistic_costs(const SequentialInstance& instance, const MeanCosts& costs) {
  ClusterTable oct(instance);
  const std::span<const int> order = instance.graph().topological_order();
  for (std::size_t i = order.size(); i-- > 0;)
    for (const Edge& edge : instance.graph().out_edges(order[i])) add_child(instance, edge, costs.transfer(edge), oct);
  return oct;
}

// Mean over the hosts.
double mean(const ClusterTable& oct, const SequentialInstance& instance, int task) {
  double sum = 0;
  for (int cluster = 0; cluster < instance.cluster_count(); ++cluster)
    sum += instance.hosts_of(cluster) * oct.of(task, cluster);
  return sum / instance.host_count();
}

// Tasks by generations, each appended to the host of the least value: (task, HostSlot, HostSchedule) -> double.
template <class Value>
HostSchedule place_in_generations(const SequentialInstance& instance, Value value) {
  HostSchedule schedule(instance);
  for (const int task : by_generation(instance.graph()))
    schedule.place(task, schedule.best_slot(task, Placing::append,
                                            [&](const HostSlot& slot) { return value(task, slot, schedule); }));
  return schedule;
}

}  // namespace

// HEFT (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.1): tasks by decreasing upward rank, each on the host where
// it finishes first, in a gap if one holds it.
HostSchedule schedule_heft(const SequentialInstance& instance, const Parameters& parameters) {
  const TaskGraph& graph = instance.graph();
  HostSchedule schedule(instance);
  for (const int task : by_upward_rank(graph, upward_ranks(graph, mean_costs(instance, parameters))))
    schedule.place(task, schedule.best_slot(task, Placing::insertion, finish_of));
  return schedule;
}

// CPOP (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.2): the ready task of the largest upward plus downward rank;
// a critical path goes to the one host that is fastest for all its tasks, each other task to where it finishes first.
HostSchedule schedule_cpop(const SequentialInstance& instance, const Parameters& parameters) {
  const CriticalTasks critical = critical_tasks(instance, parameters);
  HostSchedule schedule(instance);
  ReadyQueue ready(instance.graph(), by_priority(critical.priorities));
  while (!ready.empty()) {
    const int task = ready.pop();
    schedule.place(task, critical.is_critical[task] ? schedule.slot_on(critical.host, task, Placing::insertion)
                                                    : schedule.best_slot(task, Placing::insertion, finish_of));
    ready.placed(task);
  }
  return schedule;
}

// PEFT (Arabnejad, Barbosa, TPDS 25(3) 2014): a table of optimistic costs, OCT(t,n), holds a lower bound on the longest
// way from a task to an exit if the task runs on a host; the ready task of the largest mean goes where finish plus OCT
// is least.
HostSchedule schedule_peft(const SequentialInstance& instance, const Parameters& parameters) {
  const ClusterTable oct = optimistic_costs(instance, mean_costs(instance, parameters));
  std::vector<double> priorities;
  for (int task = 0; task < instance.graph().task_count(); ++task) priorities.push_back(mean(oct, instance, task));
  HostSchedule schedule(instance);
  ReadyQueue ready(instance.graph(), by_priority(priorities));
  while (!ready.empty()) {
    const int task = ready.pop();
    schedule.place(task, schedule.best_slot(task, Placing::insertion, [&](const HostSlot& slot) {
      return slot.finish + oct.of(task, instance.cluster_of(slot.host));
    }));
    ready.placed(task);
  }
  return schedule;
}

// MCT, minimum completion time (Braun et al., JPDC 61(6) 2001, section 3): each task where it finishes first.
HostSchedule schedule_mct(const SequentialInstance& instance, const Parameters&) {
  return place_in_generations(instance, [](int, const HostSlot& slot, const HostSchedule&) { return slot.finish; });
}

// MET, minimum execution time (Braun et al., JPDC 61(6) 2001, section 3): each task where it takes the least time,
// however long it waits there.
HostSchedule schedule_met(const SequentialInstance& instance, const Parameters&) {
  return place_in_generations(
      instance, [&](int task, const HostSlot& slot, const HostSchedule&) { return instance.time(task, slot.host); });
}

// OLB, opportunistic load balancing (Braun et al., JPDC 61(6) 2001, section 3): each task to the host that is free
// first, however long it takes there. The paper's tasks are independent; with communication, the rule may also be read
// as the host that can start the task first.
HostSchedule schedule_olb(const SequentialInstance& instance, const Parameters& parameters) {
  const bool counts_data = text_of(parameters, "earliest") == "start";
  return place_in_generations(instance, [=](int, const HostSlot& slot, const HostSchedule& schedule) {
    return counts_data ? slot.start : schedule.free(slot.host);
  });
}

// KPB, k-percent best (Maheswaran, Ali, Siegel, Hensgen, Freund, JPDC 59(2) 1999, section 3): each task, among the k
// percent of the hosts that are quickest at it, where it finishes first. A fraction of a host does not count; at least
// one does.
HostSchedule schedule_kpb(const SequentialInstance& instance, const Parameters& parameters) {
  const int hosts = instance.host_count();
  const int kept = std::max(1, static_cast<int>(real_of(parameters, "percent") * hosts / 100));
  std::vector<int> by_time(hosts), rank(hosts);
  std::iota(by_time.begin(), by_time.end(), 0);
  HostSchedule schedule(instance);
  for (const int task : by_generation(instance.graph())) {
    std::ranges::sort(by_time, {}, [&](int host) { return std::pair(instance.time(task, host), host); });
    for (int i = 0; i < hosts; ++i) rank[by_time[i]] = i;
    schedule.place(task, schedule.best_slot(task, Placing::append, [&](const HostSlot& slot) {
      return rank[slot.host] < kept ? slot.finish : std::numeric_limits<double>::infinity();
    }));
  }
  return schedule;
}

// SA, the switching algorithm (Maheswaran, Ali, Siegel, Hensgen, Freund, JPDC 59(2) 1999, section 3): MCT until the
// hosts are so balanced that the first of them to be free is at `high` of the last one, then MET until it is at `low`.
HostSchedule schedule_switching(const SequentialInstance& instance, const Parameters& parameters) {
  const double low = real_of(parameters, "low"), high = real_of(parameters, "high");
  if (low >= high) throw UserError("Switching: low is {}, must be less than high, {}", low, high);
  bool is_mct = true;
  HostSchedule schedule(instance);
  for (const int task : by_generation(instance.graph())) {
    const double first = schedule.free(schedule.first_free_host()) - instance.release_date();
    const double last = schedule.end() - instance.release_date();
    if (is_mct ? first >= high * last && last > 0 : first <= low * last) is_mct = !is_mct;
    schedule.place(task, schedule.best_slot(task, Placing::append, [&](const HostSlot& slot) {
      return is_mct ? slot.finish : instance.time(task, slot.host);
    }));
  }
  return schedule;
}

// FastestNode: all tasks on the one host that executes them in the least time, without any communication; the baseline
// of Coleman, Krishnamachari, arXiv 2403.07120.
HostSchedule schedule_fastest_node(const SequentialInstance& instance, const Parameters&) {
  const std::vector<int> tasks = by_generation(instance.graph());
  const int host = quickest_host(instance, tasks);
  HostSchedule schedule(instance);
  for (const int task : tasks) schedule.place(task, schedule.slot_on(host, task, Placing::append));
  return schedule;
}

}  // namespace palio
