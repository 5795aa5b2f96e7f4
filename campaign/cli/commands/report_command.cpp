
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "analysis/report/charts/drawing.h"
#include "analysis/report/report.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "campaign/report/usual_report.h"
#include "campaign/study/study.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "storage/read/campaign_reader.h"

namespace palio {
namespace {

struct ReportOptions {
  std::vector<std::string> databases;
  std::string output;
  std::string figure;                   // id, or "list"; empty: the whole report
  std::string figures;                  // file; empty: those that come with Palio
  std::string metric;                   // empty: the study's own
  std::vector<std::string> strategies;  // that charts show in any case
  std::string width;                    // with its unit; empty: the usual one
  std::string font_size;
  std::string font;
};

ReportWish wish_of(const ReportOptions& options) {
  ReportWish wish = usual_report({options.databases.begin(), options.databases.end()});
  wish.metric = options.metric;
  wish.figures_file = options.figures;
  if (!options.figures.empty()) wish.figures_text = read_text_file(options.figures);
  wish.strategies = options.strategies;
  return wish;
}

int list_figures(const ReportOptions& options) {
  TableWriter table(Format::table, {"figure", "rows", "title", "place"});
  for (const Figure& figure : campaign_figures(options.databases.front(), wish_of(options)))
    table.row({figure.head.id, whole(figure.data.rows.size()), figure.head.title, figure.head.place});
  table.finish();
  return k_success;
}

constexpr double k_point = 25.4 / 72;  // mm

// The length in mm; nothing if the text is no length.
std::optional<double> millimetres(const std::string& text) {
  struct Unit {
    std::string_view name;
    double size;  // mm
  };
  constexpr auto k_units = std::to_array<Unit>({{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"pt", k_point}});
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto unit = std::ranges::find(k_units, std::string_view(end, text.data() + text.size()), &Unit::name);
  if (error != std::errc() || unit == k_units.end()) return std::nullopt;
  return value * unit->size;
}

double picture_width(const std::string& text) {
  constexpr double k_least = 20, k_most = 1000;  // mm
  const std::optional<double> width = millimetres(text);
  if (!width) throw UserError("--width {}: write a number and mm, cm, in or pt, as in 88mm", text);
  if (!(*width >= k_least && *width <= k_most))
    throw UserError("--width {}: a picture is {} to {} mm wide", text, k_least, k_most);
  return *width;
}

// pt, with or without saying so.
double font_size(const std::string& text) {
  const bool plain = text.find_first_not_of("0123456789.") == std::string::npos;
  const double size = millimetres(plain ? text + "pt" : text).value_or(0) / k_point;
  if (!(size > 0)) throw UserError("--font-size {}: write a positive number of points, as in 8pt", text);
  return size;
}

PictureLook look_of(const ReportOptions& options) {
  PictureLook look;
  look.font = options.font;
  if (!options.font_size.empty()) look.font_size = font_size(options.font_size);
  if (options.width.empty() && !(options.font_size + options.font).empty())
    throw UserError("--font-size and --font go with --width, as in --width 88mm");
  if (!options.width.empty()) look.width = picture_width(options.width);
  return look;
}

int write_figure(const ReportOptions& options, const PictureLook& look) {
  constexpr auto k_pictures = std::to_array<std::pair<std::string_view, PictureKind>>(
      {{".svg", PictureKind::svg}, {".pdf", PictureKind::pdf}, {".png", PictureKind::png}});
  const std::string ending = std::filesystem::path(options.output).extension().string();
  const auto picture = std::ranges::find(k_pictures, ending, &decltype(k_pictures)::value_type::first);
  if (picture == k_pictures.end() && ending != ".csv" && ending != ".json")
    throw UserError("-o {}: a figure is written as .svg, .pdf, .png, .csv or .json", options.output);
  if (look.width && picture == k_pictures.end())
    throw UserError("-o {}: --width is for .svg, .pdf and .png", options.output);
  const Figure figure = campaign_figure(options.databases.front(), options.figure, wish_of(options));
  if (picture != k_pictures.end())
    write_output(options.output,
                 draw_picture(shown_part(figure), picture->second, look, shipped_folder("report") / "charts.js"));
  else
    write_output(options.output, ending == ".csv" ? csv_text(figure.data) : vega_lite(shown_part(figure)));
  return k_success;
}

// A device or a pipe may have any name.
void check_ending(const ReportOptions& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (options.output == "-" || ending == ".html" || ending == ".htm") return;
  std::error_code ignored;
  const std::filesystem::file_type type = std::filesystem::status(options.output, ignored).type();
  if (type == std::filesystem::file_type::not_found || type == std::filesystem::file_type::regular)
    throw UserError("-o {}: a report is written as .html; for one figure add --figure ID", options.output);
}

int write_report(const ReportOptions& options) {
  check_ending(options);
  const std::string charts = charts_script();
  write_output(options.output, report_page(options.databases.front(), charts, wish_of(options)));
  if (charts.empty())
    talk("the report has only tables: the chart library is missing\n(./dev build charts fetches it with npm)\n");
  return k_success;
}

int run_report(const ReportOptions& options) {
  if (options.figure == "list") return list_figures(options);
  if (options.output.empty()) {
    std::string files;
    for (const std::string& database : options.databases) files += brief_shell_word(database) + ' ';
    throw UserError("no output file; add -o, as in palio report {}-o report.html", files);
  }
  for (const std::string& database : options.databases) refuse_campaign("-o", options.output, database);
  if (!options.figures.empty() && same_file(options.output, options.figures))
    throw UserError("-o {} is the file of --figures; name another one", options.output);
  const PictureLook look = look_of(options);
  if (options.figure.empty() && look.width) throw UserError("--width applies to a figure: add --figure ID");
  return options.figure.empty() ? write_report(options) : write_figure(options, look);
}

}  // namespace

void setup_report(const CommandSyntax& app) {
  const auto [command, options] = add_command<ReportOptions>(
      app, "report", "Write the results as one HTML page, or a figure as a file", run_report);
  command.add_option("database F", options.databases, "Campaign file; several are read as one").required();
  command.add_option("-o,--output FILE", options.output,
                     "File to write: .html; for a figure .svg, .pdf, .png, .csv or .json");
  command.add_option("--figure ID", options.figure, "Write only this figure; list names those with data");
  command.add_option("--figures FILE", options.figures, "Custom figures instead of those of the study's paper");
  command.add_option("--metric M", options.metric, "Metric to compare strategies by (default: the study's own)");
  command.add_option("--strategy LABEL", options.strategies,
                     "Show this strategy in charts that show the best only (of more than 20); may be repeated");
  command.add_option("--width W", options.width, "Width of a figure for a paper: 88mm, 18cm, 3.5in or 250pt");
  command.add_option("--font-size PT", options.font_size,
                     "Size of its labels: 8pt (default: 8.25pt); where they do not fit, they are smaller");
  command.add_option("--font FAMILY", options.font, "Family of its font (default: the system's sans-serif)");
}

}  // namespace palio
