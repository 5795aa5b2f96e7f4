// A second M-HEFT-MAX, written only against the plugin headers: with equal parameters its rows must equal those of
// Palio's own, to the last bit.
#include <palio/strategy.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

namespace {

using palio::own::GraphView;
using palio::own::InstanceView;

// When each processor of a cluster is free for good: by (date, processor).
class Timeline {
public:
  explicit Timeline(int processors) : taken_(static_cast<std::size_t>(processors), 0) {
    for (int processor = 0; processor < processors; ++processor) free_.push_back({0.0, processor});
  }

  double date(int n) const { return free_[static_cast<std::size_t>(n) - 1].date; }
  int last_as_free(int n) const { return static_cast<int>(free_by(date(n))); }

  // Those free by `ready`, most recently freed first, then those free later, soonest first.
  std::vector<int32_t> take(int n, double ready, double finish) {
    std::vector<int32_t> taken;
    const auto wanted = static_cast<std::size_t>(n);
    std::size_t end = free_by(ready), later = end;
    while (end > 0 && taken.size() < wanted) {
      std::size_t begin = end - 1;
      while (begin > 0 && free_[begin - 1].date == free_[end - 1].date) --begin;
      for (std::size_t i = begin; i < end && taken.size() < wanted; ++i) taken.push_back(free_[i].processor);
      end = begin;
    }
    while (taken.size() < wanted) taken.push_back(free_[later++].processor);
    std::sort(taken.begin(), taken.end());
    occupy(taken, finish);
    return taken;
  }

private:
  struct Free {
    double date;  // s
    int32_t processor;
  };

  void occupy(const std::vector<int32_t>& processors, double finish) {
    for (const int32_t processor : processors) taken_[static_cast<std::size_t>(processor)] = 1;
    std::erase_if(free_, [&](const Free& entry) { return taken_[static_cast<std::size_t>(entry.processor)] != 0; });
    const auto before = std::lower_bound(free_.begin(), free_.end(), finish,
                                         [](const Free& entry, double value) { return entry.date < value; });
    const auto from = before - free_.begin();
    const auto stay = static_cast<std::ptrdiff_t>(free_.size());
    for (const int32_t processor : processors) {
      taken_[static_cast<std::size_t>(processor)] = 0;
      free_.push_back({finish, processor});
    }
    std::inplace_merge(free_.begin() + from, free_.begin() + stay, free_.end(), [](const Free& a, const Free& b) {
      return std::tie(a.date, a.processor) < std::tie(b.date, b.processor);
    });
  }

  std::size_t free_by(double date) const {
    return static_cast<std::size_t>(
        std::upper_bound(free_.begin(), free_.end(), date,
                         [](double value, const Free& entry) { return value < entry.date; }) -
        free_.begin());
  }

  std::vector<Free> free_;
  std::vector<char> taken_;  // by processor; only while it is changed
};

struct Candidate {
  int cluster = -1, n = 0;
  double start = 0, finish = 0, ready = 0;  // s

  bool operator<(const Candidate& other) const {
    return std::tie(finish, n, cluster) < std::tie(other.finish, other.n, other.cluster);
  }
};

struct Placed {
  int cluster = 0, n = 0;
  double finish = 0;  // s
};

class MHeft final : public palio::own::GraphStrategy {
public:
  MHeft()
      : GraphStrategy(palio::own::Declaration("MY-M-HEFT", "M-HEFT that gives a task at most a fraction of a cluster")
                          .source("N'Takpe, Suter, Casanova, ISPDC 2007")
                          .one_application()
                          .real("threshold", "largest fraction of a cluster for one task", 0, 1, 0.5)) {}

  void schedule(const InstanceView& instance, const palio::own::Values& parameters,
                palio::own::PlanWriter& plan) const override {
    const double threshold = parameters.real("threshold");
    const GraphView graph = instance.graph(0);
    std::vector<Timeline> timelines;
    for (const palio_cluster& cluster : instance.clusters()) timelines.emplace_back(cluster.processors);
    std::vector<Placed> placed(static_cast<std::size_t>(graph.task_count()));
    for (const int32_t task : priority_order(instance, graph)) {
      Candidate best;
      for (int k = 0; k < static_cast<int>(timelines.size()); ++k)
        look_at({instance, graph, placed}, task, k, threshold, timelines[static_cast<std::size_t>(k)], best);
      const palio_cluster& cluster = instance.clusters()[static_cast<std::size_t>(best.cluster)];
      std::vector<int32_t> processors =
          timelines[static_cast<std::size_t>(best.cluster)].take(best.n, best.ready, best.finish);
      for (int32_t& processor : processors) processor += cluster.first_processor;
      placed[static_cast<std::size_t>(task)] = {best.cluster, best.n, best.finish};
      plan.place(0, task, processors, best.start, best.finish);
    }
  }

private:
  struct Arrival {
    double sent;  // s
    palio_communication estimate;
  };

