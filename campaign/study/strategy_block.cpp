#include "campaign/study/strategy_block.h"

#include <fmt/format.h>

#include "core/text/json_text.h"

namespace palio {

std::string toml_value(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? json_quoted(*text) : to_text(value);
}

std::string strategy_block(const Recipe& strategy, const StrategySet& known) {
  std::string block = fmt::format("\n[[strategy]]\nname = {}\n", json_quoted(strategy.name));
  for (const ParameterSpec& spec : known.named(strategy.name).parameters)
    if (const auto found = strategy.parameters.find(spec.name);
        found != strategy.parameters.end() && !is_given_by_study(spec.role))
      block += fmt::format("{} = {}\n", spec.name, toml_value(found->second));
  return block;
}

}  // namespace palio
