#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "analysis/queries/query_tables.h"
#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/table.h"
#include "campaign/files/input_files.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct QueryOptions {
  std::string database;
  std::vector<std::filesystem::path> others;  // campaigns
  std::string sql;                            // a statement, @NAME of a ready query, or - for standard input
  std::vector<std::string> strategies;        // of a ready query
  std::string file;                           // of SQL; - for standard input
  std::string metric;                         // of a ready query; empty: the usual one
  std::optional<double> seconds;
  Format format = Format::table;
  std::vector<std::string> bold, raw;  // as typed: [COLUMN=]min|max; columns
  bool show = false, all_columns = false;
};

bool is_ready(const QueryOptions& options) { return options.sql.starts_with('@'); }

// Moves further campaigns, as typed before the statement, to their place.
void take_campaigns(QueryOptions& options) {
  const auto is_campaign = [](const std::string& word) {
    std::error_code ignored;
    return word.ends_with(".db") || (!word.starts_with('@') && std::filesystem::is_regular_file(word, ignored));
  };
  while (is_campaign(options.sql)) {
    options.others.emplace_back(options.sql);
    options.sql = options.strategies.empty() ? "" : options.strategies.front();
    if (!options.strategies.empty()) options.strategies.erase(options.strategies.begin());
  }
  std::error_code ignored;
  const std::string& first = options.database;
  if ((first.starts_with('@') || first.find(' ') != std::string::npos) && !std::filesystem::exists(first, ignored))
    throw UserError("there is no campaign {0}: the file comes before the question, as in palio query F {1}", first,
                    brief_shell_word(first));
}

// The statement that was asked for.
std::string statement(const QueryOptions& options) {
  if (!options.sql.empty() && !options.file.empty())
    throw UserError("both a statement and --file {} are given: leave one of them out", options.file);
  if (options.sql.empty() && options.file.empty())
    throw UserError(
        "say what to ask: either SQL, as in \"SELECT count(*) FROM results\", or @NAME of a query that comes "
        "with Palio (`palio list queries`), or --file FILE");
  const bool ready = is_ready(options);
  if (!ready && !options.metric.empty())
    throw UserError(
        "--metric {} says what a ready query measures, as in @degradation; SQL of your own names its "
        "columns itself",
        options.metric);
  if (!ready && !options.strategies.empty())
    throw UserError(
        "{} follows the SQL, which must be one argument: put quotes around all of it. Strategies go after a ready "
        "query, as in @effects HCPA M-HEFT",
        fmt::join(options.strategies, " "));
  if (ready) return ready_sql(options.sql.substr(1), options.metric, options.strategies);
  if (!options.file.empty()) return read_input(options.file);
  return options.sql == "-" ? read_input("-") : options.sql;
}

// What the columns of a ready query do not say of its metric.
void tell_metric(const CampaignReader& campaign, const QueryOptions& options, const std::string& sql) {
  if (!is_ready(options) || options.format != Format::table || sql.find(options.metric) == std::string::npos) return;
  if (!metric_remark(campaign, options.metric).empty()) talk("palio: by {}\n", metric_title(campaign, options.metric));
}

void require_column(const std::vector<std::string>& columns, std::string_view option, const std::string& column) {
  if (std::ranges::find(columns, column) != columns.end()) return;
  throw UserError("{} {}: the answer has no such column, but {}", option, column, fmt::join(columns, ", "));
}

// What the table of a document shows otherwise.
void dress(TableWriter& table, const QueryOptions& options, const std::vector<std::string>& columns) {
  for (const std::string& typed : options.bold) {
    const std::size_t sign = typed.rfind('=');
    const std::string column = sign == std::string::npos ? "" : typed.substr(0, sign);
    const std::string best = typed.substr(sign + 1);  // 0 if there is no sign
    if (best != "min" && best != "max") throw UserError("--bold {}: say min or max, or COLUMN=min", typed);
    if (!column.empty()) require_column(columns, "--bold", column);
    table.embolden(column, best == "min" ? Best::least : Best::greatest);
  }
  for (const std::string& column : options.raw) {
    require_column(columns, "--raw", column);
    table.take_raw(column);
  }
}

void require_document(const QueryOptions& options) {
  if (!options.bold.empty() && !is_for_documents(options.format))
    throw UserError("--bold is for --format latex and markdown");
  if (!options.raw.empty() && options.format != Format::latex) throw UserError("--raw is for --format latex");
}

int run_query(QueryOptions& options) {
  require_document(options);
  take_campaigns(options);
  CampaignReader reader(options.database);
  if (!options.others.empty()) reader.unite(options.others);
  if (is_ready(options) && options.metric.empty()) options.metric = usual_metric(reader);
  const std::string sql = statement(options);
  if (options.show) {
    say("{}{}", as_is(sql), sql.ends_with('\n') ? "" : "\n");
    return k_success;
  }
  if (!is_ready(options)) reader.prepare_joins(sql);
  add_query_functions(reader);
  if (options.seconds) reader.limit_time(*options.seconds);
  tell_metric(reader, options, sql);
  TableWriter table(options.format);
  if (!options.all_columns) table.leave_out_empty();
  reader.query(
      sql,
      [&](const auto& columns) {
        dress(table, options, columns);
        table.header(columns);
      },
      [&](const auto& row) { table.row(row); });
  if (const std::size_t left_out = table.finish(); left_out > 0)
    talk("palio: {} columns without a value are left out; --all-columns shows them\n", left_out);
  return k_success;
}

}  // namespace

void setup_query(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<QueryOptions>(app, "query", "Query a campaign in SQL; works while it runs", run_query);
  command.add_option("database F", options.database, "Campaign file; others that follow are read as one with it")
      .required();
  command.add_option("sql SQL", options.sql,
                     "One read-only statement, @NAME of a query that comes with Palio (`palio list queries`), or -");
  command.add_option("strategies STRATEGY", options.strategies,
                     "For @effects: the two strategies whose ratio it explains");
  command.add_option("--file Q.sql", options.file, "Read the statement from a file; - is standard input");
  command.add_option("--metric M", options.metric,
                     "Metric for a query that comes with Palio (default: the study's, or mean_makespan where all "
                     "workloads are uncertain, or makespan)");
  command.add_option("--time-limit S", options.seconds, "Stop the query after S seconds")
      .number(Least::above_zero, "seconds");
  command.add_flag("--all-columns", options.all_columns,
                   "A table of more than 20 columns also has those without a value in any row");
  command
      .add_option("--bold [COLUMN=]min|max", options.bold,
                  "LaTeX and Markdown: the best number of this column in bold; without a column, of every one that "
                  "is no count")
      .one_each();
  command.add_option("--raw COLUMN", options.raw, "LaTeX: the texts of this column are LaTeX already").one_each();
  command.add_flag("--show", options.show, "Print the SQL instead of running it");
  add_format(command, options.format);
}

}  // namespace palio
