#include "campaign/replay/comparison.h"

#include <cmath>

#include "storage/file/metric_columns.h"

namespace palio {
namespace {

SqlValue value_of(double value, MetricType type) {
  if (std::isnan(value)) return std::monostate{};
  if (type == MetricType::integer) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace

std::string_view outcome_word(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure == nullptr ? "completed" : to_text(failure->kind);
}

std::vector<ReplayDifference> differences(const Outcome& stored, const Outcome& replayed, std::string_view known,
                                          double tolerance) {
  std::vector<ReplayDifference> found;
  if (outcome_word(stored) != outcome_word(replayed))
    found.push_back({"outcome", std::string(outcome_word(stored)), std::string(outcome_word(replayed))});
  const auto* old = std::get_if<Completed>(&stored);
  const auto* now = std::get_if<Completed>(&replayed);
  if (old == nullptr || now == nullptr) return found;
  for_each_value(*old, *now, [&](std::string_view what, MetricType type, double one, double other) {
    const bool was_known = find_metric(what) == nullptr || knew_metric(known, what);
    if (was_known && relative_difference(one, other) > tolerance)
      found.push_back({std::string(what), value_of(one, type), value_of(other, type)});
  });
  return found;
}

}  // namespace palio
