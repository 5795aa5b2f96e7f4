#include "tests/bench/engines/bare_loop/bare_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>

#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "workloads/model/redistribution.h"

namespace palio::bench {
namespace {

namespace sg4 = simgrid::s4u;

// What SimGrid is told on its command line.
struct Options {
  explicit Options(const Platform& platform)
      : texts{"bench_bare_loop", "--cfg=host/model:ptask_L07",
              fmt::format("--cfg=network/TCP-gamma:{}", platform.tcp_gamma), "--log=root.thres:critical"} {
    for (std::size_t i = 0; i < texts.size(); ++i) values[i] = texts[i].data();
  }
  std::array<std::string, 4> texts;
  std::array<char*, 5> values{};
  int count = 4;
};

sg4::Link* link(sg4::NetZone* zone, const std::string& name, const Link& data, sg4::Link::SharingPolicy policy) {
  sg4::Link* made = simgrid_api::add_link(zone, name, data.bandwidth);
  made->set_latency(data.latency)->set_sharing_policy(policy)->seal();
  return made;
}

}  // namespace

class BareSimulation::Impl {
public:
  explicit Impl(const Platform& platform) : options_(platform), engine_(&options_.count, options_.values.data()) {
    sg4::NetZone* root = simgrid_api::add_star_zone("clusters");
    sg4::Link* backbone = nullptr;
    if (platform.clusters.size() > 1)
      backbone = link(root, "backbone", platform.backbone, sg4::Link::SharingPolicy::SHARED);
    for (std::size_t k = 0; k < platform.clusters.size(); ++k) add_cluster(root, backbone, platform.clusters[k], k);
    root->seal();
  }

  double makespan(const Workload& workload, const Schedule& schedule) {
    start(workload.applications.front().graph, schedule.placements.front());
    engine_.run();
    double first = std::numeric_limits<double>::infinity();
    double last = 0;
    for (const sg4::ExecPtr& task : tasks_) {
      first = std::min(first, task->get_start_time());
      last = std::max(last, task->get_finish_time());
    }
    transfers_.clear();
    tasks_.clear();
    return last - first;
  }

private:
  void add_cluster(sg4::NetZone* root, sg4::Link* backbone, const Cluster& cluster, std::size_t k) {
    sg4::NetZone* zone = simgrid_api::add_star_zone(fmt::format("cluster{}", k), root);
    sg4::Link* fabric =
        link(zone, fmt::format("switch{}", k), cluster.cluster_switch, sg4::Link::SharingPolicy::FATPIPE);
    for (int i = 0; i < cluster.processors; ++i) {
      sg4::Host* host = simgrid_api::add_host(zone, fmt::format("host{}", hosts_.size()), cluster.speed);
      host->seal();
      sg4::Link* own =
          link(zone, fmt::format("link{}", hosts_.size()), cluster.processor_link, sg4::Link::SharingPolicy::SHARED);
      simgrid_api::add_route(zone, host, nullptr, {sg4::LinkInRoute(own), sg4::LinkInRoute(fabric)});
      simgrid_api::add_route(zone, nullptr, host, {sg4::LinkInRoute(fabric), sg4::LinkInRoute(own)});
      hosts_.push_back(host);
    }
    if (backbone != nullptr) {
      sg4::Link* uplink = link(root, fmt::format("uplink{}", k), cluster.uplink, sg4::Link::SharingPolicy::SHARED);
      simgrid_api::connect(zone, {sg4::LinkInRoute(uplink), sg4::LinkInRoute(backbone)});
    }
    zone->seal();
  }

  void start(const TaskGraph& graph, const std::vector<Placement>& placements) {
    std::set<std::pair<int, int>> precedences;
    for (int id = 0; id < graph.task_count(); ++id) add_task(graph.task(id), placements[static_cast<std::size_t>(id)]);
    for (const Edge& edge : graph.edges()) add_edge(edge, placements, precedences);
    add_processor_order(placements, precedences);
    for (const sg4::ExecPtr& task : tasks_) simgrid_api::start(task);
    for (const sg4::ExecPtr& transfer : transfers_) simgrid_api::start(transfer);
  }

