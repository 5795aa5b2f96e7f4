#pragma once

#include <span>
#include <vector>

#include "strategies/sequential/model/host_schedule.h"

namespace palio {

/// The pairs of the n hosts over which a mean transfer is taken.
enum class MeanTransfer {
  distinct,   // the n(n - 1) ordered pairs of distinct hosts
  with_self,  // all n^2 ordered pairs; a host sends to itself at once
  saga,       // n(n + 1)/2 links, one of each two hosts and one of each host to itself (ANRGUSC/saga, Network.create)
};

/// Mean times of tasks and transfers: the weights from which priorities are computed.
class MeanCosts {
public:
  MeanCosts(const SequentialInstance& instance, MeanTransfer pairs);

  std::span<const double> times() const { return times_; }  // s, by task
  double time(int task) const { return times_[task]; }
  double transfer(const Edge& edge) const { return transfer(edge.bytes); }                           // s
  double transfer(double bytes) const { return bytes > 0 ? latency_ + bytes * time_per_byte_ : 0; }  // s

private:
  std::vector<double> times_;
  double latency_ = 0, time_per_byte_ = 0;  // s, s/byte
};

/// Mean over all hosts by task, s.
std::vector<double> mean_times(const SequentialInstance& instance);
std::vector<double> median_times(const SequentialInstance& instance);

/// "rank_u": mean time plus the largest (mean transfer + rank_u) of the children.
std::vector<double> upward_ranks(const TaskGraph& graph, const MeanCosts& costs);
/// "rank_d": the largest (rank_d + mean time + mean transfer) of the parents.
std::vector<double> downward_ranks(const TaskGraph& graph, const MeanCosts& costs);

/// Tasks by generation (precedence level), then index.
std::vector<int> by_generation(const TaskGraph& graph);
/// By decreasing upward rank; ties by generation, so that no task comes before its parents.
std::vector<int> by_upward_rank(const TaskGraph& graph, std::span<const double> ranks);
/// By decreasing priority, then index: an order for ready tasks only.
std::vector<int> by_priority(std::span<const double> priorities);

/// By task, from 1 on (Coffman, Graham, Acta Informatica 1, 1972): of the tasks whose children have labels, the next
/// one goes to that whose children's labels, descending, come first in the order of a dictionary. Edges that follow
/// from others do not count.
std::vector<double> coffman_graham_labels(const TaskGraph& graph);

/// The child that follows a task of the critical path.
enum class CriticalRule {
  longest,      // on a longest path: its transfer plus its upward rank is the largest of all children
  first_child,  // the first with the entry's priority, even if on no longest path: the rule of stored results
};

/// CPOP's priorities and what it does with a critical path (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.2).
struct CriticalTasks {
  std::vector<double> priorities;  // by task: upward plus downward rank, s
  std::vector<bool> is_critical;   // by task
  int host = 0;                    // the one that executes them in the least time
};

/// For the path that begins at the entry of the largest priority.
CriticalTasks critical_tasks(const SequentialInstance& instance, const MeanCosts& costs, CriticalRule rule);

/// The host that executes these tasks in the least time.
int quickest_host(const SequentialInstance& instance, std::span<const int> tasks);

}  // namespace palio
