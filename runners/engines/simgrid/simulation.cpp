#include <fmt/format.h>
#include <simgrid/instr.h>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
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

  // Of all activities.
  std::vector<Dates> run() {
    for (std::size_t i = 0; i < graph_.redistribution_count(); ++i)
      transfers_.push_back(platform_.redistribution(graph_.redistribution(i)));
    for (std::size_t i = 0; i < graph_.timers().size(); ++i) timers_.push_back(platform_.add_timer());
    activities_.resize(graph_.size());
    dates_.resize(graph_.size());
    sg4::Engine::on_time_advance_cb([this](double /*delta*/) { ++event_; });
    simgrid_api::on_completion([this](const sg4::Activity& activity) {
      const std::size_t number = number_of(activity);
      dates_[number].finish = sg4::Engine::get_clock();
      dates_[number].finished = event_;
      graph_.end(number, [this](int successor) { start(static_cast<std::size_t>(successor)); });
    });
    for (std::size_t i = 0; i < activities_.size(); ++i)
      if (graph_.is_ready(i)) start(i);
    sg4::Engine::get_instance()->run();
    return dates_;
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
    dates_[number].start = sg4::Engine::get_clock();
    dates_[number].started = event_;
    sg4::ExecPtr& exec = activities_[number] = sg4::Exec::init();
    exec->set_data(&exec);
    set_up(*exec, number);
    simgrid_api::start(exec);
  }

  void set_up(sg4::Exec& exec, std::size_t activity) {
    const auto [kind, number] = graph_.activity(activity);
    switch (kind) {
      case ActivityGraph::Kind::task:
        return set_work(exec, graph_.tasks()[number].flop, platform_.processor(graph_.tasks()[number].processor));
      case ActivityGraph::Kind::redistribution: return set_transfer(exec, std::exchange(transfers_[number], {}));
      case ActivityGraph::Kind::timer: return set_work(exec, graph_.timers()[number].seconds, timers_[number]);
    }
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

  const Workload& workload_;
  EnginePlatform& platform_;
  ActivityGraph graph_;
  // Handles are kept until the end: SimGrid 3.32 crashes on an activity whose last handle was dropped.
  std::vector<sg4::ExecPtr> activities_;  // by number in graph_; null: not started
  std::vector<Dates> dates_;              // likewise
  std::vector<HostTransfer> transfers_;   // by redistribution, until it starts
  std::vector<sg4::Host*> timers_;        // by timer
  int event_ = 0;
};

class Simulator final : public GraphSimulator {
public:
  Simulator(const Platform& platform, int dates, const std::string& trace)
      : traced_(!trace.empty()),
        arguments_(options(platform, trace)),
        engine_(arguments_.count(), arguments_.values()),
        simulated_(made(platform, dates)) {}

  Execution run(const Workload& workload, const Schedule& schedule) override {
    graph_.translate(simulated_->speeds(), workload, schedule);
    return graph_.execution(simulate(workload, schedule));
  }

  // After each decision from the beginning: what lies before it comes out as before.
  Execution execute(const Workload& workload, Schedule& schedule, const Meanwhile& decide) override {
    if (decide) decide(0, {});
    std::vector<Dates> dates = simulated_apart(workload, schedule);
    std::vector<Ending> ended;
    for (int event = 1; decide && event <= std::ranges::max(dates, {}, &Dates::finished).finished; ++event) {
      const double now = see(dates, event, schedule, ended);
      if (!ended.empty() && decide(now, ended)) dates = simulated_apart(workload, schedule);
    }
    return graph_.execution(dates);
  }

private:
  std::vector<Dates> simulate(const Workload& workload, const Schedule& schedule) {
    Simulation& simulation = simulation_.emplace(*simulated_, workload, schedule);
    if (traced_) simulation.trace_tasks();
    return simulation.run();
  }

  std::vector<Dates> simulated_apart(const Workload& workload, const Schedule& schedule) {
    graph_.translate(simulated_->speeds(), workload, schedule);
    return run_apart([&] { return simulate(workload, schedule); });
  }

  // What has happened when an event comes: its date, and what ends then.
  double see(std::span<const Dates> dates, int event, Schedule& schedule, std::vector<Ending>& ended) const {
    double now = 0;
    ended.clear();
    for (std::size_t i = 0; i < dates.size(); ++i) {
      const std::optional<Ending> ending = graph_.ending(i);
      if (!ending || dates[i].finish == Dates::k_never) continue;
      if (ending->application >= 0) {
        Placement& placed = schedule.placements[ending->application][ending->number];
        if (dates[i].started < event) placed.start = dates[i].start;
        if (dates[i].finished <= event) placed.finish = dates[i].finish;
      }
      if (dates[i].finished != event) continue;
      ended.push_back(*ending);
      now = dates[i].finish;
    }
    return now;
  }

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
  ActivityGraph graph_;
  std::optional<Simulation> simulation_;  // never destroyed: the process ends soon
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
