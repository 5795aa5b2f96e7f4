#include "analysis/report/parts/series_looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/report/parts/html_text.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

// The forms of marks; those of points and curves are in the same order in charts/parts.js.
constexpr auto k_signs =
    std::to_array<std::string_view>({"\xE2\x97\x8F", "\xE2\x96\xA0", "\xE2\x96\xB2", "\xE2\x96\xBC", "\xE2\x9C\x9A"});
constexpr std::size_t k_looks = k_series_colours.size() * k_signs.size();  // further strategies have none

std::string variables(std::string_view SeriesColour::*colour) {
  std::string css = ":root {";
  for (std::size_t i = 0; i < k_series_colours.size(); ++i)
    css += fmt::format(" --series-{}: {};", i, k_series_colours[i].*colour);
  return css + " }\n";
}

}  // namespace

std::string colours_json() {
  return json_array(k_series_colours, [](const SeriesColour& colour) { return json_quoted(colour.light); });
}

std::string with_strategy_marks(std::string_view html, std::span<const std::string> strategies) {
  std::map<std::string, std::size_t, std::less<>> places;
  for (std::size_t i = 0; i < std::min(strategies.size(), k_looks); ++i) places.emplace(html_name(strategies[i]), i);
  std::string marked;
  constexpr std::string_view k_begin = "<bdi>", k_end = "</bdi>";
  while (true) {
    const std::size_t begin = html.find(k_begin);
    if (begin == std::string_view::npos) return marked += html;
    marked += html.substr(0, begin);
    html.remove_prefix(begin);
    const std::size_t end = html.find(k_end) + k_end.size();
    const bool fills_cell =
        html.substr(end).starts_with("</t") && (marked.ends_with("<th scope=row>") || marked.ends_with("<td>"));
    if (const auto found = places.find(html.substr(0, end)); fills_cell && found != places.end())
      marked += fmt::format("<span class=\"mark s{}\" aria-hidden=true>{}</span>",
                            found->second % k_series_colours.size(), k_signs[found->second / k_series_colours.size()]);
    marked += html.substr(0, end);
    html.remove_prefix(end);
  }
}

std::string series_css() {
  std::string css = variables(&SeriesColour::light) + "@media screen and (prefers-color-scheme: dark) {\n" +
                    variables(&SeriesColour::dark) + "}\n";
  for (std::size_t i = 0; i < k_series_colours.size(); ++i)
    css += fmt::format(".s{0} {{ color: var(--series-{0}); }}\n", i);
  return css;
}

}  // namespace palio
