#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file/results_view.h"
#include "storage/file/rows.h"
#include "storage/sql/sql_value.h"

namespace palio {

/// An SQL expression over those columns of the view `results` that are known before anything runs: strategy, platform,
/// workload, their families and parameters. Its parts are what it joins by AND. One thread.
class ScenarioExpression {
public:
  /// The rows need not be all of a study: one of each family and strategy determines the columns. Throws UserError for
  /// an expression that SQLite does not compile, that has a subquery or an aggregate, or whose value may change over
  /// time. Messages begin with what the expression is `called`.
  ScenarioExpression(std::string_view sql, std::span<const DimensionRow> platforms,
                     std::span<const DimensionRow> workloads, std::span<const DimensionRow> strategies,
                     std::string_view called = "--where");
  ~ScenarioExpression();

  std::size_t part_count() const;
  /// The columns that a part names.
  const std::vector<ViewColumn>& columns(std::size_t part) const;
  /// Whether a part demands that its two columns, both of texts or both of numbers, are equal.
  bool is_equality(std::size_t part) const;
  /// Whether a part is true for these values of its columns. Throws UserError when SQLite cannot compute it.
  bool holds(std::size_t part, std::span<const SqlValue> values);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The columns that such an expression may name.
std::vector<ViewColumn> scenario_columns(std::span<const DimensionRow> platforms,
                                         std::span<const DimensionRow> workloads,
                                         std::span<const DimensionRow> strategies);

/// Why an SQL text is not one expression (an open quote or comment, a semicolon); empty: none of these.
std::string why_no_expression(const std::string& sql);

/// The parts of an SQL expression that are joined by AND: "a = 1 AND (b OR c)" has two. An expression that is not a
/// conjunction has one, itself. What SQLite would not compile may still be split.
std::vector<std::string> conjunction_parts(std::string_view sql);

}  // namespace palio
