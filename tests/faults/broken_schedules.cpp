#include "tests/faults/broken_schedules.h"

#include <limits>
#include <map>

namespace palio::test {
namespace {

Placement& first_task(Schedule& schedule) { return schedule.placements[0][0]; }

// The duration stays.
void move_to(Placement& placement, double start) {
  placement.finish += start - placement.start;
  placement.start = start;
}

// All others a million seconds later, so that no processor is shared: the last task has a parent among them.
void run_last_task_first(Schedule& schedule) {
  std::vector<Placement>& tasks = schedule.placements[0];
  for (Placement& placement : tasks) move_to(placement, placement.start + 1e6);
  move_to(tasks.back(), 0);
}

using Breaker = void (*)(Schedule&);

const std::map<std::string, Breaker>& breakers() {
  static const std::map<std::string, Breaker> table{
      {"no-application", [](Schedule& s) { s.placements.clear(); }},
      {"task-missing", [](Schedule& s) { s.placements[0].pop_back(); }},
      {"no-such-cluster", [](Schedule& s) { first_task(s).cluster = 99; }},
      {"no-processor", [](Schedule& s) { first_task(s).processors.clear(); }},
      {"processor-twice", [](Schedule& s) { first_task(s).processors.push_back(first_task(s).processors.back()); }},
      {"foreign-processor", [](Schedule& s) { first_task(s).processors = {1'000'000}; }},
      {"no-date", [](Schedule& s) { first_task(s).start = std::numeric_limits<double>::quiet_NaN(); }},
      {"before-release", [](Schedule& s) { move_to(first_task(s), -1e9); }},
      {"too-short", [](Schedule& s) { first_task(s).finish = (first_task(s).start + first_task(s).finish) / 2; }},
      {"too-long", [](Schedule& s) { first_task(s).finish += 1e9; }},
      {"processor-shared",
       [](Schedule& s) {
         for (Placement& p : s.placements[0]) {
           p.cluster = first_task(s).cluster;
           p.processors = first_task(s).processors;
         }
       }},
      {"before-its-data", run_last_task_first},
  };
  return table;
}

}  // namespace

void break_schedule(const std::string& rule, Schedule& schedule) {
  if (const auto found = breakers().find(rule); found != breakers().end()) found->second(schedule);
}

}  // namespace palio::test
