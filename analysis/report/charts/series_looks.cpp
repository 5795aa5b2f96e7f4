#include "analysis/report/charts/series_looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/report/parts/html_text.h"

namespace palio {
namespace {

constexpr std::size_t k_looks = k_series_colours.size() * k_series_forms.size();  // further strategies have none

SeriesLook look(std::size_t number) {
  return {number % k_series_colours.size(), number / k_series_colours.size() % k_series_forms.size()};
}

std::string variables(std::string_view SeriesColour::*colour) {
  std::string css = ":root {";
  for (std::size_t i = 0; i < k_series_colours.size(); ++i)
    css += fmt::format(" --series-{}: {};", i, k_series_colours[i].*colour);
  return css + " }\n";
}

}  // namespace

std::vector<SeriesLook> series_looks(std::span<const SqlValue> series, std::span<const std::string> strategies) {
  std::map<SqlValue, std::size_t> numbers;
  for (std::size_t i = 0; i < std::min(strategies.size(), k_looks); ++i) numbers.emplace(strategies[i], i);
  std::set<std::size_t> taken;
  for (const SqlValue& value : series)
    if (const auto strategy = numbers.find(value); strategy != numbers.end()) taken.insert(strategy->second);
  std::vector<SeriesLook> looks;
  std::size_t next = 0;
  for (const SqlValue& value : series) {
    if (const auto strategy = numbers.find(value); strategy != numbers.end()) {
      looks.push_back(look(strategy->second));
      continue;
    }
    while (taken.contains(next)) ++next;
    looks.push_back(look(next++));
  }
  return looks;
}

std::string with_strategy_marks(std::string_view html, std::span<const std::string> strategies) {
  std::map<std::string, SeriesLook, std::less<>> looks;
  for (std::size_t i = 0; i < std::min(strategies.size(), k_looks); ++i)
    looks.emplace(html_name(strategies[i]), look(i));
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
    if (const auto found = looks.find(html.substr(0, end)); fills_cell && found != looks.end())
      marked += fmt::format("<span class=\"mark s{}\" aria-hidden=true>{}</span>", found->second.colour,
                            k_series_forms[found->second.form].sign);
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
