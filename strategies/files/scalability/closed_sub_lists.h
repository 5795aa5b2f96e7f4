#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace palio {

/// WQ+H with a list of tasks for every supervisor (Senger, Silva, Nascimento, CCGRIDW 2006, section V, steps 5 and 6 of
/// the supervisor): its workers, first[s] to first[s + 1] - 1, take the tasks of their own list; once those are all
/// done, ready tasks of the supervisor that has most of them (the first of several). Lists are as even as possible, the
/// first ones longer. ready: by worker, the date (s) from which on it can work.
double sub_lists_makespan(std::span<const double> ready, std::span<const int> first, std::int64_t tasks,
                          double execution);

}  // namespace palio
