#include "campaign/replay/comparison.h"

#include <algorithm>
#include <cmath>

#include "storage/file/metric_columns.h"

namespace palio {
namespace {

SqlValue value_of(double value, MetricType type) {
  if (std::isnan(value)) return std::monostate{};
  if (type == MetricType::integer) return static_cast<std::int64_t>(value);
  return value;
}

class Comparison {
public:
  explicit Comparison(double tolerance) : tolerance_(tolerance) {}

  void compare(const Completed& stored, const Completed& replayed, std::string_view known) {
    for_each_value(stored, replayed, [&](std::string_view what, MetricType type, double old, double now) {
      const bool was_known = find_metric(what) == nullptr || knew_metric(known, what);
      if (was_known && relative_difference(old, now) > tolerance_)
        found_.push_back({std::string(what), value_of(old, type), value_of(now, type)});
    });
  }

  void compare_words(std::string_view stored, std::string_view replayed) {
    if (stored != replayed) found_.push_back({"outcome", std::string(stored), std::string(replayed)});
  }

  std::vector<ReplayDifference> found() && { return std::move(found_); }

private:
  double tolerance_;
  std::vector<ReplayDifference> found_;
};

}  // namespace

std::string_view outcome_word(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure == nullptr ? "completed" : to_text(failure->kind);
}

std::vector<ReplayDifference> differences(const Outcome& stored, const Outcome& replayed, std::string_view known,
                                          double tolerance) {
  Comparison comparison(tolerance);
  comparison.compare_words(outcome_word(stored), outcome_word(replayed));
  const auto* old = std::get_if<Completed>(&stored);
  const auto* now = std::get_if<Completed>(&replayed);
  if (old != nullptr && now != nullptr) comparison.compare(*old, *now, known);
  return std::move(comparison).found();
}

}  // namespace palio
