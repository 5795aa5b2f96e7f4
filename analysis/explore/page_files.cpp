#include "analysis/explore/page_files.h"

#include <array>
#include <span>
#include <string>
#include <utility>

#include "analysis/report/parts/chart_data.h"
#include "analysis/report/parts/page.h"
#include "analysis/report/parts/series_looks.h"
#include "core/text/embedded_file.h"

namespace palio {

std::span<const EmbeddedFile> embedded_explore_files();  // made by palio_embed

namespace {

std::string_view report_style() {
  static const std::string style = std::string(page_file("page.css")) + series_css();
  return style;
}

}  // namespace

PageFile find_page_file(std::string_view path) {
  constexpr auto k_types =
      std::to_array<std::pair<std::string_view, std::string_view>>({{".html", "text/html; charset=utf-8"},
                                                                    {".css", "text/css; charset=utf-8"},
                                                                    {".js", "text/javascript; charset=utf-8"}});
  std::string_view name = path == "/" ? "index.html" : path.substr(1);
  for (const auto& [ending, type] : k_types) {
    if (!name.ends_with(ending)) continue;
    if (name == "page.css") return {type, report_style()};
    if (name == "chart_scripts.js") return {type, chart_scripts()};
    if (name == "page.js" || name == "tables.js") return {type, page_file(name)};  // the report's
    for (const EmbeddedFile& file : embedded_explore_files())
      if (file.name == name) return {type, file.text};
  }
  return {};
}

}  // namespace palio
