#include "campaign/replay/comparison.h"

#include <fmt/format.h>

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

  void compare(std::string_view what, double stored, double replayed, MetricType type = MetricType::real) {
    if (equal(stored, replayed) || (std::isnan(stored) && std::isnan(replayed))) return;
    found_.push_back({std::string(what), value_of(stored, type), value_of(replayed, type)});
  }

  void compare(const Completed& stored, const Completed& replayed, std::string_view known) {
    for (const MetricInfo& info : metric_table())
      if (knew_metric(known, info.name)) compare(info.name, stored.metrics[info], replayed.metrics[info], info.type);
    compare("applications", static_cast<double>(stored.applications.size()),
            static_cast<double>(replayed.applications.size()), MetricType::integer);
    const std::size_t both = std::min(stored.applications.size(), replayed.applications.size());
    for (std::size_t i = 0; i < both; ++i) {
      const ApplicationMetrics& old = stored.applications[i];
      const ApplicationMetrics& now = replayed.applications[i];
      const std::string name = fmt::format("application {}: ", i);
      compare(name + "release_date", old.release_date, now.release_date);
      compare(name + "start", old.start, now.start);
      compare(name + "finish", old.finish, now.finish);
      compare(name + "dedicated_makespan", old.dedicated_makespan, now.dedicated_makespan);
    }
  }

  void compare_words(std::string_view stored, std::string_view replayed) {
    if (stored != replayed) found_.push_back({"outcome", std::string(stored), std::string(replayed)});
  }

  std::vector<ReplayDifference> found() && { return std::move(found_); }

private:
  bool equal(double one, double other) const {
    return one == other || std::abs(one - other) <= tolerance_ * std::max(std::abs(one), std::abs(other));
  }

  double tolerance_;
  std::vector<ReplayDifference> found_;
};

}  // namespace

std::string_view outcome_word(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure == nullptr ? "completed" : to_text(failure->kind);
}

bool ran_into_limit(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure != nullptr && (failure->kind == FailureKind::timeout || failure->kind == FailureKind::out_of_memory);
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
