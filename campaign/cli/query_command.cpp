#include <CLI/CLI.hpp>
#include <memory>

#include "analysis/statistics/sql_functions.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options.h"
#include "campaign/cli/table.h"

namespace palio {
namespace {

struct QueryOptions {
  std::string database;
  std::string sql;
  Format format = Format::table;
};

int run_query(const QueryOptions& options) {
  CampaignReader reader(options.database);
  add_statistics(reader);
  TableWriter table(stdout, options.format);
  reader.query(
      options.sql, [&](const auto& columns) { table.header(columns); }, [&](const auto& row) { table.row(row); });
  table.finish();
  return k_success;
}

}  // namespace

void setup_query(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<QueryOptions>();
  CLI::App* command = app.add_subcommand("query", "Ask a campaign in SQL; works while it runs");
  command->add_option("database", options->database, "Campaign file")->required()->type_name("F");
  command->add_option("sql", options->sql, "One read-only statement; the view results has a row per scenario")
      ->required()
      ->type_name("SQL");
  add_format(*command, options->format);
  command->footer(
      "\nExample:\n  palio query sample.db \"SELECT strategy, count(*), avg(makespan), avg(efficiency)\n"
      "    FROM results WHERE outcome = 'completed' GROUP BY strategy\"");
  command->callback([options, &chosen] { chosen = [options] { return run_query(*options); }; });
}

}  // namespace palio
