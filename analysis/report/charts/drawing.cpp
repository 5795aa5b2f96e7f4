#include "analysis/report/charts/drawing.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "analysis/report/parts/chart_data.h"
#include "analysis/report/parts/page.h"
#include "core/error.h"
#include "core/tool.h"

namespace palio {
namespace {

// Its output for an input text. `without`: the error for when it is not in PATH.
std::string output_of(const std::vector<std::string>& command, std::string_view without, const std::string& input) {
  if (!is_in_path(command.front())) throw UserError(std::string(without));
  ToolAnswer answer = run_tool(command, {}, input);
  if (answer.status != 0)
    throw InternalError("{} failed with status {}: {}", command.front(), answer.status, answer.err);
  return std::move(answer.out);
}

// What draw.js writes about a figure.
std::string drawn_by_node(const Figure& figure, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"node", "-"});
  return output_of(arguments,
                   "charts are made by node, which is not on the PATH (Debian package nodejs); write the figure as "
                   ".csv",
                   fmt::format("{}const figure = {};\n{}", chart_scripts(), chart_data(figure), page_file("draw.js")));
}

std::string draw_svg(const Figure& figure, const PictureLook& look, const std::filesystem::path& charts) {
  if (!std::filesystem::exists(charts))
    throw UserError(
        "this palio was built without npm and cannot draw pictures; write the figure as .json, which any Vega-Lite "
        "program draws, or as .csv");
  return drawn_by_node(figure, {charts.string(), fmt::format("{}", look.width.value_or(0)),
                                fmt::format("{}", look.font_size), look.font});
}

}  // namespace

bool has_node() { return is_in_path("node"); }

std::string vega_lite(const Figure& figure) { return drawn_by_node(figure, {}); }

std::string draw_picture(const Figure& figure, PictureKind kind, const PictureLook& look,
                         const std::filesystem::path& charts) {
  std::string svg = draw_svg(figure, look, charts);
  if (kind == PictureKind::svg) return svg;
  std::vector<std::string> words{"rsvg-convert", "--format", "pdf"};
  if (kind == PictureKind::png)
    words = {"rsvg-convert", "--format", "png", "--dpi-x", "300", "--dpi-y", "300", "--background-color", "white"};
  return output_of(
      words,
      "PDF and PNG are made by rsvg-convert, which is not on the PATH (Debian package librsvg2-bin); write "
      "the figure as .svg",
      svg);
}

}  // namespace palio
