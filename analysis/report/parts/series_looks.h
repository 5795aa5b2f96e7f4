#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace palio {

/// A colour on white paper and on a dark page.
struct SeriesColour {
  std::string_view light, dark;
};

/// Colour-blind people can tell them apart: with protanopia, deuteranopia or tritanopia (Machado, Oliveira, Fernandes,
/// TVCG 15(6), 2009) any two are at least 20 apart in CIELAB. Contrast to the page is at least 3. charts/parts.js gives
/// them to the series of charts.
inline constexpr auto k_series_colours = std::to_array<SeriesColour>({{"#2050ce", "#809ff0"},
                                                                      {"#de7906", "#ffb041"},
                                                                      {"#438755", "#70d8b3"},
                                                                      {"#cc6ca2", "#b66197"},
                                                                      {"#229af1", "#b9dfff"},
                                                                      {"#a31800", "#e9624c"},
                                                                      {"#663b86", "#7d63f3"},
                                                                      {"#344649", "#eeea9a"}});

/// Those of light paper, a list in JSON.
std::string colours_json();

/// Puts a strategy's mark before its name in every table cell that holds only the name: with the colour and the form
/// that it has in charts.
std::string with_strategy_marks(std::string_view html, std::span<const std::string> strategies);

/// The colours as variables of a style sheet, --series-0 and so on, with the classes of marks.
std::string series_css();

}  // namespace palio
