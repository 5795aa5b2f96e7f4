#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/id_numbers.h"

namespace palio {

/// Which platforms, or which workloads, are random draws, which of them share one, and which draws are of one kind.
/// They share a draw if they differ only in parameters that leave the draws alone, such as the load of bags of tasks;
/// two draws are of one kind if they also differ in `sample` and `seed`. Files are draws if their recipes say
/// `sample=files`: each content is one, those of a folder are of one kind.
class Draws {
public:
  static constexpr int k_fixed = -1;

  struct Place {
    int draw = k_fixed;  // from 0; k_fixed: not drawn at random
    int kind = k_fixed;  // the same
  };

  /// Ids and canonical names, as a campaign holds them.
  explicit Draws(std::span<const std::pair<std::int64_t, std::string>> entries);

  Place place(std::int64_t id) const {
    const std::size_t number = ids_.find(id);
    return number == IdNumbers::k_none ? Place() : places_[number];
  }
  /// How many draws there are.
  std::size_t count() const { return count_; }
  /// How many there are of a kind.
  std::size_t count_of_kind(int kind) const { return of_kind_[static_cast<std::size_t>(kind)]; }

private:
  IdNumbers ids_;
  std::vector<Place> places_;  // by number of the id
  std::size_t count_ = 0;
  std::vector<std::size_t> of_kind_;  // draws, by kind
};

/// The platforms, or the workloads, that have occurred.
class SeenDraws {
public:
  void add(std::int64_t id) { ids_.add(id); }
  /// The number of random draws among them.
  std::int64_t count(const Draws& draws) const;
  /// The number of kinds with only one draw among them and no other in the campaign; 1 if there is no other draw at
  /// all.
  std::int64_t singles(const Draws& draws) const;

private:
  std::map<int, std::set<int>> draws_by_kind(const Draws& draws) const;

  IdNumbers ids_;
};

/// The draws that an interval is based on.
struct DrawsOfInterval {
  std::int64_t platforms = 0, workloads = 0;                // draws
  std::int64_t platform_singles = 0, workload_singles = 0;  // kinds that were drawn once

  bool exists() const { return platforms + workloads > 0 && platform_singles + workload_singles == 0; }
};

/// The canonical name without the parameters that leave the draws alone; empty if nothing is drawn.
std::string drawn_name(std::string_view canonical);
/// That without `sample` and `seed` too.
std::string kind_of_draw(std::string_view canonical);

/// "10 draws of platforms and 8 of workloads"; what is not drawn is left out.
std::string draws_text(const DrawsOfInterval& draws);
/// Why there is no interval: "2 kinds of workloads were drawn once, which says nothing of how they vary: ...".
std::string no_interval_text(const DrawsOfInterval& draws);

/// Whether a parameter of a family changes an instance and leaves its draws alone. The registries of platforms and
/// workloads, which this layer does not see, say the same.
bool leaves_the_draws(std::string_view family, std::string_view name);
/// The names of all such parameters.
std::vector<std::string_view> leaving_parameters();

/// Resamples of a campaign's draws of platforms, or of workloads: of each kind with n draws, n - 1 are drawn with
/// replacement and count n/(n - 1) each, so that means vary as for other draws (McCarthy and Snowden, Vital and Health
/// Statistics 2(95), 1985) and no kind changes its weight. The same ones in any order of the entries.
class Resamples {
public:
  static constexpr std::size_t k_count = 200;
  using Weights = std::vector<double>;  // of a draw in each of them

  /// Ids and canonical names, as a campaign holds them, and their draws. `side` names the stream: "platform".
  Resamples(std::span<const std::pair<std::int64_t, std::string>> entries, const Draws& draws, std::string_view side);

  /// Empty if it is not drawn at random: it is once in each.
  const Weights& weights(const Draws& draws, std::int64_t id) const;
  /// Whether its kind can be resampled: not if it was drawn once.
  bool is_known(const Draws& draws, std::int64_t id) const;

private:
  Weights none_;
  std::vector<Weights> of_draws_;
};

}  // namespace palio
