#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/study/study.h"
#include "storage/read/scenario_expression.h"

namespace palio {

enum class StudySide { platform, workload, strategy };

std::string_view name_of(StudySide side);

/// The parameters of a family of platforms or workloads.
std::span<const ParameterSpec> parameters_of(StudySide side, std::string_view family);

/// Which scenarios of a study its conditions want, and an SQL expression besides (`--where`). Each part of it is
/// evaluated once per combination of values of its columns; memory grows with these, not with the scenarios. One
/// thread.
class ScenarioFilter {
public:
  /// `where` may be empty; messages call it `called`. Throws UserError as ScenarioExpression does.
  explicit ScenarioFilter(const Study& study, const std::string& where = {}, std::string_view called = "--where");

  /// Whether the parts about platforms alone, or about workloads alone, hold.
  bool takes_platform(std::size_t platform) const { return kept_[0][platform]; }
  bool takes_workload(std::size_t workload) const { return kept_[1][workload]; }
  /// If an expression demands equal values on both sides: the only instances that it takes, platform by platform.
  std::optional<std::vector<Instance>> equal_instances() const;
  /// The instances that it takes, if they are few and quickly found.
  std::optional<std::vector<Instance>> few_instances();
  /// Whether the parts about the two hold; only those about strategies remain then.
  bool takes_instance(std::size_t platform, std::size_t workload);
  bool takes_strategy(std::size_t strategy, std::size_t platform, std::size_t workload);
  /// Whether a strategy may be taken on a platform, or for a workload; parts about all three do not count.
  bool may_take(std::size_t strategy, std::size_t platform);
  bool may_take_workload(std::size_t strategy, std::size_t workload);
  /// Those of one kind that the parts about them alone take, by position.
  const std::vector<bool>& kept(StudySide side) const { return kept_[static_cast<std::size_t>(side)]; }
  /// A column of another kind that an expression names; empty: there is none.
  std::string names_besides(StudySide side) const;
  /// Whether an expression names a column.
  bool names(std::string_view column) const;
  /// Whether another platform or workload may take other strategies.
  bool strategies_differ() const { return !scenario_parts_.empty() || !platforms_of_.empty(); }

private:
  using Position = std::array<std::size_t, 3>;  // platform, workload, strategy

  // Classes of items with the same values in the columns that a part names.
  struct Classes {
    std::vector<std::uint32_t> of;              // by position
    std::vector<std::vector<SqlValue>> values;  // by class
  };
  struct Part {
    ScenarioExpression* expression = nullptr;
    std::size_t number = 0;  // in it
    std::array<Classes, 3> sides;
    std::vector<std::size_t> side_of;     // by column
    std::vector<std::int8_t> known = {};  // by combination of classes; -1: not yet. Empty: there are too many
    bool is_equality = false;
    std::array<std::size_t, 3> columns_of = {};  // how many of each side it names
  };

  void add(const Study& study, const std::string& condition, std::string_view called);
  static Part part(const Study& study, ScenarioExpression& expression, std::size_t number);
  void settle(const Part& part, std::size_t side);
  bool holds(Part& part, const Position& position);
  static bool evaluate(const Part& part, const Position& classes);
  bool is_for(std::size_t strategy, std::size_t platform) const {
    const auto found = platforms_of_.find(static_cast<std::uint32_t>(strategy));
    return found == platforms_of_.end() || (*found->second)[platform];
  }

  std::vector<std::unique_ptr<ScenarioExpression>> expressions_;
  PlatformsOfStrategies platforms_of_;
  std::array<std::vector<bool>, 3> kept_;  // by position
  std::vector<Part> instance_parts_;       // about platforms together with workloads
  std::vector<Part> scenario_parts_;       // about strategies together with these
};

}  // namespace palio
