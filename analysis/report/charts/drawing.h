#pragma once

#include <filesystem>
#include <string>

namespace palio {

/// Draws a Vega-Lite specification as SVG with node; `charts` is the folder that holds charts.js and draw.js. Throws
/// UserError where either is missing, InternalError with node's words where it fails.
std::string draw_svg(const std::string& specification, const std::filesystem::path& charts);

}  // namespace palio
