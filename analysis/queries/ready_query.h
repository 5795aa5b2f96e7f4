#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metrics.h"

namespace palio {

/// A query that comes with Palio: a file of analysis/queries, with what it includes.
struct ReadyQuery {
  std::string name;
  std::string says;  // what it answers
  std::string sql;   // about makespans
  bool is_about_any_metric = true;
};

/// All of them, by name.
std::vector<ReadyQuery> ready_queries();

/// Those that are about a metric, with their SQL about it: no query that compares, if neither less nor more is better.
std::vector<ReadyQuery> ready_queries_about(std::string_view metric);

/// The SQL of a ready query about a metric, and about two strategies if they are named. Throws UserError for unknown
/// names, a metric that cannot rank strategies, and a number of strategies that the query does not take.
std::string ready_sql(std::string_view name, std::string_view metric, std::span<const std::string> strategies = {});

/// The largest value of the metric in SQL.
std::string most_sql(const MetricInfo& metric);

/// A metric as SQL, so that less is better: its column or 1.0 / column. Throws UserError if neither is better.
std::string cost_sql(const MetricInfo& metric);

/// The SQL with each `@NAME` replaced by that ready query about a metric, in parentheses.
std::string with_ready_queries(std::string_view sql, std::string_view metric);

}  // namespace palio
