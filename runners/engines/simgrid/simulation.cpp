#include <fmt/format.h>
#include <simgrid/instr.h>
#include <simgrid/s4u.hpp>

#include <array>
#include <optional>
#include <utility>

#include "core/error.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/engine_platform.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "runners/engines/simgrid/run_apart.h"
#include "runners/engines/translation/activity_graph.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

class Simulation {
public:
  Simulation(EnginePlatform& platform, const Workload& workload, const Schedule& schedule)
      : workload_(workload), platform_(platform) {
    graph_.translate(platform.speeds(), workload, schedule);
  }

  // States of the processors in SimGrid's trace. Names without blanks, which Paje would need quoted.
  void trace_tasks() {
    TRACE_host_state_declare(k_task_state);
    for (std::size_t app = 0; app < workload_.applications.size(); ++app)
      for (int task = 0; task < workload_.applications[app].graph.task_count(); ++task)
        TRACE_host_state_declare_value(k_task_state, state_name(static_cast<int>(app), task).c_str(),
                                       k_state_colors[app % k_state_colors.size()]);
    sg4::Exec::on_start_cb([this](const sg4::Exec& exec) {
      for_processors(exec, [](const TaskActivity& task, const char* processor) {
        TRACE_host_push_state(processor, k_task_state, state_name(task.application, task.task).c_str());
      });
    });
    simgrid_api::on_completion([this](const sg4::Activity& activity) {
      for_processors(activity,
                     [](const TaskActivity&, const char* processor) { TRACE_host_pop_state(processor, k_task_state); });
    });
  }

  Execution run() {
    for (const ActivityGraph::Redistribution& moved : graph_.redistributions())
      transfers_.push_back(platform_.redistribution(moved));
    for (std::size_t i = 0; i < graph_.releases().size(); ++i) timers_.push_back(platform_.add_timer());
    activities_.resize(graph_.size());
    simgrid_api::on_completion([this](const sg4::Activity& activity) {
      graph_.end(number_of(activity), [this](int successor) { start(static_cast<std::size_t>(successor)); });
    });
    for (std::size_t i = 0; i < activities_.size(); ++i)
      if (graph_.is_ready(i)) start(i);
    sg4::Engine::get_instance()->run();
    return graph_.execution(dates(), sg4::Engine::get_clock());
  }

private:
  using TaskActivity = ActivityGraph::TaskActivity;

  static constexpr const char* k_task_state = "task";
  // By application, red green blue.
  static constexpr std::array k_state_colors{"0 0.45 0.7", "0.9 0.62 0", "0 0.62 0.45", "0.8 0.47 0.65", "0.84 0.37 0"};

  static std::string state_name(int application, int task) { return fmt::format("task{}-of-{}", task, application); }

  // Visits the processors of an activity that is a task.
  template <class Visit>
  void for_processors(const sg4::Activity& activity, Visit visit) const {
    const std::size_t number = number_of(activity);
    if (number >= graph_.tasks().size()) return;
    const TaskActivity& task = graph_.tasks()[number];
    for (const int processor : graph_.placement(task).processors)
      visit(task, platform_.processor(processor)->get_cname());
  }

  std::size_t number_of(const sg4::Activity& activity) const {
    return static_cast<std::size_t>(activity.get_data<sg4::ExecPtr>() - activities_.data());
  }

  // Created only now: whenever an activity ends, SimGrid walks a list of all that were created and have not ended.
  void start(std::size_t number) {
    sg4::ExecPtr& exec = activities_[number] = sg4::Exec::init();
    exec->set_data(&exec);
    set_up(*exec, number);
    simgrid_api::start(exec);
  }

  void set_up(sg4::Exec& exec, std::size_t number) {
    const auto tasks = graph_.tasks();
    if (number < tasks.size()) return set_work(exec, tasks[number].flop, platform_.processor(tasks[number].processor));
    const std::size_t transfer = number - tasks.size();
    if (transfer < transfers_.size()) return set_transfer(exec, std::exchange(transfers_[transfer], {}));
    const std::size_t release = transfer - transfers_.size();
    set_work(exec, graph_.releases()[release].date, timers_[release]);
  }

