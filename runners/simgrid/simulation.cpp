#include "runners/simgrid/simulation.h"

#include <fmt/format.h>
#include <simgrid/instr.h>
#include <simgrid/s4u.hpp>

#include <simgrid/version.h>  // needs what the line above defines

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "runners/simgrid/engine_arguments.h"
#include "runners/simgrid/link_loads.h"
#include "runners/simgrid/simulated_platform.h"
#include "runners/simgrid/trace_file.h"
#include "strategies/ptg/schedule_validator.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

class Simulation {
public:
  Simulation(SimulatedPlatform& platform, const Workload& workload, const Schedule& schedule)
      : workload_(workload), schedule_(schedule), platform_(platform) {}

  // States of the processors in SimGrid's trace. Names without blanks, which Paje would need quoted.
  void trace_tasks() {
    TRACE_host_state_declare(k_task_state);
    for (std::size_t app = 0; app < workload_.applications.size(); ++app)
      for (int task = 0; task < workload_.applications[app].graph.task_count(); ++task)
        TRACE_host_state_declare_value(k_task_state, state_name({app, task}).c_str(),
                                       k_state_colors[app % k_state_colors.size()]);
    sg4::Exec::on_start_cb([this](const sg4::Exec& exec) {
      for_processors(exec, [](const TaskId& id, const char* processor) {
        TRACE_host_push_state(processor, k_task_state, state_name(id).c_str());
      });
    });
    sg4::Activity::on_completion_cb([this](const sg4::Activity& activity) {
      for_processors(activity,
                     [](const TaskId&, const char* processor) { TRACE_host_pop_state(processor, k_task_state); });
    });
  }

  Execution run() {
    for (std::size_t app = 0; app < workload_.applications.size(); ++app) add_tasks(app);
    for (std::size_t app = 0; app < workload_.applications.size(); ++app) add_edges(app);
    for (std::size_t app = 0; app < workload_.applications.size(); ++app) add_release(app);
    add_processor_order();
    for (auto& application : tasks_)
      for (sg4::ExecPtr& task : application) task->vetoable_start();
    for (const sg4::ExecPtr& transfer : transfer_activities_) transfer->vetoable_start();
    for (const sg4::ExecPtr& release : releases_) release->vetoable_start();
    sg4::Engine::get_instance()->run();
    return collect();
  }

private:
  using TaskId = std::pair<std::size_t, int>;  // application, task

  static constexpr const char* k_task_state = "task";
  // By application, red green blue.
  static constexpr std::array k_state_colors{"0 0.45 0.7", "0.9 0.62 0", "0 0.62 0.45", "0.8 0.47 0.65", "0.84 0.37 0"};

  static std::string state_name(const TaskId& id) { return fmt::format("task{}-of-{}", id.second, id.first); }

  // Of an activity that is a task.
  template <class Visit>
  void for_processors(const sg4::Activity& activity, Visit visit) const {
    const auto found = ids_.find(&activity);
    if (found == ids_.end()) return;
    for (const int processor : placement(found->second.first, found->second.second).processors)
      visit(found->second, platform_.processor(processor)->get_cname());
  }

  const sg4::ExecPtr& activity(const TaskId& id) const { return tasks_[id.first][static_cast<std::size_t>(id.second)]; }

  // SimGrid refuses a dependency that is there already.
  void add_precedence(const TaskId& before, const TaskId& after) {
    if (precedences_.insert({before, after}).second) activity(before)->add_successor(activity(after));
  }

  const Placement& placement(std::size_t app, int task) const {
    return schedule_.placements[app][static_cast<std::size_t>(task)];
  }

  // The processors of a task have the same speed, the same share of the work and, by add_processor_order(), no other
  // task at the same time: the first one has the dates of all.
  void add_tasks(std::size_t app) {
    const TaskGraph& graph = workload_.applications[app].graph;
    std::vector<sg4::ExecPtr>& created = tasks_.emplace_back();
    for (int id = 0; id < graph.task_count(); ++id) {
      const Task& task = graph.task(id);
      const std::vector<int>& processors = placement(app, id).processors;
      const auto n = static_cast<double>(processors.size());
      sg4::ExecPtr exec = sg4::Exec::init();
      exec->set_name(fmt::format("task {} of application {}", id, app));
      exec->set_flops_amount(task.flop * (task.alpha + (1 - task.alpha) / n));
      exec->set_host(platform_.processor(processors.front()));
      ids_.emplace(exec.get(), TaskId{app, id});
      created.push_back(exec);
    }
  }

  void add_edges(std::size_t app) {
    for (const Edge& edge : workload_.applications[app].graph.edges()) {
      const sg4::ExecPtr& from = activity({app, edge.from});
      const sg4::ExecPtr& to = activity({app, edge.to});
      const Placement& source = placement(app, edge.from);
      const Placement& target = placement(app, edge.to);
      if (!needs_transfer(edge, source, target)) {
        add_precedence({app, edge.from}, {app, edge.to});
        continue;
      }
      sg4::ExecPtr transfer = redistribution(edge.bytes, source, target);
      transfer->set_name(fmt::format("redistribution {} to {} of application {}", edge.from, edge.to, app));
      from->add_successor(transfer);
      transfer->add_successor(to);
      transfer_activities_.push_back(transfer);
      transfers_.push_back({static_cast<int>(app), edge.from, edge.to, 0, 0});
    }
  }

