#pragma once

#include <cstddef>
#include <vector>

namespace palio {

/// Numbers at fixed places, of which the largest is known at any time (ties: first place). Setting one costs the
/// logarithm of their number.
class Tournament {
public:
  Tournament(std::size_t places, double value);

  void set(std::size_t place, double value);
  std::size_t best() const { return winner_[1]; }
  double value(std::size_t place) const { return value_[place]; }

private:
  void play(std::size_t match);

  std::vector<double> value_;
  std::vector<std::size_t> winner_;  // by match: 1 is the final, that of 2 i and 2 i + 1 is i
};

}  // namespace palio
