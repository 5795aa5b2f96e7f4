#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/identity/random_stream.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// How the work of a task grows with its d elements of data: a d ("stencil"), a d log2 d ("sort"), d^(3/2) ("matmul",
/// which has no factor a), or one of the three at random. N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1.
enum class Complexity : std::size_t { stencil, sort, matmul, mixed };
inline constexpr auto k_complexities =
    std::to_array<std::string_view>({"stencil", "sort", "matmul", "mixed"});  // as the enum

/// A resolved parameter's.
Complexity complexity_of(std::string_view name);

/// Side of a square of data, in 1024 elements, as every family draws it: an integer from 2 to 10, so that a task has 4M
/// to 100M elements of 8 bytes.
std::int64_t draw_side(RandomStream& costs);

/// Operations per element of the classes that have such a factor: a real from 64 to 512.
double draw_factor(RandomStream& costs);

struct TaskCosts {
  Task task;
  double bytes = 0;  // of its data, sent to each child
};

/// Four draws: draw_side(); draw_factor(), whether the class uses it or not; an integer for the class if it is mixed; a
/// real for alpha, from 0 to alpha_max. A draw from a range of one value takes nothing from the stream.
TaskCosts draw_task_costs(Complexity complexity, double alpha_max, RandomStream& costs);

}  // namespace palio