  static void set_work(sg4::Exec& exec, double flop, sg4::Host* host) {
    exec.set_flops_amount(flop);
    exec.set_host(host);
  }

  // A transfer that moves nothing must not be a parallel task: it would never end.
  static void set_transfer(sg4::Exec& exec, const HostTransfer& transfer) {
    if (transfer.bytes.empty()) return set_work(exec, 0, transfer.hosts.front());
    exec.set_flops_amounts(std::vector<double>(transfer.hosts.size(), 0.0));
    exec.set_bytes_amounts(transfer.bytes);
    exec.set_hosts(transfer.hosts);
  }

  // run() also returns normally from a deadlock, so every activity must be checked.
  std::vector<Dates> dates() const {
    std::vector<Dates> dates;
    for (const sg4::ExecPtr& exec : activities_) {
      const bool finished = exec != nullptr && exec->get_state() == sg4::Activity::State::FINISHED;
      dates.push_back(finished ? Dates{exec->get_start_time(), exec->get_finish_time()} : Dates{});
    }
    return dates;
  }

  const Workload& workload_;
  EnginePlatform& platform_;
  ActivityGraph graph_;
  // Handles are kept until the end: SimGrid 3.32 crashes on an activity whose last handle was dropped.
  std::vector<sg4::ExecPtr> activities_;  // by number in graph_; null: not started
  std::vector<HostTransfer> transfers_;   // by redistribution, until it starts
  std::vector<sg4::Host*> timers_;        // by release
};

class Simulator final : public GraphSimulator {
public:
  Simulator(const Platform& platform, int dates, const std::string& trace)
      : traced_(!trace.empty()),
        arguments_(options(platform, trace)),
        engine_(arguments_.count(), arguments_.values()),
        simulated_(made(platform, dates)) {}

  Execution run(const Workload& workload, const Schedule& schedule) override {
    Simulation& simulation = simulation_.emplace(*simulated_, workload, schedule);
    if (traced_) simulation.trace_tasks();
    return simulation.run();
  }

  Execution run_before(const Workload& workload, const Schedule& schedule) override {
    return run_apart(schedule, [&] { return run(workload, schedule); });
  }

private:
  static std::vector<std::string> options(const Platform& platform, const std::string& trace) {
    if (platform.interconnect == Interconnect::loaded && !trace.empty())
      throw UserError(
          "SimGrid cannot trace a platform that it reads from its own XML together with what Palio adds: "
          "leave --trace out");
    std::vector<std::string> options = trace_options(trace);
    options.emplace_back("--cfg=host/model:ptask_L07");
    if (platform.interconnect != Interconnect::loaded)  // whose file sets it
      options.push_back(fmt::format("--cfg=network/TCP-gamma:{}", platform.tcp_gamma));
    return options;
  }

  static std::unique_ptr<EnginePlatform> made(const Platform& platform, int dates) {
    if (platform.interconnect == Interconnect::loaded) return loaded_platform(platform, dates);
    return simulated_platform(platform);
  }

  const bool traced_;
  EngineArguments arguments_;
  sg4::Engine engine_;
  std::unique_ptr<EnginePlatform> simulated_;  // after the engine
  std::optional<Simulation> simulation_;       // never destroyed: the process ends soon
};

}  // namespace

EngineInfo simgrid_engine() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  sg_version_get(&major, &minor, &patch);
  return {"SimGrid", patch == 0 ? fmt::format("{}.{}", major, minor) : fmt::format("{}.{}.{}", major, minor, patch)};
}

std::unique_ptr<GraphSimulator> simgrid_simulator(const Platform& platform, int dates, const std::string& trace) {
  return std::make_unique<Simulator>(platform, dates, trace);
}

}  // namespace palio
