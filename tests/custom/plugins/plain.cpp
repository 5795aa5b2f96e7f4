// A strategy against the plain C interface alone, which exports only what it describes.
#include <palio/strategy_abi.h>

#include <algorithm>
#include <vector>

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

}  // namespace

extern "C" {

const uint32_t palio_abi_version = PALIO_ABI_VERSION;

const char* palio_description(void) { return R"({"strategies": [{"name": "PLAIN", "summary": "s"}]})"; }

void palio_schedule_graphs(uint32_t, const palio_graph_instance* instance, const palio_value*, palio_plan* plan) {
  std::vector<double> free(instance->platform.cluster_count);  // of the first processors, s
  for (size_t graph = 0; graph < instance->graph_count; ++graph) place_graph(*instance, graph, free, *plan);
}
}
