#include "workloads/families/parts/batch.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

// The parameters that each arrival process has.
struct Process {
  std::string_view name;
  std::vector<std::string_view> parameters;
};

const std::array<Process, 4>& processes() {
  static const std::array<Process, 4> all{{{"", {}},
                                           {"poisson", {k_mean_gap.name}},
                                           {"log-normal", {k_mean_gap.name, k_gap_deviation.name}},
                                           {"listed", {k_release_dates.name}}}};
  return all;
}

std::string process_of(const Recipe& recipe) {
  return recipe.parameters.contains(k_arrivals.name) ? text_of(recipe.parameters, k_arrivals.name) : std::string();
}

void check_parameters(const Recipe& recipe, const std::string& process) {
  const auto& wanted = std::ranges::find(processes(), process, &Process::name)->parameters;
  for (const std::string_view name : {k_mean_gap.name, k_gap_deviation.name, k_release_dates.name}) {
    const bool given = recipe.parameters.contains(name);
    const bool is_wanted = std::ranges::find(wanted, name) != wanted.end();
    if (given && !is_wanted)
      throw UserError(process.empty()
                          ? fmt::format("parameter \"{}\" of {} is given without arrivals", name, recipe.name)
                          : fmt::format("parameter \"{}\" of {} cannot be used with arrivals \"{}\": leave it out",
                                        name, recipe.name, process));
    if (!given && is_wanted)
      throw UserError("parameter \"{}\" of {} is missing: arrivals \"{}\" need it", name, recipe.name, process);
  }
}

std::vector<double> listed_dates(const Recipe& recipe, std::span<const ParameterSpec> specs, std::size_t count) {
  std::vector<double> dates;
  for (const Value& value : list_of(recipe, specs, k_release_dates.name)) dates.push_back(std::get<double>(value));
  if (dates.size() < count)
    throw UserError("release_dates of {} lists {} dates for a batch of {} graphs", recipe.name, dates.size(), count);
  if (const auto descent = std::ranges::is_sorted_until(dates); descent != dates.end())
    throw UserError("release_dates of {} must ascend, but {} s stands before {} s", recipe.name, *(descent - 1),
                    *descent);
  return dates;
}

double drawn_gap(const Recipe& recipe, const std::string& process, RandomStream& stream) {
  const double mean = real_of(recipe.parameters, k_mean_gap.name);
  if (process == "poisson") return -mean * portable_log(1 - stream.uniform_real(0, 1));
  const double deviation = real_of(recipe.parameters, k_gap_deviation.name);
  return mean * portable_exp(deviation * (stream.normal() - deviation / 2));
}

std::vector<double> drawn_dates(const Recipe& recipe, std::span<const ParameterSpec> specs, const std::string& process,
                                std::size_t count) {
  RandomStream stream(recipe, specs, "arrivals");
  std::vector<double> dates{0};
  while (dates.size() < count) dates.push_back(dates.back() + drawn_gap(recipe, process, stream));
  return dates;
}

constexpr double k_no_weight = k_relative_weight.least;

}  // namespace

void check_task_count(std::int64_t batch, std::int64_t tasks, std::string_view parameter) {
  if (tasks > k_most_tasks / batch)
    throw UserError("{} graphs of {} tasks are more than {} tasks: lower batch or {}", batch, tasks, k_most_tasks,
                    parameter);
}

void EdgeLimit::add(double expected_edges) {
  edges_ += expected_edges;
  if (edges_ > k_most_edges)
    throw UserError("this {} workload has more than {} edges: lower {}", family_, k_most_edges, remedies_);
}

void release(const Recipe& recipe, std::span<const ParameterSpec> specs, Workload& workload) {
  const std::string process = process_of(recipe);
  check_parameters(recipe, process);
  if (process.empty()) return;
  const std::size_t count = workload.applications.size();
  const std::vector<double> dates =
      process == "listed" ? listed_dates(recipe, specs, count) : drawn_dates(recipe, specs, process, count);
  for (std::size_t app = 0; app < count; ++app) workload.applications[app].release_date = dates[app];
}

Workload weighted_graph(const GraphShape& shape, const Recipe& recipe, std::span<const ParameterSpec> specs) {
  RandomStream costs(recipe, specs, "costs");
  const double flop = real_of(recipe.parameters, k_mean_flop.name);
  const double bytes = real_of(recipe.parameters, k_mean_bytes.name) * real_of(recipe.parameters, k_data_factor.name);
  const int exit = shape.tasks + 1;
  std::vector<Task> tasks{{k_no_weight * flop, 1, ""}};
  for (int task = 0; task < shape.tasks; ++task) tasks.push_back({k_relative_weight.draw(costs) * flop, 1, ""});
  tasks.push_back({k_no_weight * flop, 1, ""});
  std::vector<Edge> edges;
  std::vector<bool> has_parent(tasks.size()), has_child(tasks.size());
  for (const auto& [from, to] : shape.edges) {
    edges.push_back({from + 1, to + 1, k_relative_weight.draw(costs) * bytes});
    has_child[from + 1] = has_parent[to + 1] = true;
  }
  for (int task = 1; task < exit; ++task) {
    if (!has_parent[task]) edges.push_back({0, task, k_no_weight * bytes});
    if (!has_child[task]) edges.push_back({task, exit, k_no_weight * bytes});
  }
  return one_graph(std::move(tasks), std::move(edges));
}

}  // namespace palio
