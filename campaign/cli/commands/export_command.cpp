#include <algorithm>
#include <filesystem>
#include <memory>

#include "analysis/export/export.h"
#include "analysis/queries/query_tables.h"
#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/output/schedule_outputs.h"
#include "campaign/replay/schedules.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct ExportOptions {
  std::string database;
  std::string output;
  std::vector<std::string> tables;
  std::string where;
  std::string sql;
  std::string format;  // empty: by the name of the file
  bool schedules = false;
  CodeOptions code;
};

// One file to write.
struct ExportTarget {
  std::string sql;
  std::filesystem::path path;
  std::unique_ptr<OutputFile> file = {};
  std::int64_t rows = 0;
};

bool is_folder(const std::string& output) {
  std::error_code ignored;
  return output.ends_with('/') || std::filesystem::is_directory(output, ignored);
}

// The name of the format: as typed, or by the file name.
std::string format_word(const ExportOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::string extension = std::filesystem::path(options.output).extension().string();
  if (options.output == "-" || is_folder(options.output)) return "csv";
  if (extension == ".csv" || extension == ".jsonl" || extension == ".parquet") return extension.substr(1);
  throw UserError(
      "-o {}: unknown format; name the file .csv or .jsonl, give --format, or end the name of a new folder with /",
      options.output);
}

std::vector<std::string> each_once(const std::vector<std::string>& tables) {
  std::vector<std::string> once;
  for (const std::string& table : tables)
    if (std::ranges::find(once, table) == once.end()) once.push_back(table);
  return once;
}

void check(const ExportOptions& options) {
  const bool own = !options.sql.empty();
  if (own && (!options.tables.empty() || !options.where.empty()))
    throw UserError("--sql is the whole query: leave out --table and --where");
  if (own && is_folder(options.output))
    throw UserError("-o {} is a folder, but the answer to --sql is one file: name it", options.output);
  const bool one_table = options.tables.size() == 1 || (options.tables.empty() && !is_folder(options.output));
  if (!options.where.empty() && !one_table) throw UserError("--where belongs to one table: name it with --table");
  if (options.tables.size() > 1 && !is_folder(options.output))
    throw UserError("{} tables cannot go into one file: give -o a folder", options.tables.size());
}

std::vector<ExportTarget> targets(const ExportOptions& options, std::string_view extension,
                                  const CampaignReader& reader) {
  const std::filesystem::path output = options.output;
  std::vector<ExportTarget> all;
  if (!options.sql.empty()) {
    const bool ready = options.sql.starts_with('@');
    all.push_back({ready ? ready_sql(options.sql.substr(1), usual_metric(reader)) : options.sql, output});
    return all;
  }
  std::vector<std::string> tables = options.tables;
  const bool folder = is_folder(options.output);
  if (tables.empty() && folder) tables.assign(k_exported_tables.begin(), k_exported_tables.end());
  if (options.tables.empty() && reader.kept() == Kept::metrics) std::erase(tables, "realizations");
  if (tables.empty()) tables.emplace_back("results");
  for (const std::string& table : tables)
    all.push_back(
        {export_query(table, options.where), folder ? output / fmt::format("{}.{}", table, extension) : output});
  return all;
}

int export_schedules(const ExportOptions& options) {
  if (!options.sql.empty() || !options.tables.empty())
    throw UserError("--schedules is a table of its own: leave out --table and --sql");
  if (is_folder(options.output) || format_word(options) != "csv")
    throw UserError("-o {}: schedules are written as one file, .csv", options.output);
  refuse_campaign("-o", options.output, options.database);
  CampaignReader reader(options.database);
  reader.hold();
  const std::vector<std::string> scenarios = completed_scenarios(reader, options.where);
  OutputFile file(options.output);
  std::string text;
  TableWriter table(text, Format::csv);
  replay_schedules(reader, scenarios, given_code(options.code, reader),
                   [&](const StoredScenario& stored, const SimulatedScenario& replayed) {
                     table.lead({"scenario", "platform", "workload", "strategy"},
                                {stored.id, stored.platform_label, stored.workload_label, stored.strategy_label});
                     write_schedule(table, replayed, feature_kinds());
                     file.write(text);
                     text.clear();
                   });
  file.finish();
  if (options.output != "-")
    talk("{}: the schedules of {} scenarios\n", options.output, count_text(std::ssize(scenarios)));
  return k_success;
}

int run_export(ExportOptions& options) {
  if (options.schedules) return export_schedules(options);
  options.tables = each_once(options.tables);
  const std::string word = format_word(options);
  if (word == "parquet")
    throw UserError(
        "Palio writes no Parquet: Debian 12 has no library for it. Export CSV and let a client convert it:\n"
        "  palio export {} -o results.csv\n"
        "  duckdb -c \"COPY (FROM 'results.csv') TO 'results.parquet'\"",
        brief_shell_word(options.database));
  const ExportFormat format = word == "csv" ? ExportFormat::csv : ExportFormat::json_lines;
  check(options);
  CampaignReader reader(options.database);
  reader.hold();  // all tables show one moment
  add_query_functions(reader);
  std::vector<ExportTarget> all = targets(options, word, reader);
  for (const ExportTarget& target : all) refuse_campaign("-o", target.path.string(), options.database);
  std::error_code error;
  if (is_folder(options.output)) std::filesystem::create_directories(options.output, error);
  if (error) throw UserError("cannot create the folder {}: {}", options.output, error.message());
  for (ExportTarget& target : all) {
    target.file = std::make_unique<OutputFile>(target.path);
    target.rows = export_rows(reader, target.sql, format, *target.file);
  }
  for (const ExportTarget& target : all) {  // files get their names once all are written
    target.file->finish();
    if (options.output != "-") talk("{}: {} rows\n", target.path.string(), count_text(target.rows));
  }
  return k_success;
}

}  // namespace

void setup_export(const CommandSyntax& app) {
  const auto [command, options] = add_command<ExportOptions>(
      app, "export", "Write a campaign's tables as CSV or JSON lines; works while it runs", run_export);
  command.add_option("database F", options.database, "Campaign file").required();
  command.add_option("-o,--output FILE|DIR", options.output, "File (.csv, .jsonl), folder for a file per table, or -")
      .required();
  command
      .add_option(
          "--table T,...", options.tables,
          "results, applications, failures, campaign, realizations (default: all into a folder, results into a file)")
      .delimiter(',');
  command.add_option("--where EXPR", options.where, "Only rows for which this SQL expression is true");
  command.add_option("--sql SQL", options.sql,
                     "The answer to one read-only statement, or to @NAME as in `palio query`, instead of a table");
  command.add_flag("--schedules", options.schedules,
                   "Instead of a table, a row for each task of the completed scenarios, which are replayed: where and "
                   "when it ran, its work and its position in the graph");
  add_code(command, options.code, CodeUse::campaign);
  command.add_option("--format F", options.format, "csv or jsonl (default: by the file name)")
      .choice({"csv", "jsonl", "parquet"});
}

}  // namespace palio
