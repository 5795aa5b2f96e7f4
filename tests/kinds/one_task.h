#pragma once

#include <string_view>

#include "campaign/cli/output/table.h"
#include "campaign/replay/scenario_chart.h"
#include "runners/kinds/engine.h"
#include "runners/wire/simulated_scenario.h"
#include "strategies/model/strategy.h"

namespace palio::test {

// The smallest kind of application: one task on one processor, where it takes its work / the speed.

struct OneProcessor {
  using Role = struct PlatformRole;
  static constexpr std::string_view k_called = "one processor";

  double speed = 0;  // flop/s
};

struct OneTask {
  using Role = struct WorkloadRole;
  static constexpr std::string_view k_called = "single tasks";

  double flop = 0;  // 0: open, what takes a second
};

struct OneTaskSchedule {
  using Role = struct ScheduleRole;
  static constexpr std::string_view k_called = "single tasks";

  double start = 0;   // s
  double finish = 0;  // s
};

/// A strategy says when the task starts.
class OneTaskMethod final : public MethodFor<OneProcessor, OneTask> {
public:
  using Start = double (*)(const OneProcessor& processor, const OneTask& task);

  explicit OneTaskMethod(Start function) : start(function) {}

  void check_workload(std::string_view strategy, const OneTask& task) const override;
  OneTask settled_workload(std::string_view strategy, const Parameters& parameters, const OneProcessor& processor,
                           const OneTask& task) const override;

  Start start;
};

// Its row in the table of each layer.
InstanceKind one_task_instance();
ScheduleForm one_task_form();
Display<GanttChart> one_task_chart();
Display<TableWriter> one_task_table();

}  // namespace palio::test
