#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palio {

/// Which platforms, or which workloads, are random draws, which of them share one, and which draws are of one kind.
/// They share a draw if they differ only in parameters that leave the draws alone, such as the load of bags of tasks;
/// two draws are of one kind if they differ in `sample` and `seed` besides.
class Draws {
public:
  static constexpr int k_fixed = -1;

  struct Place {
    int draw = k_fixed;  // from 0; k_fixed: not drawn at random
    int kind = k_fixed;  // the same
  };

  /// Ids and canonical names, as a campaign holds them.
  explicit Draws(std::span<const std::pair<std::int64_t, std::string>> entries);

  Place place(std::size_t id) const { return id < places_.size() ? places_[id] : Place(); }
  /// How many draws there are.
  std::size_t count() const { return count_; }

private:
  std::vector<Place> places_;  // by id
  std::size_t count_ = 0;
};

/// Which platforms, or which workloads, have come up.
class SeenDraws {
public:
  void add(std::size_t id) {
    if (ids_.size() <= id) ids_.resize(id + 1);
    ids_[id] = true;
  }
  /// How many random draws they are.
  std::int64_t count(const Draws& draws) const;

private:
  std::vector<bool> ids_;
};

/// The canonical name without the parameters that leave the draws alone; empty where nothing is drawn.
std::string drawn_name(std::string_view canonical);
/// That without `sample` and `seed` too.
std::string kind_of_draw(std::string_view canonical);

/// "10 draws of platforms and 8 of workloads"; what is not drawn is left out. Empty where nothing was drawn twice.
std::string draws_text(std::int64_t platforms, std::int64_t workloads);

/// A parameter that changes an instance and leaves its draws alone.
struct LeavingParameter {
  std::string_view family;  // empty: of every family that has it
  std::string_view name;
};
/// All of them, as the registries of platforms and workloads have them, which this layer does not see.
std::span<const LeavingParameter> leaving_parameters();

}  // namespace palio
