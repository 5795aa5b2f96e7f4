#include "analysis/report/charts/drawing.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

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

std::string draw_svg(const std::string& specification, const PictureLook& look, const std::filesystem::path& charts) {
  const std::filesystem::path library = charts / "charts.js", script = charts / "draw.js";
  if (!std::filesystem::exists(library) || !std::filesystem::exists(script))
    throw UserError(
        "this palio was built without npm and cannot draw pictures; write the figure as .json, which any Vega-Lite "
        "program draws, or as .csv");
  return output_of({"node", script.string(), library.string(), fmt::format("{}", look.width.value_or(0)),
                    fmt::format("{}", look.font_size), look.font},
                   "pictures are drawn by node, which is not on the PATH (Debian package nodejs); write the figure as "
                   ".json, which any Vega-Lite program draws, or as .csv",
                   specification);
}

}  // namespace

std::string draw_picture(const std::string& specification, PictureKind kind, const PictureLook& look,
                         const std::filesystem::path& charts) {
  std::string svg = draw_svg(specification, look, charts);
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
