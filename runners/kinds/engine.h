#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <typeindex>
#include <vector>

#include "platforms/model/any_platform.h"
#include "runners/wire/protocol.h"
#include "strategies/model/strategy.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// What a scenario produces besides its metrics.
struct Wanted {
  Detail detail = Detail::metrics;
  int realization = -1;    // whose schedule; -1: that of the plan executed as estimated
  std::string trace = {};  // file; empty: none
};

/// Computes a reference in a separate process; a process that ends early is a failure.
using Measure = std::function<Reference(const std::function<Reference()>&)>;

/// A platform and a workload of one kind of application, built once and shared by the processes of its scenarios.
class KindInstance {
public:
  KindInstance() = default;
  KindInstance(const KindInstance&) = delete;
  KindInstance& operator=(const KindInstance&) = delete;
  virtual ~KindInstance() = default;

  /// Computes the references that the scenarios of these strategies are compared with, once for all of them.
  virtual void add_references(const StrategySet& /*known*/, const std::vector<Recipe>& /*strategies*/,
                              const Measure& /*measure*/) {}

  /// See run_scenario() (scenario.h). Fills in the times of the reply as far as it gets, and the schedule if it is
  /// wanted.
  virtual Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
                      ScenarioReply& reply) const = 0;

  /// CPU time (s) for the part of the engine's platform that the scenarios share.
  virtual double simulator_time() const { return 0; }
};

/// One row of an engine's table of kinds.
struct InstanceKind {
  std::type_index type;  // of its workloads
  /// `trace`: file for the engine's trace of the one scenario; empty: none. Throws UserError for a platform of another
  /// kind.
  std::function<std::unique_ptr<KindInstance>(AnyPlatform platform, AnyWorkload workload, const std::string& trace)>
      build;
};

/// The row of a kind, from its subclass of KindInstance. The subclass is constructed from the platform and the workload
/// that its `Method` names, the name of the trace file, and the engine's arguments for this kind.
template <class OfKind, class... FromEngine>
RowFor<typename OfKind::Method::Workload, InstanceKind> instance_kind(FromEngine... from_engine) {
  using Place = typename OfKind::Method::Platform;
  using Work = typename OfKind::Method::Workload;
  return {{typeid(Work),
           [=](AnyPlatform platform, AnyWorkload workload, const std::string& trace) -> std::unique_ptr<KindInstance> {
             if (as_if<Place>(platform) == nullptr)
               throw UserError(
                   fmt::format("{} run on {}, not on {}", Work::k_called, Place::k_called, platform.called()));
             return std::make_unique<OfKind>(as<Place>(std::move(platform)), as<Work>(std::move(workload)), trace,
                                             from_engine...);
           }}};
}

/// How often an engine simulates in one process.
enum class Simulates { once, often };

/// A simulation engine. A worker program has one.
struct Engine {
  EngineInfo info;
  std::span<const InstanceKind> kinds;  // the kinds of application that it can simulate
  Simulates simulates = Simulates::once;
  /// Reads a platform file of SimGrid, at most once per process, and returns a "palio-platform" document
  /// (runners/engines/simgrid/platform/platform_reading.h); null: the engine cannot.
  std::string (*read_platform)(const std::string& xml, const std::string& place) = nullptr;
};

/// Decides during an execution, whenever something has ended at a date (s) and nothing has started since; at first
/// before the beginning. The dates of all that has started or ended are in the schedule, all others are infinite. It
/// may change what has not started, and returns whether it has.
using Meanwhile = std::function<bool(double now, std::span<const Ending> ended)>;

/// Simulates schedules of task graphs on one platform.
class GraphSimulator {
public:
  GraphSimulator() = default;
  GraphSimulator(const GraphSimulator&) = delete;
  GraphSimulator& operator=(const GraphSimulator&) = delete;
  virtual ~GraphSimulator() = default;

  /// Simulates a valid schedule. Tasks that share a processor keep their order; contention determines the dates. Throws
  /// Deadlock if an activity never finishes.
  virtual Execution run(const Workload& workload, const Schedule& schedule) = 0;
  /// The same while it is decided on, any number of times before run(). The dates are those of run() with the schedule
  /// that comes of it. `decide`: null if all is decided.
  virtual Execution execute(const Workload& workload, Schedule& schedule, const Meanwhile& decide) = 0;
};

}  // namespace palio