  // What is decided so far.
  struct Partial {
    const InstanceView& instance;
    const GraphView& graph;
    const std::vector<Placed>& placed;
  };

  static void look_at(const Partial& partial, int task, int k, double threshold, const Timeline& timeline,
                      Candidate& best) {
    const InstanceView& instance = partial.instance;
    const GraphView& graph = partial.graph;
    const palio_cluster& cluster = instance.clusters()[static_cast<std::size_t>(k)];
    std::vector<Arrival> arrivals;
    for (const palio_edge& edge : graph.in_edges(task)) {
      const Placed& parent = partial.placed[static_cast<std::size_t>(edge.from)];
      arrivals.push_back({parent.finish, instance.communication(edge.bytes, parent.cluster, parent.n, k)});
    }
    const auto candidate = [&](int n) {
      double ready = graph.release_date();
      for (const Arrival& arrival : arrivals)
        ready = std::max(ready, arrival.sent + palio::own::transfer_time(arrival.estimate, n));
      const double start = std::max(ready, timeline.date(n));
      return Candidate{k, n, start, start + palio::own::execution_time(graph.task(task), n, cluster.speed), ready};
    };
    const int largest = std::max(1, static_cast<int>(std::floor(threshold * cluster.processors)));
    for (int n = 1, last = 0; n <= largest; n = last + 1) {
      last = std::min(timeline.last_as_free(n), largest);
      const Candidate most = candidate(last);
      if (best.cluster >= 0 && most.finish > best.finish) continue;
      int less = n - 1, enough = last;
      while (enough - less > 1) {
        const int middle = less + (enough - less) / 2;
        (candidate(middle).finish <= most.finish ? enough : less) = middle;
      }
      const Candidate found = enough == last ? most : candidate(enough);
      if (best.cluster < 0 || found < best) best = found;
    }
  }

  static std::vector<int32_t> priority_order(const InstanceView& instance, const GraphView& graph) {
    const std::vector<double> level = bottom_levels(instance, graph);
    std::vector<int32_t> order(graph.order().begin(), graph.order().end());
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      return level[static_cast<std::size_t>(a)] > level[static_cast<std::size_t>(b)];
    });
    return order;
  }

  static std::vector<double> bottom_levels(const InstanceView& instance, const GraphView& graph) {
    const auto clusters = instance.clusters();
    double processors = 0, slowness = 0;
    for (const palio_cluster& cluster : clusters) processors += cluster.processors;
    for (const palio_cluster& cluster : clusters) slowness += cluster.processors / cluster.speed / processors;
    double latency = 0, time_per_byte = 0, pairs = 0;
    for (std::size_t a = 0; a < clusters.size(); ++a)
      for (std::size_t b = 0; b < clusters.size(); ++b) {
        const double count = clusters[a].processors * static_cast<double>(clusters[b].processors - (a == b ? 1 : 0));
        if (count == 0) continue;
        pairs += count;
        const palio_link route = instance.route(static_cast<int>(a), static_cast<int>(b));
        latency += count * route.latency;
        time_per_byte += count / route.bandwidth;
      }
    if (pairs > 0) latency /= pairs, time_per_byte /= pairs;
    std::vector<double> level;
    for (const palio_task& task : graph.tasks()) level.push_back(task.flop * slowness);
    for (std::size_t i = graph.order().size(); i-- > 0;) {
      const int32_t task = graph.order()[i];
      double below = 0;
      for (const palio_edge& edge : graph.out_edges(task)) {
        const double moving = edge.bytes > 0 ? latency + edge.bytes * time_per_byte : 0.0;
        below = std::max(below, moving + level[static_cast<std::size_t>(edge.to)]);
      }
      level[static_cast<std::size_t>(task)] += below;
    }
    return level;
  }
};

}  // namespace

PALIO_STRATEGIES(MHeft)

#ifdef ANOTHER_BUILD
extern "C" PALIO_EXPORT const int k_another_build;
extern "C" const int k_another_build = 1;
#endif
