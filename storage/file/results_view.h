#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity/parameters.h"
#include "storage/sql/row_source.h"

namespace palio {

/// `results` holds what the present study wants, `all_results` everything that is stored and whether it is stale,
/// `realizations` each realization of what the study wants, in a campaign that keeps them.
enum class ResultsView { results, all_results, realizations };

// SQLite cannot index an expression over two tables; index_instances() makes a table for joins.
inline constexpr std::string_view k_instance = "platform.key || '-' || workload.key";

std::string_view name_of(ResultsView view);
bool is_results_view(std::string_view name);

/// Brings the views up to date with the columns of parameters; inside the caller's transaction.
///
/// A parameter's column has the parameter's name, with exceptions that depend only on which columns exist, never on the
/// order in which studies brought them:
/// - `sample`, `seed`, `path` and `digest` always begin with their table's name: platform_seed, workload_seed;
/// - so do names that the view itself uses (`processors` is a metric), and names that an earlier table already has, in
///   the order platform, workload, strategy;
/// - of two types that share a name in one table, the second has `width_text` for the table's "width:text".
void refresh_results_views(SQLite::Database& database);

/// The statement that makes the view with the present columns.
std::string results_view_definition(const RowSource& rows, ResultsView view, std::string_view schema = "main");

/// The SELECT in it, with the results from `table`.
std::string results_selection(const RowSource& rows, ResultsView view, std::string_view table,
                              std::string_view schema = "main");

/// The SELECT of the view over the tables of UnitedCampaigns.
std::string united_results(const RowSource& rows, ResultsView view);

/// Makes a temporary table of the instances with results, and temporary views `results` and `realizations` that take
/// them from there: SQLite then joins on the column `instance` by index, instead of comparing all pairs of results.
void index_instances(SQLite::Database& database);

/// A part of a campaign that statements see as the whole.
struct CampaignPart {
  std::vector<std::int64_t> platforms, workloads;  // ids
  std::map<std::int64_t, std::string> strategies;  // ids, and their labels in the part
};

/// Makes temporary views that replace the tables of strategies, platforms, workloads, results, failures and
/// realizations and the views `results` and `realizations`, with only that part's rows that are not stale.
void narrow_to_part(SQLite::Database& database, const CampaignPart& part);

/// A column of the view that comes from a platform, a workload or a strategy.
struct ViewColumn {
  std::string table;   // "platform", "workload" or "strategy"
  std::string source;  // column of that table
  std::string name;    // column of the view
  ParameterType type = ParameterType::text;
};

/// All columns of the view that identify a scenario: labels, families, names and parameters.
std::vector<ViewColumn> results_scenario_columns(const RowSource& rows, std::string_view schema = "main");

}  // namespace palio
