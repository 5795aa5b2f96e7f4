#include "workloads/random_ptg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/error.h"

namespace palio {
namespace {

using Names = std::array<std::string_view, 4>;
constexpr Names k_complexities{"stencil", "sort", "matmul", "mixed"};
enum class Complexity : std::size_t { stencil, sort, matmul, mixed };  // in the order of the names

constexpr std::array<ParameterSpec, 10> k_parameters{{
    {"tasks", ParameterType::integer, "", "number of tasks", 1, 100000, ""},
    {"width", ParameterType::real, "", "levels have about tasks^width tasks: 0 is a chain, 1 a fork-join", 0, 1, ""},
    {"regularity", ParameterType::real, "", "level sizes differ from the ideal one by up to 1 - regularity", 0, 1, ""},
    {"density", ParameterType::real, "", "parents of a task, at most this part of the level above", 0, 1, ""},
    {"jump", ParameterType::integer, "", "levels that an edge may go down; 1: to the next level only", 1, 1000, ""},
    {"complexity", ParameterType::text, "", "how the work of a task grows with its data", 0, 0, "",
     DrawRole::shapes_draws, k_complexities},
    {"alpha_max", ParameterType::real, "", "largest fraction of a task that cannot be parallelised", 0, 1, "0.25"},
    {"batch", ParameterType::integer, "", "graphs of this type, drawn independently", 1, 10000, "1",
     DrawRole::leaves_draws},
    {"sample", ParameterType::integer, "", "number of the draw", 0, 1e9, ""},
    {"seed", ParameterType::integer, "", "seed of the study", 0, 0x1p53, ""},
}};

// log2 of 1 to 10 as literals: the last bit of a library's logarithm depends on the processor.
constexpr std::array<double, 11> k_log2{0,
                                        0,
                                        1,
                                        1.584962500721156,
                                        2,
                                        2.321928094887362,
                                        2.584962500721156,
                                        2.807354922057604,
                                        3,
                                        3.169925001442312,
                                        3.321928094887362};

struct Costs {
  Task task;
  double bytes = 0;  // sent to each child
};

// Work on d = q^2 elements, q = 1024 k: a d, a d log2 d or d^(3/2), which has no factor a.
double flop_of(Complexity complexity, std::int64_t k, double a) {
  const double q = 1024.0 * static_cast<double>(k);
  switch (complexity) {
    case Complexity::stencil: return a * (q * q);
    case Complexity::sort: return a * (q * q) * (2 * (10 + k_log2[static_cast<std::size_t>(k)]));
    case Complexity::matmul: return q * q * q;
    case Complexity::mixed: break;
  }
  throw InternalError("a task of mixed complexity");
}

Complexity complexity_of(const Parameters& parameters) {
  const auto name = std::ranges::find(k_complexities, text_of(parameters, "complexity"));
  if (name == k_complexities.end()) throw InternalError("a random-ptg recipe was not resolved");
  return static_cast<Complexity>(name - k_complexities.begin());
}

Costs draw_costs(Complexity complexity, double alpha_max, RandomStream& costs) {
  const std::int64_t k = costs.uniform_integer(2, 10);  // side 2048 to 10240: 4M to 100M elements
  const double a = costs.uniform_real(64, 512);
  if (complexity == Complexity::mixed) complexity = static_cast<Complexity>(costs.uniform_integer(0, 2));
  const double alpha = costs.uniform_real(0, alpha_max);
  const double side = 1024.0 * static_cast<double>(k);
  return {{flop_of(complexity, k, a), alpha, ""}, 8 * side * side};
}

// Tasks are numbered level by level: level i holds first[i] to first[i + 1] - 1.
class ParentDraw {
public:
  ParentDraw(const std::vector<int>& level_sizes, double density, std::int64_t jump, RandomStream& shape)
      : first_(level_sizes.size() + 1, 0), density_(density), jump_(jump), shape_(shape) {
    std::partial_sum(level_sizes.begin(), level_sizes.end(), first_.begin() + 1);
  }

  std::size_t level_count() const { return first_.size() - 1; }
  int first_task(std::size_t level) const { return first_[level]; }

