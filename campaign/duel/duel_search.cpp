#include "campaign/duel/duel_search.h"

#include <fmt/format.h>

#include <utility>

#include "campaign/run/side_by_side.h"

namespace palio {

// All duels meet the same starts, and the same draws.
std::optional<Restart> DuelSearch::restart_of(const SearchUnit& unit, Judge& judge,
                                              const std::function<bool()>& is_over) const {
  DuelInstance start = starts_.instance(unit.restart);
  const DuelSpace space = starts_.space(start);
  RandomStream draws(hash64(fmt::format("duel moves seed={} restart={}", seed_, unit.restart), 0));
  const auto evaluate = [&](const DuelInstance& instance) { return judge.evaluate(unit.duel, instance); };
  return palio::search(std::move(start), space, evaluate, rules_, draws, is_over);
}

std::vector<SearchedUnit> DuelSearch::search(std::span<const SearchUnit> units, int jobs,
                                             std::chrono::milliseconds time, const std::function<bool()>& is_over) {
  const auto end = std::chrono::steady_clock::now() + time;
  std::vector<std::optional<Restart>> found(units.size());
  std::atomic<std::size_t> next = 0;
  side_by_side(jobs, [&](int) {
    const std::unique_ptr<Judge> judge = make_judge_();
    while (!is_over()) {
      const std::size_t at = next++;
      if (at >= units.size()) return;
      found[at] = restart_of(units[at], *judge, is_over);
      ++searched_;
      if (std::chrono::steady_clock::now() >= end) return;
    }
  });
  std::vector<SearchedUnit> searched;
  for (std::size_t at = 0; at < units.size(); ++at)
    if (found[at]) searched.push_back({units[at], std::move(*found[at])});
  return searched;
}

}  // namespace palio
