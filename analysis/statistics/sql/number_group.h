#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "storage/sql/sql_function.h"

namespace palio {

/// An SQL aggregate whose groups are States: each row is added, at the end comes the result.
template <class State>
class NumberGroup final : public Aggregate {
public:
  using Add = void (*)(State&, Numbers);
  using Result = std::function<SqlValue(State&)>;

  /// Groups of one aggregate share `result`.
  NumberGroup(Add add, std::shared_ptr<const Result> result) : add_(add), result_(std::move(result)) {}

  void step(Numbers row) override { add_(state_, row); }
  SqlValue result() override { return (*result_)(state_); }

private:
  Add add_;
  std::shared_ptr<const Result> result_;
  State state_;
};

}  // namespace palio
