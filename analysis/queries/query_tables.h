#pragma once

#include <memory>
#include <span>

#include "analysis/statistics/sql/sql_functions.h"
#include "storage/read/queried_campaign.h"

namespace palio {

/// The answers of the table functions at one moment of a campaign: computed when first asked for, shared by all
/// threads.
class QueryTables;
std::shared_ptr<QueryTables> make_query_tables();

/// The tables, for people, as function_table() has the functions.
std::span<const FunctionInfo> query_table_functions();

/// Adds everything that ready queries, claims and figures call: the functions of analysis/statistics and the tables.
/// Readers of one moment may share `tables`; without them a reader computes its own, again whenever the campaign has
/// changed.
void add_query_functions(QueriedCampaign& campaign, std::shared_ptr<QueryTables> tables = nullptr,
                         const IntervalRule& rule = {});

}  // namespace palio
