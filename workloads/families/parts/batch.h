#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/identity/canonical.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"
#include "workloads/model/workload.h"

namespace palio {

// Parameters that families of task graphs share.

inline constexpr ParameterSpec k_alpha_max{
    "alpha_max", ParameterType::real, "", "largest fraction of a task that cannot be parallelised", 0, 1, "0.25"};

/// For families that draw each batch independently, as the papers do: graph i of one batch is not graph i of a larger
/// one.
inline constexpr ParameterSpec k_independent_batch = with_role(
    ParameterRole::applications,
    {"batch", ParameterType::integer, "", "graphs; batches of different sizes are independent draws", 1, 10000});

inline constexpr ParameterSpec k_data_factor =
    scale_parameter("data_factor", "", "factor on the data on edges; 0: no communication", 0, 1e6, "1");

// Ten times the most that any paper draws, and still less than a gigabyte.
inline constexpr std::int64_t k_most_tasks = 1'000'000;
inline constexpr double k_most_edges = 10'000'000;

/// Throws UserError if this many graphs may have more than k_most_tasks tasks together. `parameter`: the one that sets
/// the number of tasks of a graph.
void check_task_count(std::int64_t batch, std::int64_t tasks, std::string_view parameter);

/// Counts the edges of a batch before they are drawn. `remedies`: the parameters to lower.
class EdgeLimit {
public:
  EdgeLimit(std::string_view family, std::string_view remedies) : family_(family), remedies_(remedies) {}

  /// Adds the mean number of edges of one more graph. Throws UserError above k_most_edges.
  void add(double expected_edges);

private:
  std::string_view family_, remedies_;
  double edges_ = 0;
};

// When the graphs of a batch are released. A recipe that does not name these parameters does not contain them: then the
// batch is released at 0. They do not change the draws of the graphs.

inline constexpr auto k_arrival_processes = std::to_array<std::string_view>({"poisson", "log-normal", "listed"});

constexpr ParameterSpec release_parameter(ParameterSpec spec) {
  return optional_parameter(leaving_draws(with_role(ParameterRole::release, spec)));
}
inline constexpr ParameterSpec k_arrivals = release_parameter(text_parameter(
    "arrivals", "gaps between releases: exponential (poisson), log-normal, or release_dates; else all at 0", "",
    k_arrival_processes));
inline constexpr ParameterSpec k_mean_gap = open_below(release_parameter(
    {"mean_gap", ParameterType::real, "s", "mean gap between two releases; arrivals poisson and log-normal", 0, 1e9}));
inline constexpr ParameterSpec k_gap_deviation =
    release_parameter({"gap_deviation", ParameterType::real, "",
                       "standard deviation of a gap's natural logarithm; arrivals log-normal", 0, 10});
inline constexpr ParameterSpec k_release_dates = release_parameter(
    {.name = "release_dates",
     .type = ParameterType::text,
     .unit = "s",
     .meaning = "release of each graph, ascending; releases beyond the batch are ignored; arrivals listed",
     .max = 1e12,
     .element_type = ParameterType::real});

/// Releases the applications of a batch as these parameters say. Gaps are drawn from the stream "arrivals", one draw
/// each: the first application is released at 0, every other one a gap after the one before. A gap is mean_gap times
/// -ln(1 - u), u uniform in [0, 1), or times e^(d z - d^2 / 2), z normal and d the gap_deviation; so an axis of
/// mean_gap stretches exactly the same arrivals. Throws UserError for a parameter that the arrivals do not take or that
/// is missing, and for release dates that are too few or descending.
void release(const Recipe& recipe, std::span<const ParameterSpec> specs, Workload& workload);

/// As many graphs as the recipe's `batch`, released as it says. draw(stream) makes each graph from its own streams:
/// stream("shape") of graph 2 is the stream "shape/2".
template <class Draw>
Workload draw_batch(const Recipe& recipe, std::span<const ParameterSpec> specs, Draw draw) {
  Workload workload;
  for (std::int64_t i = 0; i < integer_of(recipe.parameters, "batch"); ++i) {
    const auto stream = [&](std::string_view name) {
      return RandomStream(recipe, specs, fmt::format("{}/{}", name, i));
    };
    workload.applications.push_back({"", draw(stream), 0});
  }
  release(recipe, specs, workload);
  return workload;
}

// Parameters of graphs whose tasks and edges have weights of 1 on average.
inline constexpr ParameterSpec k_mean_flop =
    scale_parameter("mean_flop", "flop", "work of a sequential task of weight 1", 1e-3, 1e24, "1e12");
inline constexpr ParameterSpec k_mean_bytes =
    scale_parameter("mean_bytes", "byte", "data on an edge of weight 1", 1e-3, 1e18, "1e11");

inline constexpr auto k_weighted_graph_draws =
    std::to_array<ClippedDraws>({{k_mean_flop.name, k_relative_weight}, {k_mean_bytes.name, k_relative_weight}});

/// A graph of sequential tasks without weights; edges go from smaller to larger numbers.
struct GraphShape {
  int tasks = 0;
  std::vector<std::pair<int, int>> edges;  // from, to
};

/// The shape between one entry and one exit, whose weights and those of their edges are negligible; the other weights
/// come from the recipe's stream "costs" (k_relative_weight): the tasks by number, then the edges. Task 0 is the entry.
Workload weighted_graph(const GraphShape& shape, const Recipe& recipe, std::span<const ParameterSpec> specs);

}  // namespace palio
