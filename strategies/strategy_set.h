#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "strategies/custom/custom_code.h"

namespace palio {

/// The strategies that a study, a request or a command line may name: Palio's table, and custom strategies of libraries
/// and commands.
class StrategySet {
public:
  /// Throws UserError if the name of one of its strategies is taken.
  void add(std::shared_ptr<const CustomCode> code);

  /// Throws UserError with the nearest valid name.
  const Strategy& named(std::string_view name) const;

  /// The code of a strategy; null if it is Palio's or unknown.
  const CustomCode* code_of(std::string_view name) const;
  std::span<const std::shared_ptr<const CustomCode>> custom() const { return custom_; }

private:
  std::vector<std::shared_ptr<const CustomCode>> custom_;
};

}  // namespace palio
