#include "tests/engines/simulations.h"

#include <utility>
#include <vector>

#include "runners/engines/fluid/fluid_master_worker.h"
#include "runners/engines/fluid/fluid_simulation.h"
#include "runners/engines/simgrid/master_worker.h"
#include "runners/engines/simgrid/simulation.h"

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
          [&] {
            Simulator simulator(platform, static_cast<int>(workload.applications.size()));
            return numbers_of(simulator.run(workload, schedule));
          },
          [&] { return numbers_of(FluidSimulator(platform).run(workload, schedule)); }};
}

Simulations of_bags(std::string name, const Star& star, const BagBatch& batch, const MakePolicy& make) {
  return {std::move(name), [&] { return numbers_of(simulate_bags(star, batch, *make())); },
          [&] { return numbers_of(simulate_bags_fluid(star, batch, *make())); }};
}

Simulations of_files(std::string name, const Star& star, const SharedFileTasks& tasks, const MakeFiles& make) {
  return {std::move(name), [&] { return numbers_of(simulate_files(star, tasks, *make(), Detail::schedule)); },
          [&] { return numbers_of(simulate_files_fluid(star, tasks, *make(), Detail::schedule)); }};
}

}  // namespace palio::test
