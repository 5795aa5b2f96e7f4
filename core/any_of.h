#pragma once

#include <algorithm>
#include <any>
#include <array>
#include <concepts>
#include <span>
#include <string_view>
#include <typeindex>
#include <utility>

#include "core/error.h"

namespace palio {

/// A value of any type that plays a role: a platform, a workload, a schedule. Code that only passes it on never sees
/// its type. A type names its role (`Role`) and what messages call it (`k_called`).
template <class Role>
class AnyOf {
public:
  template <class Value>
  requires std::same_as<typename Value::Role, Role>
  // NOLINTNEXTLINE(google-explicit-constructor): any type of this role converts
  AnyOf(Value value) : value_(std::move(value)), called_(Value::k_called) {}

  std::string_view called() const { return called_; }
  std::type_index type() const { return value_.type(); }
  const std::any& value() const { return value_; }
  std::any& value() { return value_; }

private:
  std::any value_;
  std::string_view called_;
};

/// The value if it has that type, else null.
template <class Value>
const Value* as_if(const AnyOf<typename Value::Role>& any) {
  return std::any_cast<Value>(&any.value());
}

/// The value, of that type; throws InternalError for another one.
template <class Value>
const Value& as(const AnyOf<typename Value::Role>& any) {
  if (const auto* value = as_if<Value>(any)) return *value;
  throw InternalError("{} where {} is required", any.called(), Value::k_called);
}

/// The same, moved out.
template <class Value>
Value as(AnyOf<typename Value::Role>&& any) {
  as<Value>(std::as_const(any));
  return std::any_cast<Value>(std::move(any.value()));
}

/// A row for one type.
template <class Value, class Row>
struct RowFor {
  Row row;

  // NOLINTNEXTLINE(google-explicit-constructor): it is one of the rows
  operator Row() const { return row; }
};

/// All of Palio's own types of a role: a table of rows that lacks one of them does not compile.
template <class... Value>
struct TypeList {
  template <class Other>
  static constexpr bool k_has = (std::same_as<Other, Value> || ...);

  /// A row for each, in the order of the list.
  template <class Row>
  static std::array<Row, sizeof...(Value)> table(RowFor<Value, Row>... rows) {
    return {std::move(rows.row)...};
  }
};

/// The row of a table that is for the value's type, which is the row's `type`.
template <class Row, class Role>
const Row& row_for(std::span<const Row> rows, const AnyOf<Role>& any) {
  const auto found = std::ranges::find(rows, any.type(), &Row::type);
  if (found == rows.end()) throw InternalError("a table has no row for {}", any.called());
  return *found;
}

}  // namespace palio
