#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "runners/engines/crew/carry_out.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/worker/isolation.h"

namespace palio::test {

/// The numbers that `function` returns, computed in a child of its own, as SimGrid needs it. Throws std::runtime_error
/// with the message of what the function threw, or of how the child ended.
inline std::vector<double> numbers_of_child(const std::function<std::vector<double>()>& function) {
  static Isolation& isolation = *new Isolation(STDOUT_FILENO);  // kept, like the files of its children
  const ChildReport report = isolation.run(
      [&] {
        std::string text = "numbers";
        try {
          for (const double number : function()) text += fmt::format(" {}", number);  // shortest text of these bits
        } catch (const std::exception& error) {
          return std::string(error.what());
        }
        return text;
      },
      {.cpu_time = 120});
  if (const auto* failure = std::get_if<Failure>(&report.answer))
    throw std::runtime_error(failure->message + '\n' + failure->stderr_tail);
  std::istringstream text(std::get<std::string>(report.answer));
  std::string word;
  text >> word;
  if (word != "numbers") throw std::runtime_error(text.str());
  std::vector<double> numbers;
  while (text >> word) numbers.push_back(std::stod(word));
  return numbers;
}

/// What the policy answers, carried out by SimGrid in a child of its own, to which a copy of the policy goes.
inline BagSchedule simulate_bags_isolated(const Star& star, const BagBatch& batch, BagPolicy& policy) {
  const std::vector<double> numbers = numbers_of_child([&] {
    std::vector<double> sent;
    for (const BagTask& task : carry_out(star, batch, policy, simgrid_crew()).tasks)
      for (const double number : {static_cast<double>(task.application), static_cast<double>(task.worker),
                                  task.send_start, task.send_finish, task.start, task.finish})
        sent.push_back(number);
    return sent;
  });
  BagSchedule schedule;
  for (std::size_t i = 0; i + 5 < numbers.size(); i += 6)
    schedule.tasks.push_back({static_cast<int>(numbers[i]), static_cast<int>(numbers[i + 1]), numbers[i + 2],
                              numbers[i + 3], numbers[i + 4], numbers[i + 5]});
  return schedule;
}

/// The same.
inline FileSchedule simulate_files_isolated(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy) {
  const std::vector<double> numbers = numbers_of_child([&] {
    const FileSchedule schedule = carry_out(star, tasks, policy, Detail::metrics, simgrid_crew());
    std::vector<double> sent{schedule.makespan, static_cast<double>(schedule.transfers)};
    for (const FileTaskRun& run : schedule.tasks)
      for (const double number : {static_cast<double>(run.worker), run.start, run.finish}) sent.push_back(number);
    return sent;
  });
  FileSchedule schedule{{}, numbers[0], static_cast<int>(numbers[1])};
  for (std::size_t i = 2; i + 2 < numbers.size(); i += 3)
    schedule.tasks.push_back({static_cast<int>(numbers[i]), numbers[i + 1], numbers[i + 2]});
  return schedule;
}

}  // namespace palio::test
