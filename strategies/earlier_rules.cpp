#include "strategies/earlier_rules.h"

#include <algorithm>
#include <array>

namespace palio {
namespace {

struct EarlierRule {
  std::string_view strategy, parameter, value;
};

constexpr auto k_earlier_rules = std::to_array<EarlierRule>({
    {"BIL", "earliest", "available"},
    {"CPOP", "critical_path", "first-child"},
    {"Parametric", "critical_path", "first-child"},
});

}  // namespace

std::optional<std::string_view> earlier_rule(std::string_view strategy, std::string_view parameter) {
  const auto* const found = std::ranges::find_if(k_earlier_rules, [&](const EarlierRule& rule) {
    return rule.strategy == strategy && rule.parameter == parameter;
  });
  return found == k_earlier_rules.end() ? std::nullopt : std::optional(found->value);
}

}  // namespace palio
