#include "tests/engines/comparison.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "runners/fluid/fluid_simulation.h"
#include "runners/simgrid/simulation.h"
#include "runners/worker/isolation.h"

namespace palio::test {
namespace {

// What an engine said: dates, or why there are none.
struct Answer {
  std::vector<double> dates = {};
  std::string deadlock = {};
};

std::vector<double> dates_of(const Execution& execution) {
  std::vector<double> dates;
  for (const std::vector<Placement>& placements : execution.schedule.placements)
    for (const Placement& placed : placements) dates.insert(dates.end(), {placed.start, placed.finish});
  for (const Transfer& transfer : execution.transfers) dates.insert(dates.end(), {transfer.start, transfer.finish});
  return dates;
}

template <class Run>
Answer answer_of(Run run) {
  try {
    return {dates_of(run())};
  } catch (const Deadlock& deadlock) {
    return {{}, deadlock.what()};
  }
}

std::string packed(const Answer& answer) {
  if (!answer.deadlock.empty()) return 'D' + answer.deadlock;
  std::string text(1 + answer.dates.size() * sizeof(double), 'E');
  std::memcpy(text.data() + 1, answer.dates.data(), text.size() - 1);
  return text;
}

Answer unpacked(const std::string& text) {
  if (text.front() == 'D') return {{}, text.substr(1)};
  Answer answer;
  answer.dates.resize((text.size() - 1) / sizeof(double));
  std::memcpy(answer.dates.data(), text.data() + 1, text.size() - 1);
  return answer;
}

Answer simgrid_answer(const Platform& platform, const Workload& workload, const Schedule& schedule) {
  static Isolation isolation(STDOUT_FILENO);
  const ChildReport report = isolation.run(
      [&] {
        return packed(answer_of([&] {
          return Simulator(platform, static_cast<int>(workload.applications.size())).run(workload, schedule);
        }));
      },
      {.cpu_time = 600});
  if (const auto* failure = std::get_if<Failure>(&report.answer))
    throw std::runtime_error(failure->message + '\n' + failure->stderr_tail);
  return unpacked(std::get<std::string>(report.answer));
}

double difference(double a, double b) { return a == b ? 0 : std::abs(a - b) / std::max(std::abs(a), std::abs(b)); }

}  // namespace

void Comparison::add(const Comparison& other) {
  scenarios += other.scenarios;
  dates += other.dates;
  not_equal += other.not_equal;
  if (other.largest > largest || worst.empty()) worst = other.worst;
  largest = std::max(largest, other.largest);
}

Comparison compare_engines(const std::string& name, const Platform& platform, const Workload& workload,
                           const Schedule& schedule) {
  const Answer simgrid = simgrid_answer(platform, workload, schedule);
  const Answer fluid = answer_of([&] { return FluidSimulator(platform).run(workload, schedule); });
  Comparison comparison{.scenarios = 1, .dates = static_cast<int>(simgrid.dates.size())};
  if (simgrid.deadlock != fluid.deadlock || simgrid.dates.size() != fluid.dates.size()) {
    comparison.largest = std::numeric_limits<double>::infinity();
    comparison.worst = fmt::format("{}: simgrid \"{}\", fluid \"{}\"", name, simgrid.deadlock, fluid.deadlock);
    return comparison;
  }
  for (std::size_t i = 0; i < simgrid.dates.size(); ++i) {
    if (std::memcmp(&simgrid.dates[i], &fluid.dates[i], sizeof(double)) == 0) continue;
    ++comparison.not_equal;
    const double apart = difference(simgrid.dates[i], fluid.dates[i]);
    if (apart <= comparison.largest && !comparison.worst.empty()) continue;
    comparison.largest = apart;
    comparison.worst = fmt::format("{}: date {} of {}: simgrid {}, fluid {}", name, i, comparison.dates,
                                   simgrid.dates[i], fluid.dates[i]);
  }
  return comparison;
}

}  // namespace palio::test
