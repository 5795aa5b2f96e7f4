#include <algorithm>
#include <limits>

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
    reset();
    for (std::uint32_t activity = 0; activity < graph_.size(); ++activity)
      if (graph_.is_ready(activity)) start(activity);
    find_rates();
    while (!running_.empty()) {
      const double step = next_step();
      if (step == k_never) break;
      advance(step);
      for (const std::uint32_t activity : ended_) end(activity);
      find_rates();
    }
    return graph_.execution(dates_, now_);
  }

private:
  static constexpr double k_never = std::numeric_limits<double>::infinity();

  struct Progress {
    double left = 1;     // share of the activity
    double rate = 0;     // shares/s
    double latency = 0;  // s to go before a redistribution flows
  };

  void reset() {
    now_ = 0;
    running_.clear();
    progress_.assign(graph_.size(), {});
    dates_.assign(graph_.size(), {});
    sharing_.reset(graph_.redistributions().size());
  }

  void start(std::uint32_t activity) {
    dates_[activity].start = now_;
    running_.push_back(activity);
    const std::size_t tasks = graph_.tasks().size();
    const std::size_t flows = graph_.redistributions().size();
    if (activity < tasks) {
      const ActivityGraph::TaskActivity& task = graph_.tasks()[activity];
      progress_[activity].rate = network_.speed(task.processor) / task.flop;
    } else if (activity < tasks + flows) {
      const ActivityGraph::Redistribution& moved = graph_.redistributions()[activity - tasks];
      progress_[activity].latency = network_.crossing(moved.source->cluster, moved.target->cluster).latency;
      if (progress_[activity].latency <= 0) flow(activity);
    } else {
      progress_[activity].rate = 1.0 / graph_.releases()[activity - tasks - flows].date;
    }
  }

  // The latency of a redistribution is over.
  void flow(std::uint32_t activity) {
    const std::size_t number = activity - graph_.tasks().size();
    const ActivityGraph::Redistribution& moved = graph_.redistributions()[number];
    loads_.find(moved.edge->bytes, moved.source->processors, moved.target->processors);
    LinkSharing::Terms terms{network_.crossing(moved.source->cluster, moved.target->cluster)};
    const double delayed = terms.crossing.latency * loads_.largest();  // s byte
    if (delayed > 0) terms.bound = tcp_gamma_ / (2.0 * delayed);
    sharing_.begin(static_cast<std::uint32_t>(number), loads_, terms);
  }

  void find_rates() {
    const std::size_t tasks = graph_.tasks().size();
    sharing_.update([&](std::uint32_t flow, double rate) { progress_[tasks + flow].rate = rate; });
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
    const std::size_t tasks = graph_.tasks().size();
    if (activity >= tasks && activity < tasks + graph_.redistributions().size())
      sharing_.end(static_cast<std::uint32_t>(activity - tasks));
  }

  Network network_;
  double tcp_gamma_;
  LinkSharing sharing_;
  ActivityGraph graph_;
  LinkLoads loads_;
  double now_ = 0;                              // s
  std::vector<std::uint32_t> running_, ended_;  // in the order of their starts
  std::vector<Progress> progress_;
  std::vector<Dates> dates_;
};

}  // namespace

std::unique_ptr<GraphSimulator> fluid_simulator(const Platform& platform) {
  return std::make_unique<FluidSimulator>(platform);
}

}  // namespace palio
