#include "tests/runners/engines/simgrid/reference_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "platforms/model/platform.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "strategies/ptg/schedule_validator.h"
#include "workloads/model/redistribution.h"

namespace palio::test {
namespace {

namespace sg4 = simgrid::s4u;

sg4::Link* add_link(sg4::NetZone* zone, const std::string& name, const Link& link, sg4::Link::SharingPolicy policy) {
  sg4::Link* created = simgrid_api::add_link(zone, name, link.bandwidth);
  created->set_latency(link.latency)->set_sharing_policy(policy)->seal();
  return created;
}

// Each behind its own link and the switch.
void add_hosts(sg4::NetZone* zone, sg4::Link* fabric, const Cluster& cluster, std::vector<sg4::Host*>& hosts) {
  for (int i = 0; i < cluster.processors; ++i) {
    const std::size_t number = hosts.size();
    sg4::Host* host = simgrid_api::add_host(zone, fmt::format("p{}", number), cluster.speed);
    host->seal();
    sg4::Link* link =
        add_link(zone, fmt::format("link{}", number), cluster.processor_link, sg4::Link::SharingPolicy::SHARED);
    simgrid_api::add_route(zone, host, nullptr, {sg4::LinkInRoute(link), sg4::LinkInRoute(fabric)});
    simgrid_api::add_route(zone, nullptr, host, {sg4::LinkInRoute(fabric), sg4::LinkInRoute(link)});
    hosts.push_back(host);
  }
}

// A zone's route to the root: its uplink and, where there is one, the backbone, which two such routes cross once.
void add_cluster(sg4::NetZone* root, sg4::Link* backbone, const Cluster& cluster, int index,
                 std::vector<sg4::Host*>& hosts) {
  sg4::NetZone* zone = simgrid_api::add_star_zone(fmt::format("cluster{}", index), root);
  // FATPIPE: bounds each message by itself, never two together.
  sg4::Link* fabric =
      add_link(zone, fmt::format("switch{}", index), cluster.cluster_switch, sg4::Link::SharingPolicy::FATPIPE);
  add_hosts(zone, fabric, cluster, hosts);
  std::vector<sg4::LinkInRoute> up{sg4::LinkInRoute(
      add_link(root, fmt::format("uplink{}", index), cluster.uplink, sg4::Link::SharingPolicy::SHARED))};
  if (backbone != nullptr) up.emplace_back(backbone);
  simgrid_api::connect(zone, up);
  zone->seal();
}

// All clusters side by side around their switch.
std::vector<sg4::Host*> build_on_one_switch(const Platform& platform) {
  std::vector<sg4::Host*> hosts;
  sg4::NetZone* site = simgrid_api::add_star_zone("site");
  sg4::Link* fabric = add_link(site, "switch", platform.shared_switch, sg4::Link::SharingPolicy::FATPIPE);
  for (const Cluster& cluster : platform.clusters) add_hosts(site, fabric, cluster, hosts);
  site->seal();
  return hosts;
}

// A route from each host to each other one: the link of the pair, with contention between those of the hosts.
std::vector<sg4::Host*> build_mesh(const Platform& platform) {
  std::vector<sg4::Host*> hosts;
  sg4::NetZone* mesh = simgrid_api::full_root_zone();
  std::vector<const sg4::Link*> own;
  const bool is_shared = has_contention(platform);
  const auto policy = is_shared ? sg4::Link::SharingPolicy::SHARED : sg4::Link::SharingPolicy::FATPIPE;
  for (const Cluster& host : platform.clusters) {
    if (is_shared) own.push_back(add_link(mesh, fmt::format("link{}", own.size()), host.processor_link, policy));
    hosts.push_back(simgrid_api::add_host(mesh, fmt::format("p{}", hosts.size()), host.speed)->seal());
  }
  for (std::size_t a = 0; a < hosts.size(); ++a)
    for (std::size_t b = 0; b < hosts.size(); ++b) {
      if (a == b) continue;
      const Link& pair = pair_link(platform, static_cast<int>(a), static_cast<int>(b));
      std::vector<sg4::LinkInRoute> route{
          sg4::LinkInRoute(add_link(mesh, fmt::format("pair{}-{}", a, b), pair, policy))};
      if (is_shared) {
        route.emplace_back(own[a]);
        route.emplace_back(own[b]);
      }
      simgrid_api::add_route(mesh, hosts[a], hosts[b], route);
    }
  mesh->seal();
  return hosts;
}

std::vector<sg4::Host*> build(const Platform& platform) {
  if (platform.interconnect == Interconnect::mesh) return build_mesh(platform);
  if (platform.interconnect == Interconnect::shared_switch) return build_on_one_switch(platform);
  std::vector<sg4::Host*> hosts;
  sg4::NetZone* root = simgrid_api::add_star_zone("clusters");
  sg4::Link* backbone = platform.interconnect == Interconnect::uplinks
                            ? nullptr
                            : add_link(root, "backbone", platform.backbone, sg4::Link::SharingPolicy::SHARED);
  for (std::size_t k = 0; k < platform.clusters.size(); ++k)
    add_cluster(root, backbone, platform.clusters[k], static_cast<int>(k), hosts);
  root->seal();
  return hosts;
}

class ReferenceActors {
public:
  ReferenceActors(const Workload& workload, const Schedule& schedule, std::vector<sg4::Host*> hosts)
      : workload_(workload), schedule_(schedule), hosts_(std::move(hosts)) {}

