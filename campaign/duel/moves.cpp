#include "campaign/duel/moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.h"
#include "platforms/explicit/platform_json.h"
#include "platforms/model/platform.h"
#include "workloads/explicit/workload_json.h"

namespace palio {
namespace {

constexpr double k_steps = 10;  // moves that a weight is away from 0 at its largest
constexpr double k_unit = 1e9;  // flop, byte, flop/s and byte/s
constexpr WeightRange k_chain_range{0.1 * k_unit, k_unit};
constexpr auto k_move_words =
    std::to_array<std::string_view>({"start", "delete-edge", "add-edge", "edge", "task", "link", "host"});

std::size_t draw_index(std::size_t count, RandomStream& draws) {
  return static_cast<std::size_t>(draws.uniform_integer(0, static_cast<std::int64_t>(count) - 1));
}

double draw_weight(RandomStream& draws) { return draws.uniform_real(k_chain_range.least, k_chain_range.most); }

void change_weight(double& weight, const WeightRange& range, RandomStream& draws) {
  const double step = range.most / k_steps;
  weight = std::clamp(weight + draws.uniform_real(-step, step), range.least, range.most);
}

bool delete_edge(DuelInstance& instance, const DuelSpace& /*space*/, RandomStream& draws) {
  if (instance.edges.empty()) return false;
  instance.edges.erase(instance.edges.begin() + static_cast<std::ptrdiff_t>(draw_index(instance.edges.size(), draws)));
  return true;
}

// Whether edges lead from one task to another, or both are the same.
bool leads(const DuelInstance& instance, int from, int to) {
  std::vector<int> reached{from};
  std::vector<bool> seen(instance.tasks.size());
  while (!reached.empty()) {
    const int task = reached.back();
    reached.pop_back();
    if (task == to) return true;
    if (seen[static_cast<std::size_t>(task)]) continue;
    seen[static_cast<std::size_t>(task)] = true;
    for (const Edge& edge : instance.edges)
      if (edge.from == task) reached.push_back(edge.to);
  }
  return false;
}

bool add_edge(DuelInstance& instance, const DuelSpace& space, RandomStream& draws) {
  constexpr int k_tries = 16;  // a graph may have hardly any pair left
  for (int attempt = 0; attempt < k_tries; ++attempt) {
    const auto from = static_cast<int>(draw_index(instance.tasks.size(), draws));
    const auto to = static_cast<int>(draw_index(instance.tasks.size(), draws));
    const bool is_there =
        std::ranges::any_of(instance.edges, [&](const Edge& edge) { return edge.from == from && edge.to == to; });
    if (is_there || leads(instance, to, from)) continue;
    instance.edges.push_back({from, to, draws.uniform_real(space.data.least, space.data.most)});
    return true;
  }
  return false;
}

bool change_edge(DuelInstance& instance, const DuelSpace& space, RandomStream& draws) {
  if (instance.edges.empty()) return false;
  change_weight(instance.edges[draw_index(instance.edges.size(), draws)].bytes, space.data, draws);
  return true;
}

bool change_task(DuelInstance& instance, const DuelSpace& space, RandomStream& draws) {
  Task& task = instance.tasks[draw_index(instance.tasks.size(), draws)];
  change_weight(task.times.empty() ? task.flop : task.times[draw_index(task.times.size(), draws)], space.work, draws);
  return true;
}

bool change_pair(Platform& platform, const DuelSpace& space, RandomStream& draws) {
  const std::size_t hosts = platform.clusters.size();
  if (hosts < 2) return false;
  const std::size_t from = draw_index(hosts, draws);
  const std::size_t to = (from + 1 + draw_index(hosts - 1, draws)) % hosts;
  Link& link = platform.pair_links[from * hosts + to];
  change_weight(link.bandwidth, space.bandwidth, draws);
  if (space.pair_links == PairLinks::one) platform.pair_links[to * hosts + from].bandwidth = link.bandwidth;
  if (has_contention(platform)) add_contention(platform);  // private links follow the pairs
  return true;
}

// Links that messages cross between or inside clusters.
std::vector<Link*> cluster_links(Platform& platform) {
  std::vector<Link*> links;
  for (Cluster& cluster : platform.clusters) {
    links.push_back(&cluster.processor_link);
    if (platform.interconnect == Interconnect::shared_switch) continue;
    links.push_back(&cluster.cluster_switch);
    if (platform.clusters.size() > 1) links.push_back(&cluster.uplink);
  }
  if (platform.interconnect == Interconnect::shared_switch) links.push_back(&platform.shared_switch);
  if (platform.interconnect == Interconnect::backbone && platform.clusters.size() > 1)
    links.push_back(&platform.backbone);
  return links;
}

bool change_link(DuelInstance& instance, const DuelSpace& space, RandomStream& draws) {
  Platform& platform = instance.platform;
  if (platform.interconnect == Interconnect::loaded) return false;
  if (platform.interconnect == Interconnect::mesh) return change_pair(platform, space, draws);
  const std::vector<Link*> links = cluster_links(platform);
  change_weight(links[draw_index(links.size(), draws)]->bandwidth, space.bandwidth, draws);
  return true;
}

bool change_host(DuelInstance& instance, const DuelSpace& space, RandomStream& draws) {
  Platform& platform = instance.platform;
  if (platform.interconnect == Interconnect::loaded || !instance.tasks.front().times.empty()) return false;
  change_weight(platform.clusters[draw_index(platform.clusters.size(), draws)].speed, space.speed, draws);
  return true;
}

// By Move, except `start`.
constexpr std::array k_changes{delete_edge, add_edge, change_edge, change_task, change_link, change_host};

WeightRange range_of(const std::vector<double>& weights) {
  if (weights.empty()) return {};
  const auto [least, most] = std::ranges::minmax(weights);
  return {std::min(least, most / k_steps), most};
}

bool is_symmetric(const Platform& platform) {
  const auto hosts = static_cast<int>(platform.clusters.size());
  for (int a = 0; a < hosts; ++a)
    for (int b = 0; b < a; ++b)
      if (pair_link(platform, a, b).bandwidth != pair_link(platform, b, a).bandwidth) return false;
  return true;
}

}  // namespace

DuelInstance duel_instance(Platform platform, const Workload& workload) {
  if (workload.applications.size() != 1)
    throw UserError("a duel changes one task graph, but the workload has {}", workload.applications.size());
  const auto& [name, graph, release_date] = workload.applications.front();
  if (release_date > 0)
    throw UserError("a duel is about a graph that is there at 0 s, but this one is released at {} s", release_date);
  return {
      std::move(platform), {graph.tasks().begin(), graph.tasks().end()}, {graph.edges().begin(), graph.edges().end()}};
}

Workload workload_of(const DuelInstance& instance) {
  Workload workload;
  workload.applications.push_back({{}, TaskGraph(instance.tasks, instance.edges), 0});
  return workload;
}

std::string platform_text(const DuelInstance& instance) { return to_json(instance.platform); }

std::string workload_text(const DuelInstance& instance) { return to_json(description_of(workload_of(instance))); }

std::string_view to_text(Move move) { return k_move_words.at(static_cast<std::size_t>(move)); }

DuelSpace space_around(const DuelInstance& instance) {
  std::vector<double> work, data, speed, bandwidth;
  for (const Task& task : instance.tasks) {
    if (task.times.empty()) work.push_back(task.flop);
    work.insert(work.end(), task.times.begin(), task.times.end());
  }
  for (const Edge& edge : instance.edges) data.push_back(edge.bytes);
  Platform platform = instance.platform;
  for (const Cluster& cluster : platform.clusters) speed.push_back(cluster.speed);
  DuelSpace space{range_of(work), range_of(data), range_of(speed), {}, PairLinks::one};
  if (platform.interconnect == Interconnect::loaded) return space;
  if (platform.interconnect == Interconnect::mesh) {
    const auto hosts = static_cast<int>(platform.clusters.size());
    for (int a = 0; a < hosts; ++a)
      for (int b = 0; b < hosts; ++b)
        if (a != b) bandwidth.push_back(pair_link(platform, a, b).bandwidth);
    space.pair_links = is_symmetric(platform) ? PairLinks::one : PairLinks::two;
  } else {
    for (const Link* link : cluster_links(platform)) bandwidth.push_back(link->bandwidth);
  }
  space.bandwidth = range_of(bandwidth);
  return space;
}

Move change(DuelInstance& instance, const DuelSpace& space, RandomStream& draws) {
  while (true) {  // a task can always be changed
    const std::size_t which = draw_index(k_changes.size(), draws);
    if (k_changes[which](instance, space, draws)) return static_cast<Move>(which + 1);
  }
}

DuelInstance chain_start(RandomStream& draws) {
  DuelInstance instance;
  const auto tasks = static_cast<int>(draws.uniform_integer(3, 5));
  const auto hosts = static_cast<std::size_t>(draws.uniform_integer(3, 5));
  for (int task = 0; task < tasks; ++task) {
    instance.tasks.push_back({draw_weight(draws), 1, ""});
    if (task > 0) instance.edges.push_back({task - 1, task, draw_weight(draws)});
  }
  instance.platform.interconnect = Interconnect::mesh;
  instance.platform.pair_links.resize(hosts * hosts);
  for (std::size_t a = 0; a < hosts; ++a) {
    instance.platform.clusters.push_back({fmt::format("h{}", a), 1, draw_weight(draws), {}, {}, {}});
    for (std::size_t b = 0; b < a; ++b)
      instance.platform.pair_links[a * hosts + b] =
          instance.platform.pair_links[b * hosts + a] = {draw_weight(draws), 0};
  }
  return instance;
}

DuelSpace chain_space() { return {k_chain_range, k_chain_range, k_chain_range, k_chain_range, PairLinks::one}; }

}  // namespace palio
