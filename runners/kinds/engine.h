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

/// What a scenario leaves behind besides its metrics.
struct Wanted {
  Detail detail = Detail::metrics;
  std::string trace = {};  // file; empty: none
};

/// Finds a reference in a process of its own, whose end is a failure if it comes too early.
using Measure = std::function<Reference(const std::function<Reference()>&)>;

/// A platform and a workload of one kind of application, built once and shared by the processes of its scenarios.
class KindInstance {
public:
  virtual ~KindInstance() = default;

  /// Finds what the scenarios of these strategies are held against, once for all of them.
  virtual void add_references(const StrategySet& /*known*/, const std::vector<Recipe>& /*strategies*/,
                              const Measure& /*measure*/) {}

  /// As run_scenario() (scenario.h). Fills the times of the reply as far as it gets, and the schedule where it is
  /// wanted.
  virtual Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
                      ScenarioReply& reply) const = 0;

  /// s of CPU: the engine's platform, as far as the scenarios share it.
  virtual double simulator_time() const { return 0; }
};

/// One row of an engine's table of kinds.
struct InstanceKind {
  std::type_index type;  // of its workloads
  /// `trace`: file that the engine's trace of the one scenario goes to; empty: none. Throws UserError for a platform
  /// that is none of the kind's.
  std::function<std::unique_ptr<KindInstance>(AnyPlatform platform, AnyWorkload workload, const std::string& trace)>
      build;
};

/// The row of a kind from its KindInstance, which is made from the platform and the workload that its `Method` names,
/// the file of the trace and what the engine has for it.
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

/// What carries out schedules. A worker program has one.
struct Engine {
  EngineInfo info;
  std::span<const InstanceKind> kinds;  // of application that it carries out
  Simulates simulates = Simulates::once;
  /// Reads a platform file of SimGrid, at most once per process, as a "palio-platform" document
  /// (runners/engines/simgrid/platform/platform_reading.h); null: the engine does not.
  std::string (*read_platform)(const std::string& xml, const std::string& place) = nullptr;
};

/// Carries out schedules of task graphs on one platform.
class GraphSimulator {
public:
  virtual ~GraphSimulator() = default;

  /// Executes a valid schedule. Tasks that share a processor keep its order, dates follow from the contention. Throws
  /// Deadlock when something never finished.
  virtual Execution run(const Workload& workload, const Schedule& schedule) = 0;
};

}  // namespace palio
