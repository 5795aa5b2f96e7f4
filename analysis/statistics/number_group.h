#pragma once

#include <fmt/format.h>

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/error.h"
#include "storage/aggregate.h"

namespace palio {

using Numbers = std::span<const double>;

/// An argument of the SQL function `name` as a number; nothing for NULL. Throws UserError for a text.
inline std::optional<double> number(const std::string& name, const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* text = std::get_if<std::string>(&value))
    throw UserError(fmt::format("{}() takes numbers, here it got the text '{}'", name, *text));
  return std::nullopt;
}

/// All of them; nothing if one is NULL. `storage` holds the numbers.
inline std::optional<Numbers> numbers(const std::string& name, std::span<const SqlValue> values,
                                      std::array<double, 4>& storage) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<double> value = number(name, values[i]);
    if (!value) return std::nullopt;
    storage.at(i) = *value;
  }
  return Numbers(storage.data(), values.size());
}

/// An aggregate over the rows whose arguments are all numbers; rows with a NULL are skipped.
template <class State>
class NumberGroup final : public Aggregate {
public:
  using Add = std::function<void(State&, Numbers)>;
  using Result = std::function<SqlValue(State&)>;

  NumberGroup(std::string name, Add add, Result result)
      : name_(std::move(name)), add_(std::move(add)), result_(std::move(result)) {}

  void step(std::span<const SqlValue> arguments) override {
    std::array<double, 4> storage{};
    if (const auto row = numbers(name_, arguments, storage)) add_(state_, *row);
  }
  SqlValue result() override { return result_(state_); }

private:
  std::string name_;
  Add add_;
  Result result_;
  State state_;
};

}  // namespace palio
