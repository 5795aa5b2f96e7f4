#include "workloads/families/parts/drawn_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

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

// Tasks are numbered level by level: level i holds first[i] to first[i + 1] - 1.
class ParentDraw {
public:
  ParentDraw(const std::vector<int>& level_sizes, double density, std::int64_t jump, RandomStream& shape)
      : first_(level_sizes.size() + 1, 0), density_(density), jump_(jump), shape_(shape) {
    std::partial_sum(level_sizes.begin(), level_sizes.end(), first_.begin() + 1);
    latest_child_.resize(first_.back(), -1);
  }

  std::size_t level_count() const { return first_.size() - 1; }
  int first_task(std::size_t level) const { return first_[level]; }

  // The mean number that parents() draws.
  double expected_edges() const {
    double edges = 0;
    for (std::size_t level = 1; level < level_count(); ++level)
      edges += size(level) * std::min<double>(1 + density_ * size(level - 1) / 2, size(level - 1));
    return edges;
  }

  // The parents of a task of this level, which is below the first, in the order of their draws.
  std::vector<int> parents(std::size_t level, int task) {
    const int above = size(level - 1);
    const int wanted = std::min(1 + static_cast<int>(shape_.uniform_real(0, density_ * above)), above);
    std::vector<int> chosen;
    for (int i = 0; i < wanted; ++i) {
      const auto distance = static_cast<std::size_t>(shape_.uniform_integer(1, jump_));
      add_parent(distance > level ? 0 : level - distance, task, chosen);
    }
    return chosen;
  }

private:
  int size(std::size_t level) const { return first_[level + 1] - first_[level]; }

  // A task of this level: the drawn one or, if it already is a parent, the next one that is not, cyclically.
  void add_parent(std::size_t level, int task, std::vector<int>& chosen) {
    const int count = size(level);
    auto place = static_cast<int>(shape_.uniform_integer(0, count - 1));
    for (int probe = 0; probe < count; ++probe, place = place + 1 < count ? place + 1 : 0) {
      const int parent = first_[level] + place;
      if (std::exchange(latest_child_[parent], task) == task) continue;
      chosen.push_back(parent);
      return;
    }
  }

  std::vector<int> first_;
  std::vector<int> latest_child_;  // by task
  double density_;
  std::int64_t jump_;
  RandomStream& shape_;
};

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

GraphParts draw_layered_parts(const LayeredGraphType& type, double data_factor, RandomStream& shape,
                              RandomStream& costs, EdgeLimit& limit) {
  std::vector<Task> tasks;
  std::vector<double> bytes;
  for (std::int64_t i = 0; i < type.tasks; ++i) {
    TaskCosts drawn = draw_task_costs(type.complexity, type.alpha_max, costs);
    tasks.push_back(std::move(drawn.task));
    bytes.push_back(data_factor * drawn.bytes);
  }
  ParentDraw draw(draw_level_sizes(static_cast<int>(type.tasks), type.width, type.regularity, shape), type.density,
                  type.jump, shape);
  limit.add(draw.expected_edges());
  std::vector<Edge> edges;
  for (std::size_t level = 1; level < draw.level_count(); ++level)
    for (int task = draw.first_task(level); task < draw.first_task(level + 1); ++task)
      for (const int parent : draw.parents(level, task)) edges.push_back({parent, task, bytes[parent]});
  return {std::move(tasks), std::move(edges)};
}

int ideal_level_size(int tasks, double width) {
  // The tolerance prevents exact powers (100^0.5) from being rounded down to the next integer.
  return std::max(1, static_cast<int>(std::floor(std::pow(tasks, width) + 1e-12)));
}

std::vector<int> draw_level_sizes(int tasks, double width, double regularity, RandomStream& shape) {
  const int ideal = ideal_level_size(tasks, width);
  const double spread = 100 - 100 * regularity;  // percent
  std::vector<int> sizes;
  for (int left = tasks; left > 0; left -= sizes.back()) {
    const double deviation = shape.uniform_real(-spread, spread);
    sizes.push_back(std::min(left, std::max(1, static_cast<int>(ideal * (1 + deviation / 100)))));
  }
  return sizes;
}

}  // namespace palio
