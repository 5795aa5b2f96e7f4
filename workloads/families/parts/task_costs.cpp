#include "workloads/families/parts/task_costs.h"

#include <algorithm>

#include "core/error.h"

namespace palio {
namespace {

// log2 of 1 to 10 as literals: the last bit of a library's logarithm depends on the processor.
constexpr auto k_log2 = std::to_array<double>({0, 0, 1, 1.584962500721156, 2, 2.321928094887362, 2.584962500721156,
                                               2.807354922057604, 3, 3.169925001442312, 3.321928094887362});

// Work on d = q^2 elements, q = 1024 k.
double flop_of(Complexity complexity, std::int64_t k, double a) {
  const double q = 1024.0 * static_cast<double>(k);
  switch (complexity) {
    case Complexity::stencil: return a * (q * q);
    case Complexity::sort: return a * (q * q) * (2 * (10 + k_log2[k]));
    case Complexity::matmul: return q * q * q;
    case Complexity::mixed: break;
  }
  throw InternalError("a task of mixed complexity");
}

}  // namespace

Complexity complexity_of(std::string_view name) {
  const auto found = std::ranges::find(k_complexities, name);
  if (found == k_complexities.end()) throw InternalError("a complexity was not resolved");
  return static_cast<Complexity>(found - k_complexities.begin());
}

std::int64_t draw_side(RandomStream& costs) { return costs.uniform_integer(2, 10); }

double draw_factor(RandomStream& costs) { return costs.uniform_real(64, 512); }

TaskCosts draw_task_costs(Complexity complexity, double alpha_max, RandomStream& costs) {
  const std::int64_t k = draw_side(costs);
  const double a = draw_factor(costs);
  if (complexity == Complexity::mixed) complexity = static_cast<Complexity>(costs.uniform_integer(0, 2));
  const double alpha = costs.uniform_real(0, alpha_max);
  const double side = 1024.0 * static_cast<double>(k);
  return {{flop_of(complexity, k, a), alpha, ""}, 8 * side * side};
}

}  // namespace palio
