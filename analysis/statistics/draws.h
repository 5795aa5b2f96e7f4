#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palio {

/// Which platforms, or which workloads, are draws of the same kind: they differ in nothing but `sample` and `seed`.
class Draws {
public:
  static constexpr int k_fixed = -1;

  /// Ids and canonical names, as a campaign holds them.
  explicit Draws(std::span<const std::pair<std::int64_t, std::string>> entries);

  /// A number for the kind; k_fixed for what is not drawn at random.
  int kind(std::size_t id) const { return id < kinds_.size() ? kinds_[id] : k_fixed; }

private:
  std::vector<int> kinds_;  // by id
};

/// The canonical name without the parameters that tell draws apart; empty where it has none.
std::string kind_of_draw(std::string_view canonical);

}  // namespace palio
