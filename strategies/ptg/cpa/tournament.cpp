#include "strategies/ptg/cpa/tournament.h"

#include <algorithm>
#include <bit>

namespace palio {

Tournament::Tournament(std::size_t places, double value)
    : value_(std::bit_ceil(std::max<std::size_t>(places, 2)), value), winner_(2 * value_.size()) {
  for (std::size_t place = 0; place < value_.size(); ++place) winner_[value_.size() + place] = place;
  for (std::size_t match = value_.size(); match-- > 1;) play(match);
}

void Tournament::set(std::size_t place, double value) {
  value_[place] = value;
  for (std::size_t match = (value_.size() + place) / 2; match > 0; match /= 2) {
    const std::size_t before = winner_[match];
    play(match);
    if (winner_[match] == before && before != place) return;  // another one is as good as ever
  }
}

void Tournament::play(std::size_t match) {
  const std::size_t first = winner_[2 * match];
  const std::size_t second = winner_[2 * match + 1];
  winner_[match] = value_[second] > value_[first] ? second : first;
}

}  // namespace palio
