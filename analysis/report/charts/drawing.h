#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "analysis/report/parts/figure.h"

namespace palio {

enum class PictureKind { svg, pdf, png };

/// The look of a picture for a paper. Without a width its labels determine it, about 17 cm.
struct PictureLook {
  std::optional<double> width;  // mm, of the whole picture
  double font_size = 8.25;      // pt, of labels; titles of axes are a twelfth larger
  std::string font = {};        // family; empty: the system's sans-serif
};

/// Whether node, which makes the files of charts, is on the PATH.
bool has_node();

/// The chart as a Vega-Lite specification, JSON with the data in it, made by node. Throws UserError if that is missing,
/// InternalError with its output if it fails.
std::string vega_lite(const Figure& figure);

/// Draws a figure with node; `charts` is the script of Vega and Vega-Lite, charts.js. PDF, with its fonts embedded, and
/// PNG, of 300 dots per inch, are made from the SVG by rsvg-convert. Throws UserError if a program or a file is
/// missing, InternalError with a program's output if it fails.
std::string draw_picture(const Figure& figure, PictureKind kind, const PictureLook& look,
                         const std::filesystem::path& charts);

}  // namespace palio
