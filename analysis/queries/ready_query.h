#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A query that comes with Palio: a file of analysis/queries, with what it includes.
struct ReadyQuery {
  std::string name;
  std::string says;  // what it answers
  std::string sql;   // about makespans
};

/// All of them, by name.
std::vector<ReadyQuery> ready_queries();

/// SQL with its line `-- include: contenders` replaced by the common table expressions of queries/contenders.sql: which
/// strategies are compared, and the makespans of the instances that all of them completed.
std::string with_contenders(std::string_view sql);

/// The SQL of a ready query about a metric. Throws UserError for a name that no query or metric has, and where a query
/// compares strategies by a metric of which neither less nor more is better.
std::string ready_sql(std::string_view name, std::string_view metric);

}  // namespace palio
