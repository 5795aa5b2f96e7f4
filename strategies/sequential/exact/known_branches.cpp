#include "strategies/sequential/exact/known_branches.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

namespace palio {
namespace {

constexpr double k_start_rounding = 1e-12;  // relative, of a sum of starts

}  // namespace

// Hosts alike have their columns in ascending order.
void KnownBranches::sort_alike(std::span<Column> columns) const {
  for (int host = 0; host < branching_.hosts(); ++host)
    for (int later = host + 1; later < branching_.hosts(); ++later) {
      Column& column = columns[static_cast<std::size_t>(host)];
      Column& other = columns[static_cast<std::size_t>(later)];
      if (branching_.first_alike(later) == branching_.first_alike(host) && other < column) std::swap(column, other);
    }
}

KnownBranches::Known KnownBranches::known_of(const Branch& branch) const {
  std::array<Column, k_most_exact_hosts> columns{};
  const auto hosts = static_cast<std::size_t>(branching_.hosts());
  std::size_t rows = 0;
  for (int task = 0; task < branching_.tasks(); ++task) {
    if (branch.has(task)) continue;
    for (std::size_t host = 0; host < hosts; ++host)
      columns[host][rows] = std::max(branch.start, branch.earliest[static_cast<std::size_t>(task)][host]);
    ++rows;
  }
  sort_alike(columns);
  Known known{{branch.end}, {}, 0};
  known.dates.reserve(1 + hosts * rows);
  for (std::size_t host = 0; host < hosts; ++host)
    known.dates.insert(known.dates.end(), columns[host].begin(),
                       columns[host].begin() + static_cast<std::ptrdiff_t>(rows));
  known.starts.assign(branch.starts.begin(), branch.starts.begin() + std::popcount(branch.placed));
  known.sum = std::accumulate(known.starts.begin(), known.starts.end(), 0.0);
  return known;
}

bool KnownBranches::makes_superfluous(const Known& a, const Known& b) {
  return (a.sum < b.sum * (1 - k_start_rounding) || a.starts == b.starts) &&
         std::ranges::equal(a.dates, b.dates, std::less_equal{});
}

bool KnownBranches::add(const Branch& branch) {
  std::vector<Known>& others = known_[branch.placed];
  Known known = known_of(branch);
  if (std::ranges::any_of(others, [&](const Known& other) { return makes_superfluous(other, known); })) return false;
  std::erase_if(others, [&](const Known& other) { return makes_superfluous(known, other); });
  others.push_back(std::move(known));
  return true;
}

}  // namespace palio
