#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "runners/engines/fluid/engine.h"
#include "runners/engines/fluid/link_sharing.h"
#include "runners/engines/translation/activity_graph.h"
#include "runners/engines/translation/link_loads.h"
#include "runners/engines/translation/network.h"

namespace palio {
namespace {

// SimGrid's precisions: smaller values count as zero.
constexpr double k_latency_precision = 1e-9;                               // s
constexpr double k_amount_precision = FairBottleneck::k_precision * 1e-9;  // shares of an activity

class FluidSimulator final : public GraphSimulator {
public:
  explicit FluidSimulator(const Platform& platform)
      : network_(platform), tcp_gamma_(platform.tcp_gamma), sharing_(network_) {}

  Execution run(const Workload& workload, const Schedule& schedule) override {
    graph_.translate(network_.speeds(), workload, schedule);
    return simulate(nullptr, {});
  }

  Execution execute(const Workload& workload, Schedule& schedule, const Meanwhile& decide) override {
    if (!decide) return run(workload, schedule);
    decide(0, {});
    graph_.translate(network_.speeds(), workload, schedule, ActivityGraph::Decided::meanwhile);
    return simulate(&schedule, decide);
  }

private:
  static constexpr double k_never = std::numeric_limits<double>::infinity();

  struct Progress {
    double left = 1;     // share of the activity
    double rate = 0;     // shares/s
    double latency = 0;  // s to go before a redistribution flows
  };

  // `schedule`: that is decided on meanwhile; null: none.
  Execution simulate(Schedule* schedule, const Meanwhile& decide) {
    schedule_ = schedule;
    reset();
    for (std::uint32_t activity = 0; activity < graph_.size(); ++activity)
      if (graph_.is_ready(activity)) start(activity);
    find_rates();
    while (!running_.empty()) {
      const double step = next_step();
      if (step == k_never) break;
      advance(step);
      if (schedule_ != nullptr) decide_meanwhile(decide);
      for (const std::uint32_t activity : ended_) end(activity);
      find_rates();
    }
    return graph_.execution(dates_);
  }

  void decide_meanwhile(const Meanwhile& decide) {
    endings_.clear();
    for (const std::uint32_t activity : ended_)
      if (const std::optional<Ending> ending = graph_.ending(activity)) {
        endings_.push_back(*ending);
        if (ending->application >= 0) schedule_->placements[ending->application][ending->number].finish = now_;
      }
    if (endings_.empty() || !decide(now_, endings_)) return;
    graph_.follow(dates_);
    grow();
  }

  // To the activities of the graph, which become more when data leave.
  void grow() {
    progress_.resize(graph_.size());
    dates_.resize(graph_.size());
    sharing_.grow(graph_.redistribution_count());
  }

  void reset() {
    now_ = 0;
    running_.clear();
    progress_.assign(graph_.size(), {});
    dates_.assign(graph_.size(), {});
    sharing_.reset(graph_.redistribution_count());
  }

  void start(std::uint32_t activity) {
    if (activity >= dates_.size()) grow();
    dates_[activity].start = now_;
    running_.push_back(activity);
    const auto [kind, number] = graph_.activity(activity);
    Progress& progress = progress_[activity];
    switch (kind) {
      case ActivityGraph::Kind::task: {
        const ActivityGraph::TaskActivity& task = graph_.tasks()[number];
        progress.rate = network_.speed(task.processor) / task.flop;
        if (schedule_ != nullptr) schedule_->placements[task.application][task.task].start = now_;
        return;
      }
      case ActivityGraph::Kind::redistribution: {
        const ActivityGraph::Redistribution moved = graph_.redistribution(number);
        progress.latency = network_.crossing(moved.source->cluster, moved.target->cluster).latency;
        if (progress.latency <= 0) flow(activity);
        return;
      }
      case ActivityGraph::Kind::timer: progress.rate = 1.0 / graph_.timers()[number].seconds;
    }
  }

  // The latency of a redistribution is over.
  void flow(std::uint32_t activity) {
    const std::size_t number = graph_.activity(activity).number;
    const ActivityGraph::Redistribution moved = graph_.redistribution(number);
    flowing_.resize(std::max(flowing_.size(), number + 1));
    flowing_[number] = activity;
    loads_.find(moved.edge->bytes, moved.source->processors, moved.target->processors);
    LinkSharing::Terms terms{network_.crossing(moved.source->cluster, moved.target->cluster)};
    const double delayed = terms.crossing.latency * loads_.largest();  // s byte
    if (delayed > 0) terms.bound = tcp_gamma_ / (2.0 * delayed);
    sharing_.begin(static_cast<std::uint32_t>(number), loads_, terms);
  }

  void find_rates() {
    sharing_.update([&](std::uint32_t flow, double rate) { progress_[flowing_[flow]].rate = rate; });
  }

  // s to the next event.
  double next_step() const {
    double least = k_never;
    for (const std::uint32_t activity : running_) {
      const Progress& progress = progress_[activity];
      if (progress.rate > 0) least = std::min(least, progress.left / progress.rate);
      if (progress.latency > 0) least = std::min(least, progress.latency);
    }
    return least;
  }

  void advance(double step) {
    now_ += step;
    ended_.clear();
    std::erase_if(running_, [&](std::uint32_t activity) {
      Progress& progress = progress_[activity];
      if (progress.latency > 0) {
        progress.latency = progress.latency > step ? left_of(progress.latency, step, k_latency_precision) : 0;
        if (progress.latency > 0) return false;
        flow(activity);
      }
      progress.left = left_of(progress.left, progress.rate * step, k_amount_precision);
      if (progress.left > 0) return false;
      ended_.push_back(activity);
      return true;
    });
  }

  void end(std::uint32_t activity) {
    dates_[activity].finish = now_;
    graph_.end(activity, [this](int successor) { start(static_cast<std::uint32_t>(successor)); });
    if (const auto [kind, number] = graph_.activity(activity); kind == ActivityGraph::Kind::redistribution)
      sharing_.end(static_cast<std::uint32_t>(number));
  }

  Network network_;
  double tcp_gamma_;
  LinkSharing sharing_;
  ActivityGraph graph_;
  LinkLoads loads_;
  Schedule* schedule_ = nullptr;                // that is decided on meanwhile
  double now_ = 0;                              // s
  std::vector<std::uint32_t> running_, ended_;  // in the order of their starts
  std::vector<Ending> endings_;
  std::vector<std::uint32_t> flowing_;  // by redistribution: its activity
  std::vector<Progress> progress_;
  std::vector<Dates> dates_;
};

}  // namespace

std::unique_ptr<GraphSimulator> fluid_simulator(const Platform& platform) {
  return std::make_unique<FluidSimulator>(platform);
}

}  // namespace palio
