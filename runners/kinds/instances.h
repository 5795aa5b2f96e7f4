#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runners/kinds/engine.h"
#include "runners/kinds/realizations.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/bag_schedule.h"
#include "strategies/bounds/instance_bounds.h"
#include "strategies/files/file_policy.h"
#include "strategies/files/file_schedule.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// The makespan (s) of each application of a batch when it is alone on the platform; or why there are none.
using DedicatedMakespans = std::variant<std::vector<double>, Failure>;

/// The most different dates before which something must not start in a schedule of a workload: applications are
/// released and complete, tasks are decided on, and in an uncertain workload data are sent again.
int most_dates(const Workload& workload);

/// Task graphs on clusters.
class GraphInstance final : public KindInstance {
public:
  using Method = GraphMethod;

  /// Makes a simulator of schedules with at most so many dates before which something must not start. `trace`: file for
  /// the engine's trace; empty: none.
  using MakeSimulator =
      std::function<std::unique_ptr<GraphSimulator>(const Platform& platform, int dates, const std::string& trace)>;

  GraphInstance(Platform platform, Workload workload, const std::string& trace, MakeSimulator make);

  /// The makespans that the strategies' yardsticks need: each application of a batch of two or more scheduled and
  /// simulated alone on the platform, released at 0. Also the optimum, where Exact is to find it.
  void add_references(const StrategySet& known, const std::vector<Recipe>& strategies, const Measure& measure) override;
  Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
              ScenarioReply& reply) const override;
  double simulator_time() const override { return simulator_time_; }

  /// By the yardstick's canonical text.
  const std::map<std::string, DedicatedMakespans>& dedicated() const { return dedicated_; }

private:
  struct Course;
  struct Realized;
  Realized realized(const Course& course, const Strategy& strategy, const Parameters& parameters,
                    const Schedule& planned) const;
  Outcome carry_out(const Course& course, const Strategy& strategy, const Parameters& parameters, Detail detail,
                    ScenarioReply& reply) const;
  Reference makespan(const Recipe& yardstick, const Workload& workload) const;  // s
  void find_optimum(const Measure& measure);
  DedicatedMakespans measured(const Recipe& yardstick, const Measure& measure) const;
  const DedicatedMakespans* dedicated_for(const Strategy& strategy, const Parameters& parameters) const;
  std::unique_ptr<GraphSimulator> make_simulator(const std::string& trace) const;
  GraphSimulator& simulator_for(const std::string& trace) const;

  Platform platform_;
  Workload workload_;
  std::optional<Realizations> realizations_;  // of an uncertain workload
  InstanceBounds bounds_;
  std::optional<Failure> no_optimum_;  // why there is none, where one is wanted
  std::map<std::string, DedicatedMakespans> dedicated_;
  double simulator_time_ = 0;  // s
  MakeSimulator make_;
  std::unique_ptr<GraphSimulator> simulator_;  // none where a trace is wanted: its file belongs to the scenario
};

/// Whether this process goes on to simulate. SimGrid then does it in another one.
enum class Turn { last, before };

// The rows of the other kinds, from the engine's function that simulates a policy. `trace`: file for the engine's
// trace; empty: none.

/// Bags of tasks on a star; release dates are those of this star. The reference is the least maximum stretch.
using SimulateBags = std::function<BagSchedule(const Star& star, const BagBatch& batch, BagPolicy& policy,
                                               const std::string& trace, Turn turn)>;
RowFor<BagBatch, InstanceKind> bag_instances(SimulateBags simulate);

/// Tasks that share files, on a star; their number may be open.
using SimulateFiles = std::function<FileSchedule(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy,
                                                 Detail detail, const std::string& trace, Turn turn)>;
RowFor<SharedFileTasks, InstanceKind> file_instances(SimulateFiles simulate);

/// Metrics of a batch of two or more applications from their makespans: slowdown and unfairness as in N'Takpe, Suter,
/// RR-6774, section 7 (dedicated / in the batch, so 1 is best); stretch, the inverse of slowdown, as in Casanova,
/// Desprez, Suter, JPDC 70(12), 2010. Without dedicated makespans only the average makespan and the flows.
void add_batch_metrics(std::span<const ApplicationMetrics> applications, MetricValues& metrics);

/// The first start to the last finish, s.
double makespan_of(const Schedule& schedule);

/// 1/s; how often a schedule could be carried out, again and again: 1 over the time for which its busiest processor
/// runs tasks or its busiest link carries data. The link of a mesh's pair counts with or without contention; switches,
/// which bound each message alone, do not. NaN on a platform of SimGrid's XML, whose links are not known here.
double throughput(const Platform& platform, const Workload& workload, const Schedule& schedule);

/// Metrics of a batch of parallel task graphs (ISPDC 2007, section 5.1) from its planned and its simulated schedule.
/// Work is charged for the simulated execution times of the tasks; communication and holes are not.
/// `dedicated`: makespan of each application alone (s), or empty.
Completed ptg_metrics(const Platform& platform, const Workload& workload, const Schedule& planned,
                      const Execution& execution, std::span<const double> dedicated = {});

}  // namespace palio
