// Strategies against the plain C interface alone. The same text is built with the headers of each version: their rows
// must be equal, to the last bit. PLAIN_NAME distinguishes the builds. With PLAIN_PRETENDS it claims to be of version
// 2.
#ifdef PLAIN_VERSION_1
#include "tests/custom/plugins/strategy_abi_version_1.h"
#else
#include <palio/strategy_abi.h>
#endif

#include <algorithm>
#include <vector>

#ifdef PLAIN_PRETENDS
#define PLAIN_INTERFACE "\"interface\": 2, "
#else
#define PLAIN_INTERFACE ""
#endif

namespace {

struct Placed {
  int32_t cluster = 0;
  double finish = 0;  // s
};

// When the data of a task is there for one processor of a cluster, s.
double ready_date(const palio_graph_instance& instance, const palio_graph& graph, size_t task, int32_t cluster,
                  const std::vector<Placed>& placed) {
  double ready = graph.release_date;
  for (size_t i = graph.first_in[task]; i < graph.first_in[task + 1]; ++i) {
    const palio_edge& edge = graph.in_edges[i];
    const Placed& parent = placed[static_cast<size_t>(edge.from)];
    const palio_communication moving = instance.communication(&instance, edge.bytes, parent.cluster, 1, cluster);
    ready = std::max(ready, parent.finish + moving.latency + std::max(moving.receiver_time, moving.network_time));
  }
  return ready;
}

// Each task where it finishes first, on the first processor of a cluster.
void place_graph(const palio_graph_instance& instance, size_t number, std::vector<double>& free, palio_plan& plan) {
  const palio_graph& graph = instance.graphs[number];
  std::vector<Placed> placed(graph.task_count);
  for (size_t i = 0; i < graph.task_count; ++i) {
    const auto task = static_cast<size_t>(graph.order[i]);
    double start = 0, finish = 0;
    int32_t best = -1;
    for (size_t k = 0; k < instance.platform.cluster_count; ++k) {
      const auto cluster = static_cast<int32_t>(k);
      const double begin = std::max(free[k], ready_date(instance, graph, task, cluster, placed));
      const double end = begin + graph.tasks[task].flop / instance.platform.clusters[k].speed;
      if (best < 0 || end < finish) best = cluster, start = begin, finish = end;
    }
    placed[task] = {best, finish};
    free[static_cast<size_t>(best)] = finish;
    const int32_t processor = instance.platform.clusters[best].first_processor;
    plan.place(&plan, static_cast<int32_t>(number), graph.order[i], &processor, 1, start, finish);
  }
}

// The first released bag that has tasks left, to the workers in turn.
struct InTurn : palio_bag_policy {
  std::vector<int32_t> unsent;
  int32_t released = 0;
  int32_t workers = 0, next = 0;

  static InTurn& self(palio_bag_policy* policy) { return *static_cast<InTurn*>(policy); }
};

palio_bag_policy* begin_in_turn(const palio_bag_instance& instance) {
  auto* policy = new InTurn;
  policy->told = [](palio_bag_policy* of, int32_t event, int32_t bag, int32_t, double) {
    if (event == PALIO_RELEASED) InTurn::self(of).released = bag + 1;
  };
  policy->next_send = [](palio_bag_policy* of, double, double*) {
    InTurn& turns = InTurn::self(of);
    for (int32_t bag = 0; bag < turns.released; ++bag) {
      int32_t& left = turns.unsent[static_cast<size_t>(bag)];
      if (left > 0) return --left, palio_send{bag, turns.next++ % turns.workers};
    }
    return palio_send{-1, -1};
  };
  policy->next_bag = [](palio_bag_policy*, int32_t, const int32_t* held, size_t, double) { return held[0]; };
  policy->end = [](palio_bag_policy* of) { delete &InTurn::self(of); };
  policy->workers = static_cast<int32_t>(instance.star.worker_count);
  for (size_t bag = 0; bag < instance.bag_count; ++bag) policy->unsent.push_back(instance.bags[bag].tasks);
  return policy;
}

}  // namespace

extern "C" {

const uint32_t palio_abi_version = PALIO_ABI_VERSION;

const char* palio_description(void) {
  return "{" PLAIN_INTERFACE "\"strategies\": [{\"name\": \"" PLAIN_NAME
         "\", \"summary\": \"s\"},"
         "{\"name\": \"" PLAIN_NAME "-BAGS\", \"summary\": \"s\", \"schedules\": \"bags\"}]}";
}

void palio_schedule_graphs(uint32_t, const palio_graph_instance* instance, const palio_value*, palio_plan* plan) {
  std::vector<double> free(instance->platform.cluster_count);  // of the first processors, s
  for (size_t graph = 0; graph < instance->graph_count; ++graph) place_graph(*instance, graph, free, *plan);
}

palio_bag_policy* palio_begin_bags(uint32_t, const palio_bag_instance* instance, const palio_value*, palio_trouble*) {
  return begin_in_turn(*instance);
}
}