  std::vector<sg4::Host*> hosts(const std::vector<int>& processors) const {
    std::vector<sg4::Host*> chosen;
    for (const int processor : processors) chosen.push_back(hosts_[static_cast<std::size_t>(processor)]);
    return chosen;
  }

  void add_task(const Task& task, const Placement& placement) {
    const std::size_t n = placement.processors.size();
    const double share = task.flop * (task.alpha + (1 - task.alpha) / static_cast<double>(n));
    sg4::ExecPtr exec = sg4::Exec::init();
    exec->set_flops_amounts(std::vector<double>(n, share))->set_hosts(hosts(placement.processors));
    tasks_.push_back(exec);
  }

  void precede(int before, int after, std::set<std::pair<int, int>>& precedences) {
    if (precedences.insert({before, after}).second)
      tasks_[static_cast<std::size_t>(before)]->add_successor(tasks_[static_cast<std::size_t>(after)]);
  }

  void add_edge(const Edge& edge, const std::vector<Placement>& placements,
                std::set<std::pair<int, int>>& precedences) {
    const std::vector<int>& source = placements[static_cast<std::size_t>(edge.from)].processors;
    const std::vector<int>& target = placements[static_cast<std::size_t>(edge.to)].processors;
    if (edge.bytes <= 0 || source == target) {
      precede(edge.from, edge.to, precedences);
      return;
    }
    sg4::ExecPtr transfer = redistribution(edge.bytes, source, target);
    tasks_[static_cast<std::size_t>(edge.from)]->add_successor(transfer);
    transfer->add_successor(tasks_[static_cast<std::size_t>(edge.to)]);
    transfers_.push_back(transfer);
  }

  sg4::ExecPtr redistribution(double bytes, const std::vector<int>& source, const std::vector<int>& target) const {
    std::vector<int> both;
    std::ranges::set_union(source, target, std::back_inserter(both));
    const auto rank = [&](const std::vector<int>& side, int at) {
      return static_cast<std::size_t>(std::ranges::lower_bound(both, side[static_cast<std::size_t>(at)]) -
                                      both.begin());
    };
    std::vector<double> matrix(both.size() * both.size(), 0.0);
    for (const BlockTransfer& block :
         block_redistribution(bytes, static_cast<int>(source.size()), static_cast<int>(target.size()))) {
      const std::size_t from = rank(source, block.sender);
      const std::size_t to = rank(target, block.receiver);
      if (from != to) matrix[from * both.size() + to] = block.bytes;
    }
    sg4::ExecPtr exec = sg4::Exec::init();
    exec->set_flops_amounts(std::vector<double>(both.size(), 0.0))->set_bytes_amounts(matrix)->set_hosts(hosts(both));
    return exec;
  }

  // Tasks that share a processor keep the schedule's order.
  void add_processor_order(const std::vector<Placement>& placements, std::set<std::pair<int, int>>& precedences) {
    std::vector<int> order(placements.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::ranges::stable_sort(order, {}, [&](int id) { return placements[static_cast<std::size_t>(id)].start; });
    std::vector<int> last(hosts_.size(), -1);
    for (const int id : order) {
      for (const int processor : placements[static_cast<std::size_t>(id)].processors) {
        int& before = last[static_cast<std::size_t>(processor)];
        if (before >= 0) precede(before, id, precedences);
        before = id;
      }
    }
  }

  Options options_;
  sg4::Engine engine_;
  std::vector<sg4::Host*> hosts_;  // by processor
  // Kept until the end of a simulation: SimGrid 3.32 crashes on an activity whose last handle was dropped.
  std::vector<sg4::ExecPtr> tasks_, transfers_;
};

BareSimulation::BareSimulation(const Platform& platform) : impl_(std::make_unique<Impl>(platform)) {}

BareSimulation::~BareSimulation() = default;

double BareSimulation::makespan(const Workload& workload, const Schedule& schedule) {
  return impl_->makespan(workload, schedule);
}

}  // namespace palio::bench