  // On average, as parents() draws them.
  double expected_edges() const {
    double edges = 0;
    for (std::size_t level = 1; level < level_count(); ++level)
      edges += size(level) * std::min<double>(1 + density_ * size(level - 1) / 2, size(level - 1));
    return edges;
  }

  // Parents of one task of a level below the first, in the order of their draw.
  std::vector<int> parents(std::size_t level) {
    const int above = size(level - 1);
    const int wanted = std::min(1 + static_cast<int>(shape_.uniform_real(0, density_ * above)), above);
    std::vector<int> chosen;
    for (int i = 0; i < wanted; ++i) {
      const auto distance = static_cast<std::size_t>(shape_.uniform_integer(1, jump_));
      add_parent(distance > level ? 0 : level - distance, chosen);
    }
    return chosen;
  }

private:
  int size(std::size_t level) const { return first_[level + 1] - first_[level]; }

  // A task of that level: the drawn one or, where it is a parent already, the next one that is not, cyclically.
  void add_parent(std::size_t level, std::vector<int>& chosen) {
    const int count = size(level);
    const auto drawn = static_cast<int>(shape_.uniform_integer(0, count - 1));
    for (int probe = 0; probe < count; ++probe) {
      const int parent = first_[level] + (drawn + probe) % count;
      if (std::ranges::find(chosen, parent) != chosen.end()) continue;
      chosen.push_back(parent);
      return;
    }
  }

  std::vector<int> first_;
  double density_;
  std::int64_t jump_;
  RandomStream& shape_;
};

// Ten times what any paper draws, and still less than a gigabyte.
constexpr std::int64_t k_most_tasks = 1'000'000;
constexpr double k_most_edges = 10'000'000;

// Adds to the edges that the whole batch will have.
TaskGraph draw_graph(const Recipe& recipe, std::int64_t index, double& batch_edges) {
  const Parameters& given = recipe.parameters;
  RandomStream shape(recipe, k_parameters, fmt::format("shape/{}", index));
  RandomStream costs(recipe, k_parameters, fmt::format("costs/{}", index));

  std::vector<Task> tasks;
  std::vector<double> bytes;
  for (std::int64_t i = 0; i < integer_of(given, "tasks"); ++i) {
    Costs drawn = draw_costs(complexity_of(given), real_of(given, "alpha_max"), costs);
    tasks.push_back(std::move(drawn.task));
    bytes.push_back(drawn.bytes);
  }

  const std::vector<int> sizes =
      draw_level_sizes(static_cast<int>(tasks.size()), real_of(given, "width"), real_of(given, "regularity"), shape);
  ParentDraw draw(sizes, real_of(given, "density"), integer_of(given, "jump"), shape);
  batch_edges += draw.expected_edges();
  if (batch_edges > k_most_edges)
    throw UserError(fmt::format("this random-ptg workload has more than {} edges: lower tasks, width, density or batch",
                                k_most_edges));
  std::vector<Edge> edges;
  for (std::size_t level = 1; level < draw.level_count(); ++level)
    for (int task = draw.first_task(level); task < draw.first_task(level + 1); ++task)
      for (const int parent : draw.parents(level))
        edges.push_back({parent, task, bytes[static_cast<std::size_t>(parent)]});
  return {std::move(tasks), std::move(edges)};
}

}  // namespace

std::span<const ParameterSpec> random_ptg_parameters() { return k_parameters; }

Workload build_random_ptg(const Recipe& recipe, std::string_view /*definition*/) {
  const std::int64_t tasks = integer_of(recipe.parameters, "tasks");
  const std::int64_t batch = integer_of(recipe.parameters, "batch");
  if (tasks > k_most_tasks / batch)
    throw UserError(
        fmt::format("{} graphs of {} tasks are more than {} tasks: lower batch or tasks", batch, tasks, k_most_tasks));
  Workload workload;
  double edges = 0;
  for (std::int64_t i = 0; i < batch; ++i) workload.applications.push_back({"", draw_graph(recipe, i, edges), 0});
  return workload;
}

int ideal_level_size(int tasks, double width) {
  // The tolerance keeps exact powers (100^0.5) from falling to the integer below.
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
