#include "analysis/statistics/intervals/resamples.h"

#include <map>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

using DrawsByName = std::map<std::string, int>;

// The draws of each kind, by name.
std::map<std::string, DrawsByName> kinds_of(std::span<const std::pair<std::int64_t, std::string>> entries,
                                            const Draws& draws) {
  std::map<std::string, DrawsByName> kinds;
  for (const auto& [id, canonical] : entries) {
    const int draw = draws.place(static_cast<std::size_t>(id)).draw;
    if (draw != Draws::k_fixed) kinds[kind_of_draw(canonical)].emplace(drawn_name(canonical), draw);
  }
  return kinds;
}

}  // namespace

Resamples::Resamples(std::span<const std::pair<std::int64_t, std::string>> entries, const Draws& draws,
                     std::string_view side)
    : of_draws_(draws.count()) {
  for (const auto& [kind, of_kind] : kinds_of(entries, draws)) {
    if (of_kind.size() < 2) continue;
    std::vector<int> numbers;
    for (const auto& [name, draw] : of_kind) numbers.push_back(draw);
    for (const int draw : numbers) of_draws_[static_cast<std::size_t>(draw)].assign(k_count, 0);
    RandomStream stream(hash64(kind, hash64(side, 0)));
    const auto last = static_cast<std::int64_t>(numbers.size()) - 1;
    for (std::size_t resample = 0; resample < k_count; ++resample)
      for (std::int64_t i = 0; i < last; ++i) {
        const int draw = numbers[static_cast<std::size_t>(stream.uniform_integer(0, last))];
        of_draws_[static_cast<std::size_t>(draw)][resample] +=
            static_cast<double>(last + 1) / static_cast<double>(last);
      }
  }
}

const Resamples::Weights& Resamples::weights(const Draws& draws, std::size_t id) const {
  const int draw = draws.place(id).draw;
  return draw == Draws::k_fixed ? none_ : of_draws_[static_cast<std::size_t>(draw)];
}

bool Resamples::is_known(const Draws& draws, std::size_t id) const {
  return draws.place(id).draw == Draws::k_fixed || !weights(draws, id).empty();
}

}  // namespace palio
