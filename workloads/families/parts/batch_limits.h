#pragma once

#include <cstdint>
#include <string_view>

namespace palio {

// Ten times what any paper draws, and still less than a gigabyte.
inline constexpr std::int64_t k_most_tasks = 1'000'000;
inline constexpr double k_most_edges = 10'000'000;

/// Throws UserError if so many graphs may have more than k_most_tasks tasks together. `parameter` is what sets the
/// tasks of a graph.
void check_task_count(std::int64_t batch, std::int64_t tasks, std::string_view parameter);

/// Counts the edges of a batch before they are drawn. `remedies` names what to lower.
class EdgeLimit {
public:
  EdgeLimit(std::string_view family, std::string_view remedies) : family_(family), remedies_(remedies) {}

  /// Of one more graph, on average. Throws UserError above k_most_edges.
  void add(double expected_edges);

private:
  std::string_view family_, remedies_;
  double edges_ = 0;
};

}  // namespace palio
