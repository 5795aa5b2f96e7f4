#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "analysis/report/charts/drawing.h"
#include "analysis/report/report.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/exit_status.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/study/study.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "storage/read/campaign_reader.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

struct ReportOptions {
  std::string database;
  std::string output;
  std::string figure;   // id, or "list"; empty: the whole report
  std::string figures;  // file; empty: those that come with Palio
  std::string metric;   // empty: the study's own
};

ReportWish wish_of(const ReportOptions& options) {
  const CampaignReader campaign(options.database);
  std::vector<CampaignReading> readings = stored_readings(campaign);
  return {.metric = options.metric,
          .study_metric = metric_of_study(campaign.info().study_text),
          .figures_file = options.figures,
          .figures_text = options.figures.empty() ? "" : read_text_file(options.figures),
          .reading = readings.empty() ? std::nullopt : std::optional(std::move(readings.front()))};
}

// Empty where it was not fetched.
std::string charts_script() {
  std::ifstream in(shipped_folder("report") / "charts.js", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

int list_figures(const ReportOptions& options) {
  TableWriter table(stdout, Format::table);
  table.header({"figure", "rows", "title", "place"});
  for (const Figure& figure : campaign_figures(options.database, wish_of(options)))
    table.row(
        {figure.head.id, static_cast<std::int64_t>(figure.data.rows.size()), figure.head.title, figure.head.place});
  table.finish();
  return k_success;
}

std::string csv_text(const DataTable& data) {
  std::string text;
  append_csv_row(text, {data.columns.begin(), data.columns.end()});
  for (const auto& row : data.rows) append_csv_row(text, row);
  return text;
}

int write_figure(const ReportOptions& options) {
  const std::string kind = std::filesystem::path(options.output).extension().string();
  if (kind != ".svg" && kind != ".csv" && kind != ".json")
    throw UserError(fmt::format("-o {}: a figure is written as .svg, .csv or .json", options.output));
  const Figure figure = campaign_figure(options.database, options.figure, wish_of(options));
  if (kind == ".csv")
    write_output(options.output, csv_text(figure.data));
  else
    write_output(options.output,
                 kind == ".json" ? vega_lite(figure) + '\n' : draw_svg(vega_lite(figure), shipped_folder("report")));
  return k_success;
}

// A device or a pipe may have any name.
void check_ending(const ReportOptions& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (options.output == "-" || ending == ".html" || ending == ".htm") return;
  std::error_code ignored;
  const std::filesystem::file_type type = std::filesystem::status(options.output, ignored).type();
  if (type == std::filesystem::file_type::not_found || type == std::filesystem::file_type::regular)
    throw UserError(
        fmt::format("-o {}: a report is written as .html; its figures alone with --figure ID", options.output));
}

int write_report(const ReportOptions& options) {
  check_ending(options);
  const std::string charts = charts_script();
  write_output(options.output, report_page(options.database, charts, wish_of(options)));
  if (charts.empty())
    talk("the report has tables alone: what draws charts is not there\n(./dev build charts fetches it with npm)\n");
  return k_success;
}

int run_report(const ReportOptions& options) {
  if (options.figure == "list") return list_figures(options);
  if (options.output.empty())
    throw UserError(fmt::format("nowhere to write to; add -o, as in palio report {} -o report.html", options.database));
  refuse_campaign("-o", options.output, options.database);
  if (!options.figures.empty() && same_file(options.output, options.figures))
    throw UserError(fmt::format("-o {} is the file of --figures; name another one", options.output));
  return options.figure.empty() ? write_report(options) : write_figure(options);
}

}  // namespace

void setup_report(const CommandSyntax& app) {
  const auto options = std::make_shared<ReportOptions>();
  const CommandSyntax command =
      app.add_subcommand("report", "Write what came out as one HTML page, or a figure as a file");
  command.add_option("database", options->database, "Campaign file").required().type_name("F");
  command.add_option("-o,--output", options->output, "File to write: .html; of a figure .svg, .csv or .json")
      .type_name("FILE");
  command.add_option("--figure", options->figure, "One figure alone; list names those that there are").type_name("ID");
  command.add_option("--figures", options->figures, "Figures of your own instead of those of the study's paper")
      .type_name("FILE");
  command.add_option("--metric", options->metric, "What strategies are compared by (default: the study's own)")
      .type_name("M");
  command.footer(
      "\nExamples:\n  palio report sample.db -o report.html\n  palio report sample.db --metric efficiency -o "
      "report.html\n"
      "  palio report sample.db --figure list\n"
      "  palio report sample.db --figure profile -o profile.svg");
  command.runs([options] { return run_report(*options); });
}

}  // namespace palio