  Execution run() {
    for (std::size_t app = 0; app < workload_.applications.size(); ++app) add(app);
    chain_processors();
    for (const auto& tasks : tasks_)
      for (const sg4::ExecPtr& task : tasks) simgrid_api::start(task);
    for (const sg4::ExecPtr& transfer : transfers_) simgrid_api::start(transfer);
    sg4::Engine::get_instance()->run();
    return collect();
  }

private:
  const Placement& placement(std::size_t app, int task) const { return schedule_.placements[app][task]; }

  sg4::ExecPtr parallel(const std::vector<int>& processors, double flop, const std::vector<double>& matrix) const {
    std::vector<sg4::Host*> hosts;
    for (const int processor : processors) hosts.push_back(hosts_[processor]);
    sg4::ExecPtr exec = sg4::Exec::init();
    exec->set_flops_amounts(std::vector<double>(processors.size(), flop));
    if (!matrix.empty()) exec->set_bytes_amounts(matrix);
    exec->set_hosts(hosts);
    return exec;
  }

  sg4::ExecPtr redistribution(double bytes, const std::vector<int>& source, const std::vector<int>& target) const {
    std::set<int> both(source.begin(), source.end());
    both.insert(target.begin(), target.end());
    const std::vector<int> processors(both.begin(), both.end());
    const auto rank = [&](int p) {
      return static_cast<std::size_t>(std::ranges::find(processors, p) - processors.begin());
    };
    std::vector<double> matrix(processors.size() * processors.size(), 0.0);
    for (const auto& [sender, receiver, size] :
         block_redistribution(bytes, static_cast<int>(source.size()), static_cast<int>(target.size()))) {
      const int from = source[sender];
      const int to = target[receiver];
      if (from != to) matrix[rank(from) * processors.size() + rank(to)] = size;
    }
    return parallel(processors, 0, matrix);
  }

  void add(std::size_t app) {
    const TaskGraph& graph = workload_.applications[app].graph;
    tasks_.emplace_back();
    for (int id = 0; id < graph.task_count(); ++id) {
      const Task& task = graph.task(id);
      const auto n = static_cast<double>(placement(app, id).processors.size());
      tasks_[app].push_back(
          parallel(placement(app, id).processors, task.flop * (task.alpha + (1 - task.alpha) / n), {}));
    }
    for (const Edge& edge : graph.edges()) {
      const Placement& source = placement(app, edge.from);
      const Placement& target = placement(app, edge.to);
      const sg4::ExecPtr& from = tasks_[app][edge.from];
      const sg4::ExecPtr& to = tasks_[app][edge.to];
      if (!needs_transfer(edge, source, target)) {
        precede(from, to);
        continue;
      }
      transfers_.push_back(redistribution(edge.bytes, source.processors, target.processors));
      from->add_successor(transfers_.back());
      transfers_.back()->add_successor(to);
      dates_.push_back({static_cast<int>(app), edge.from, edge.to, 0, 0});
    }
  }

  void precede(const sg4::ExecPtr& before, const sg4::ExecPtr& after) {
    if (before != after && precedences_.insert({before.get(), after.get()}).second) before->add_successor(after);
  }

  void chain_processors() {
    std::map<int, std::vector<std::tuple<double, std::size_t, std::size_t>>> uses;  // by processor: start, app, task
    for (std::size_t app = 0; app < tasks_.size(); ++app)
      for (std::size_t task = 0; task < tasks_[app].size(); ++task)
        for (const int p : placement(app, static_cast<int>(task)).processors)
          uses[p].emplace_back(placement(app, static_cast<int>(task)).start, app, task);
    for (auto& [processor, order] : uses) {
      std::ranges::sort(order);
      for (std::size_t i = 1; i < order.size(); ++i) {
        const auto& [start, app, task] = order[i - 1];
        const auto& [next_start, next_app, next_task] = order[i];
        precede(tasks_[app][task], tasks_[next_app][next_task]);
      }
    }
  }

  Execution collect() const {
    Execution execution{schedule_, dates_};
    for (std::size_t app = 0; app < tasks_.size(); ++app)
      for (std::size_t task = 0; task < tasks_[app].size(); ++task) {
        execution.schedule.placements[app][task].start = tasks_[app][task]->get_start_time();
        execution.schedule.placements[app][task].finish = tasks_[app][task]->get_finish_time();
      }
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      execution.transfers[i].start = transfers_[i]->get_start_time();
      execution.transfers[i].finish = transfers_[i]->get_finish_time();
    }
    return execution;
  }

  const Workload& workload_;
  const Schedule& schedule_;
  std::vector<sg4::Host*> hosts_;
  std::vector<std::vector<sg4::ExecPtr>> tasks_;
  std::vector<sg4::ExecPtr> transfers_;
  std::vector<Transfer> dates_;                                          // as transfers_
  std::set<std::pair<const sg4::Exec*, const sg4::Exec*>> precedences_;  // SimGrid refuses a second one
};

}  // namespace

Execution reference_simulation_on_file(const std::string& path, std::size_t processors, const Workload& workload,
                                       const Schedule& schedule) {
  EngineArguments arguments({});
  const sg4::Engine engine(arguments.count(), arguments.values());
  engine.load_platform(path);
  std::vector<sg4::Host*> hosts;
  for (std::size_t p = 0; p < processors; ++p) hosts.push_back(engine.host_by_name(fmt::format("p{}", p)));
  return ReferenceActors(workload, schedule, std::move(hosts)).run();
}

Execution reference_simulation(const Platform& platform, const Workload& workload, const Schedule& schedule) {
  EngineArguments arguments(
      {"--cfg=host/model:ptask_L07", fmt::format("--cfg=network/TCP-gamma:{}", platform.tcp_gamma)});
  const sg4::Engine engine(arguments.count(), arguments.values());
  return ReferenceActors(workload, schedule, build(platform)).run();
}

}  // namespace palio::test
