#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace palio {

enum class PictureKind { svg, pdf, png };

/// The look of a picture for a paper. Without a width its labels determine it, about 17 cm.
struct PictureLook {
  std::optional<double> width;  // mm, of the whole picture
  double font_size = 8.25;      // pt, of labels; titles of axes are a twelfth larger
  std::string font = {};        // family; empty: the system's sans-serif
};

/// Draws a Vega-Lite specification with node; `charts` is the folder that holds charts.js and draw.js. PDF, with its
/// fonts embedded, and PNG, of 300 dots per inch, are made from the SVG by rsvg-convert. Throws UserError if a program
/// or a file is missing, InternalError with a program's output if it fails.
std::string draw_picture(const std::string& specification, PictureKind kind, const PictureLook& look,
                         const std::filesystem::path& charts);

}  // namespace palio
