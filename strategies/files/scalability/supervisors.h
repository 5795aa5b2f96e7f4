#pragma once

#include <cstdint>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/files/scalability/scalability.h"

namespace palio {

/// How many supervisors stand between master and workers. fixed: one for so many workers. eq4: one for as many as it
/// feeds by equation 4. table1: what gives the makespans of the paper's Table I; numbers between those of the table
/// take the next larger row, more than 10,000 workers one supervisor for 50.
enum class SupervisorRule { fixed, eq4, table1 };

/// The rule with what it needs to know.
struct SupervisorChoice {
  SupervisorRule rule = SupervisorRule::fixed;
  int workers_per_supervisor = 50;  // fixed only
};

/// Reads supervisor_rule and workers_per_supervisor.
SupervisorChoice supervisor_choice(const Parameters& parameters);

/// 1 to `workers`. Senger, Silva, Nascimento, CCGRIDW 2006, sections III, V and VI; all workers are one cluster.
int supervisor_count(const SupervisorChoice& choice, const TaskTimes& times, std::int64_t tasks, int workers);

/// `count` things over `parts` in order, as evenly as possible, the first parts one more: where each part begins, and
/// the end.
std::vector<int> even_parts(int count, int parts);

}  // namespace palio
