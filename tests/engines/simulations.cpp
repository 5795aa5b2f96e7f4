#include "tests/engines/simulations.h"

#include <utility>
#include <vector>

#include "runners/engines/crew/carry_out.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"

namespace palio::test {
namespace {

using Numbers = std::vector<double>;

Numbers numbers_of(const Execution& execution) {
  Numbers dates;
  for (const std::vector<Placement>& placements : execution.schedule.placements)
    for (const Placement& placed : placements) dates.insert(dates.end(), {placed.start, placed.finish});
  for (const Transfer& transfer : execution.transfers) dates.insert(dates.end(), {transfer.start, transfer.finish});
  return dates;
}

Numbers numbers_of(const BagSchedule& schedule) {
  Numbers numbers;
  for (const BagTask& task : schedule.tasks)
    numbers.insert(numbers.end(), {static_cast<double>(task.application), static_cast<double>(task.worker),
                                   task.send_start, task.send_finish, task.start, task.finish});
  return numbers;
}

Numbers numbers_of(const FileSchedule& schedule) {
  Numbers numbers{schedule.makespan, static_cast<double>(schedule.transfers)};
  const auto add = [&](const FileTaskRun& run) {
    numbers.insert(numbers.end(), {static_cast<double>(run.worker), run.start, run.finish});
  };
  for (const FileTaskRun& run : schedule.tasks) add(run);
  for (const FileTaskCopy& copy : schedule.copies) add(copy.run);
  for (const FileTransfer& message : schedule.messages)
    numbers.insert(numbers.end(), {static_cast<double>(message.from), static_cast<double>(message.to),
                                   static_cast<double>(message.file), message.start, message.finish});
  return numbers;
}

}  // namespace

Simulations of_graphs(std::string name, const Platform& platform, const Workload& workload, const Schedule& schedule) {
  return {std::move(name),
          [&] { return numbers_of(simgrid_simulator(platform, most_dates(workload))->run(workload, schedule)); },
          [&] { return numbers_of(fluid_simulator(platform)->run(workload, schedule)); }};
}

Simulations of_bags(std::string name, const Star& star, const BagBatch& batch, const MakePolicy& make) {
  return {std::move(name), [&] { return numbers_of(carry_out(star, batch, *make(), simgrid_crew())); },
          [&] { return numbers_of(carry_out(star, batch, *make(), fluid_crew)); }};
}

Simulations of_files(std::string name, const Star& star, const SharedFileTasks& tasks, const MakeFiles& make) {
  return {std::move(name),
          [&] { return numbers_of(carry_out(star, tasks, *make(), Detail::schedule, simgrid_crew())); },
          [&] { return numbers_of(carry_out(star, tasks, *make(), Detail::schedule, fluid_crew)); }};
}

}  // namespace palio::test
