#include "strategies/files/scalability/supervisors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace palio {
namespace {

struct Row {
  int workers;
  int supervisors;
};

constexpr auto k_table1 = std::to_array<Row>(
    {{50, 1}, {100, 2}, {400, 10}, {500, 10}, {1000, 20}, {2000, 40}, {3000, 60}, {5000, 100}, {10000, 200}});

int by_table1(int workers) {
  const auto* row = std::ranges::lower_bound(k_table1, workers, {}, &Row::workers);
  return row == k_table1.end() ? supervisors_of_cluster(workers, 50) : row->supervisors;
}

}  // namespace

SupervisorChoice supervisor_choice(const Parameters& parameters) {
  const std::string& rule = text_of(parameters, "supervisor_rule");
  SupervisorChoice choice;
  choice.workers_per_supervisor = static_cast<int>(integer_of(parameters, "workers_per_supervisor"));
  if (rule == "eq4") choice.rule = SupervisorRule::eq4;
  if (rule == "table1") choice.rule = SupervisorRule::table1;
  return choice;
}

int supervisor_count(const SupervisorChoice& choice, const TaskTimes& times, std::int64_t tasks, int workers) {
  switch (choice.rule) {
    case SupervisorRule::fixed: return supervisors_of_cluster(workers, choice.workers_per_supervisor);
    case SupervisorRule::eq4:
      return supervisors_of_cluster(workers, effective_workers_for_jobs(times, static_cast<double>(tasks) / workers));
    case SupervisorRule::table1: return by_table1(workers);
  }
  return 1;
}

std::vector<int> even_parts(int count, int parts) {
  std::vector<int> begins{0};
  for (int part = 0; part < parts; ++part)
    begins.push_back(begins.back() + count / parts + (part < count % parts ? 1 : 0));
  return begins;
}

}  // namespace palio
