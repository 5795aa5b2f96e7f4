#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A query that comes with Palio: a file of analysis/queries.
struct ReadyQuery {
  std::string name;
  std::string says;  // what it answers
  std::string sql;   // about makespans
};

/// All of them, by name.
std::vector<ReadyQuery> ready_queries();

/// The SQL of a ready query about a metric. Throws UserError for a name that no query or metric has, and where a query
/// compares strategies by a metric of which neither less nor more is better.
std::string ready_sql(std::string_view name, std::string_view metric);

}  // namespace palio
