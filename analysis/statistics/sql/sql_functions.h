#pragma once

#include <span>
#include <string>
#include <string_view>

#include "storage/read/queried_campaign.h"

namespace palio {

/// An SQL function, for people.
struct FunctionInfo {
  std::string_view call;  // "quantile(x, p)"
  // "aggregate": of the rows of a group; "paired": of two columns of these; "scalar": of one row; "table": after FROM
  std::string_view kind;
  std::string_view meaning;
};

/// What add_statistics adds.
std::span<const FunctionInfo> function_table();

/// How functions that return intervals compute them.
struct IntervalRule {
  double level = 0.95;
  double least_freedom = 0;      // an interval with fewer degrees of freedom is NULL
  bool platforms_alone = false;  // the workloads are taken as given, not as draws
};

/// Adds the statistics that SQLite lacks to the functions of a campaign's queries. NULL and pairs with a NULL are
/// skipped; the result is NULL if it is undefined.
void add_statistics(QueriedCampaign& reader, const IntervalRule& rule = {});

}  // namespace palio
