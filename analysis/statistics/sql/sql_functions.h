#pragma once

#include <span>
#include <string>
#include <string_view>

#include "storage/read/campaign_reader.h"

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

/// How the functions that answer with intervals make them.
struct IntervalRule {
  double level = 0.95;
  double least_freedom = 0;      // an interval over draws of fewer degrees of freedom is NULL
  bool platforms_alone = false;  // the workloads are taken as given: they are drawn no other time
};

/// Adds the statistics that SQLite lacks to what a reader's queries may call. NULL and pairs with a NULL are skipped;
/// the result is NULL where it is not defined.
void add_statistics(CampaignReader& reader, const IntervalRule& rule = {});

}  // namespace palio
