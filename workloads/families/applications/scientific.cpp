#include "workloads/families/families.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "core/identity/parameters.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"
#include "workloads/families/applications/recipes.h"
#include "workloads/families/parts/batch.h"

namespace palio {
namespace {

constexpr auto k_recipe_names = std::to_array<std::string_view>(
    {"montage", "cycles", "blast", "bwa", "epigenomics", "1000genome", "seismology", "soykb", "srasearch"});

constexpr auto k_scientific_parameters = std::to_array<ParameterSpec>({
    text_parameter("recipe", "application that the workflow is like", "", k_recipe_names),
    {"scale", ParameterType::real, "", "members of each group, as a multiple of those of the traces", 1e-3, 100, "1"},
    optional_parameter(scale_parameter(
        "ccr", "", "mean time of an edge's data as a multiple of the mean runtime; data of the traces unless given", 0,
        1000, "")),
    scale_parameter("reference_speed", "flop/s", "host speed for which the tasks' times hold", 1, 1e18, "1e9"),
    scale_parameter("reference_bandwidth", "byte/s", "bandwidth for which ccr holds", 1, 1e18, "1e8"),
    k_sample,
    k_seed,
});

constexpr int k_any = -1;
constexpr int k_populations = 7;  // of 1000genome

// Where a task belongs; k_any: to all of them.
struct Place {
  int group = k_any;
  int member = k_any, other_member = k_any;  // an overlap has two
};

bool belong_together(const Place& a, const Place& b) {
  if (a.group != k_any && b.group != k_any && a.group != b.group) return false;
  if (a.member == k_any || b.member == k_any) return true;
  return a.member == b.member || a.other_member == b.member || a.member == b.other_member;
}

std::vector<Place> places_of_group(TaskSet set, int group, int members) {
  std::vector<Place> places;
  if (set == TaskSet::groups) places.push_back({group});
  if (set == TaskSet::seven) places.assign(k_populations, {group});
  for (int member = 0; member < members; ++member) {
    if (set == TaskSet::members) places.push_back({group, member});
    if (set == TaskSet::overlaps)
      for (int other = member + 1; other < std::min(members, member + k_reach + 1); ++other)
        places.push_back({group, member, other});
  }
  return places;
}

std::vector<Place> places_of(TaskSet set, int groups, int members) {
  if (set == TaskSet::once) return {{}};
  std::vector<Place> places;
  if (set == TaskSet::columns)
    for (int member = 0; member < members; ++member) places.push_back({k_any, member});
  for (int group = 0; group < groups; ++group) {
    const std::vector<Place> more = places_of_group(set, group, members);
    places.insert(places.end(), more.begin(), more.end());
  }
  return places;
}

class Workflow {
public:
  Workflow(const WorkflowRecipe& recipe, int groups, int members, RandomStream& costs) : costs_(costs) {
    for (const TaskType& type : recipe.tasks) add_tasks(type, places_of(type.set, groups, members));
    for (const FileType& file : recipe.files) add_edges(file);
  }

  Workload scaled(double speed, double data_factor) && {
    std::vector<Task> tasks;
    for (const double runtime : runtimes_) tasks.push_back({runtime * speed, 1, ""});
    for (Edge& edge : edges_) edge.bytes *= data_factor;
    return one_graph(std::move(tasks), std::move(edges_));
  }

  double mean_runtime() const {  // s
    return std::accumulate(runtimes_.begin(), runtimes_.end(), 0.0) / static_cast<double>(runtimes_.size());
  }

  double mean_bytes() const {
    const auto add = [](double sum, const Edge& edge) { return sum + edge.bytes; };
    return std::accumulate(edges_.begin(), edges_.end(), 0.0, add) / static_cast<double>(edges_.size());
  }

private:
  struct Tasks {
    int first = 0;
    std::vector<Place> places;
    Output output = Output::copies;
  };

  void add_tasks(const TaskType& type, std::vector<Place> places) {
    const auto first = static_cast<int>(runtimes_.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      runtimes_.push_back(log_normal(type.mean, type.variation, costs_));
      copies_.push_back(costs_.normal());
    }
    tasks_[type.name] = {first, std::move(places), type.output};
  }

  void add_edges(const FileType& file) {
    const Tasks& parents = tasks_.at(file.from);
    const Tasks& children = tasks_.at(file.to);
    for (std::size_t i = 0; i < parents.places.size(); ++i)
      for (std::size_t k = 0; k < children.places.size(); ++k) {
        if (!belong_together(parents.places[i], children.places[k])) continue;
        const int from = parents.first + static_cast<int>(i);
        const double normal = parents.output == Output::pieces ? costs_.normal() : copies_[from];
        edges_.push_back(
            {from, children.first + static_cast<int>(k), log_normal_of(normal, file.mean, file.variation)});
      }
  }

  RandomStream& costs_;
  std::map<std::string_view, Tasks> tasks_;  // by type
  std::vector<double> runtimes_;             // s, by task
  std::vector<double> copies_;               // normal draw of the size of its file, by task
  std::vector<Edge> edges_;
};

int draw_of(const std::vector<int>& values, RandomStream& shape) {
  return values[shape.uniform_integer(0, static_cast<std::int64_t>(values.size()) - 1)];
}

}  // namespace

std::span<const ParameterSpec> scientific_parameters() { return k_scientific_parameters; }

Workload build_scientific(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const WorkflowRecipe& row = find_row(workflow_recipes(), "recipe", text_of(given, "recipe"));
  RandomStream shape(recipe, k_scientific_parameters, "shape");
  RandomStream costs(recipe, k_scientific_parameters, "costs");
  const int groups = draw_of(row.groups, shape);
  const double members = std::max(1.0, std::round(draw_of(row.members, shape) * real_of(given, "scale")));
  EdgeLimit limit(recipe.name, "scale");
  limit.add(groups * members * 2 * k_reach);
  Workflow workflow(row, groups, static_cast<int>(members), costs);
  double data_factor = 1;
  if (given.contains("ccr"))
    data_factor =
        real_of(given, "ccr") * workflow.mean_runtime() * real_of(given, "reference_bandwidth") / workflow.mean_bytes();
  return std::move(workflow).scaled(real_of(given, "reference_speed"), data_factor);
}

}  // namespace palio