  // A parallel task without work that puts the redistribution's loads on the links. Its hosts are ports, and the sink.
  sg4::ExecPtr redistribution(double bytes, const Placement& source, const Placement& target) {
    const LinkLoads loads = link_loads(bytes, source.processors, target.processors);
    std::vector<sg4::Host*> ports{platform_.message_port(source.cluster, target.cluster)};
    std::vector<double> sent{loads.largest};
    if (sg4::Host* contended = platform_.contended_port(source.cluster, target.cluster); contended != nullptr) {
      ports.push_back(contended);
      sent.push_back(loads.total);
    }
    for (const LinkLoads::Group& group : loads.groups) {
      ports.push_back(platform_.processors_port(group.processors));
      sent.push_back(group.bytes);
    }
    ports.push_back(platform_.sink());
    std::vector<double> matrix(ports.size() * ports.size(), 0.0);
    for (std::size_t i = 0; i < sent.size(); ++i) matrix[(i + 1) * ports.size() - 1] = sent[i];
    sg4::ExecPtr exec = sg4::Exec::init();
    exec->set_flops_amounts(std::vector<double>(ports.size(), 0.0));
    exec->set_bytes_amounts(matrix);
    exec->set_hosts(ports);
    return exec;
  }

  // Entry tasks wait for a timer that ends at the release date.
  void add_release(std::size_t app) {
    const Application& application = workload_.applications[app];
    if (application.release_date <= 0) return;
    sg4::ExecPtr release = sg4::Exec::init();
    release->set_name(fmt::format("release of application {}", app));
    release->set_flops_amount(application.release_date)->set_host(platform_.timer(static_cast<int>(app)));
    for (int id = 0; id < application.graph.task_count(); ++id)
      if (application.graph.in_edges(id).empty()) release->add_successor(tasks_[app][static_cast<std::size_t>(id)]);
    releases_.push_back(release);
  }

  // Each processor takes its tasks in the order of the schedule: a control dependency from each task to the next one.
  void add_processor_order() {
    std::vector<TaskId> tasks;
    for (std::size_t app = 0; app < schedule_.placements.size(); ++app)
      for (int task = 0; task < static_cast<int>(schedule_.placements[app].size()); ++task)
        tasks.emplace_back(app, task);
    std::ranges::stable_sort(tasks, {}, [&](const TaskId& id) { return placement(id.first, id.second).start; });
    std::vector<const TaskId*> latest(platform_.processors(), nullptr);
    for (const TaskId& id : tasks) {
      for (const int processor : placement(id.first, id.second).processors) {
        const TaskId* before = std::exchange(latest[static_cast<std::size_t>(processor)], &id);
        if (before != nullptr) add_precedence(*before, id);
      }
    }
  }

  // run() returns normally from a deadlock: every activity must be asked.
  static void require_finished(const sg4::ExecPtr& exec) {
    if (exec->get_state() != sg4::Activity::State::FINISHED)
      throw Deadlock(
          fmt::format("{} never finished; the simulation stopped at {} s", exec->get_name(), sg4::Engine::get_clock()));
  }

  Execution collect() {
    Execution execution{schedule_, transfers_};
    for (std::size_t app = 0; app < tasks_.size(); ++app) {
      for (std::size_t task = 0; task < tasks_[app].size(); ++task) {
        const sg4::ExecPtr& exec = tasks_[app][task];
        require_finished(exec);
        execution.schedule.placements[app][task].start = exec->get_start_time();
        execution.schedule.placements[app][task].finish = exec->get_finish_time();
      }
    }
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      require_finished(transfer_activities_[i]);
      execution.transfers[i].start = transfer_activities_[i]->get_start_time();
      execution.transfers[i].finish = transfer_activities_[i]->get_finish_time();
    }
    return execution;
  }

  const Workload& workload_;
  const Schedule& schedule_;
  SimulatedPlatform& platform_;
  // Handles are kept until the end: SimGrid 3.32 crashes on an activity whose last handle was dropped.
  std::vector<std::vector<sg4::ExecPtr>> tasks_;
  std::vector<sg4::ExecPtr> transfer_activities_;  // as transfers_
  std::vector<sg4::ExecPtr> releases_;
  std::vector<Transfer> transfers_;
  std::set<std::pair<TaskId, TaskId>> precedences_;
  std::unordered_map<const sg4::Activity*, TaskId> ids_;  // looked up, never walked in order
};

}  // namespace

EngineInfo simgrid_engine() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  sg_version_get(&major, &minor, &patch);
  return {"SimGrid", patch == 0 ? fmt::format("{}.{}", major, minor) : fmt::format("{}.{}.{}", major, minor, patch)};
}

class Simulator::Impl {
public:
  Impl(const Platform& platform, int applications, const std::string& trace)
      : traced(!trace.empty()),
        arguments_(options(platform, trace)),
        engine_(arguments_.count(), arguments_.values()),
        simulated(platform, applications) {}

  const bool traced;

private:
  static std::vector<std::string> options(const Platform& platform, const std::string& trace) {
    std::vector<std::string> options = trace_options(trace);
    options.insert(options.end(),
                   {"--cfg=host/model:ptask_L07", fmt::format("--cfg=network/TCP-gamma:{}", platform.tcp_gamma)});
    return options;
  }

  EngineArguments arguments_;
  sg4::Engine engine_;

public:
  SimulatedPlatform simulated;           // after the engine
  std::optional<Simulation> simulation;  // kept: the process ends soon, and nobody needs to take it down
};

Simulator::Simulator(const Platform& platform, int applications, const std::string& trace)
    : impl_(std::make_unique<Impl>(platform, applications, trace)) {}

Simulator::~Simulator() = default;

Execution Simulator::run(const Workload& workload, const Schedule& schedule) {
  Simulation& simulation = impl_->simulation.emplace(impl_->simulated, workload, schedule);
  if (impl_->traced) simulation.trace_tasks();
  return simulation.run();
}

}  // namespace palio
