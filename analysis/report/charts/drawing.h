#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace palio {

enum class PictureKind { svg, pdf, png };

/// How a picture for a paper looks. Without a width it is as wide as its labels make it, about 17 cm.
struct PictureLook {
  std::optional<double> width;  // mm, of the whole picture
  double font_size = 8.25;      // pt, of labels; titles of axes are a twelfth larger
  std::string font = {};        // family; empty: the system's sans-serif
};

/// Draws a Vega-Lite specification with node; `charts` is the folder that holds charts.js and draw.js. PDF, with its
/// fonts embedded, and PNG, of 300 dots per inch, are made of the SVG by rsvg-convert. Throws UserError where a program
/// or a file is missing, InternalError with a program's words where it fails.
std::string draw_picture(const std::string& specification, PictureKind kind, const PictureLook& look,
                         const std::filesystem::path& charts);

}  // namespace palio
