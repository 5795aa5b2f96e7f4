#include "strategies/strategy_set.h"

#include <algorithm>
#include <utility>

#include "core/identity/registry.h"
#include "strategies/registry.h"

namespace palio {
namespace {

void check_yardstick(const Strategy& row, const std::string& place) {
  const auto* graphs = method_if<GraphMethod>(row);
  if (graphs == nullptr || graphs->terms.dedicated.empty()) return;
  try {
    strategy(graphs->terms.dedicated);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: the yardstick of {} must be one of Palio's: {}", place, row.name, error.what()));
  }
}

}  // namespace

void StrategySet::add(std::shared_ptr<const CustomCode> code) {
  for (const auto& known : custom_)
    if (known->digest() == code->digest() && known->place() == code->place()) return;
  for (const Strategy& row : code->strategies()) {
    if (std::ranges::find(strategies(), row.name, &Strategy::name) != strategies().end())
      throw UserError(fmt::format("{} names a strategy {}, which is the name of one of Palio's: rename it",
                                  code->called(), row.name));
    if (const CustomCode* other = code_of(row.name))
      throw UserError(fmt::format("strategy {} is in {} and in {}: rename or remove one of them", row.name,
                                  other->called(), code->called()));
    check_yardstick(row, code->called());
  }
  custom_.push_back(std::move(code));
}

const Strategy& StrategySet::named(std::string_view name) const {
  if (const CustomCode* code = code_of(name)) return *std::ranges::find(code->strategies(), name, &Strategy::name);
  if (custom_.empty()) return strategy(name);
  std::vector<Strategy> all(strategies().begin(), strategies().end());
  for (const auto& code : custom_) all.insert(all.end(), code->strategies().begin(), code->strategies().end());
  return strategy(find_row(std::span<const Strategy>(all), "strategy", name).name);
}

const CustomCode* StrategySet::code_of(std::string_view name) const {
  for (const auto& code : custom_)
    if (std::ranges::find(code->strategies(), name, &Strategy::name) != code->strategies().end()) return code.get();
  return nullptr;
}

}  // namespace palio
