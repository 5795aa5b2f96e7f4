#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/sql/sql_value.h"

namespace palio {

/// A colour on white paper and on a dark page.
struct SeriesColour {
  std::string_view light, dark;
};

/// Colour-blind people can tell them apart: with protanopia, deuteranopia or tritanopia (Machado, Oliveira, Fernandes,
/// TVCG 15(6), 2009) any two are at least 20 apart in CIELAB. Contrast to the page is at least 3.
inline constexpr auto k_series_colours = std::to_array<SeriesColour>({{"#2050ce", "#809ff0"},
                                                                      {"#de7906", "#ffb041"},
                                                                      {"#438755", "#70d8b3"},
                                                                      {"#cc6ca2", "#b66197"},
                                                                      {"#229af1", "#b9dfff"},
                                                                      {"#a31800", "#e9624c"},
                                                                      {"#663b86", "#7d63f3"},
                                                                      {"#344649", "#eeea9a"}});

/// The forms that tell apart what shares a colour: of a point, of a curve (dashes, JSON), of a mark in a text.
struct SeriesForm {
  std::string_view shape, dashes, sign;
};
inline constexpr auto k_series_forms = std::to_array<SeriesForm>({{"circle", "[1, 0]", "\xE2\x97\x8F"},
                                                                  {"square", "[6, 3]", "\xE2\x96\xA0"},
                                                                  {"triangle-up", "[2, 2]", "\xE2\x96\xB2"},
                                                                  {"triangle-down", "[8, 2, 2, 2]", "\xE2\x96\xBC"},
                                                                  {"cross", "[12, 3]", "\xE2\x9C\x9A"}});

struct SeriesLook {
  std::size_t colour = 0;  // of k_series_colours
  std::size_t form = 0;    // of k_series_forms
};

/// The looks of series. Strategies of the campaign look the same everywhere; others get the looks that are left.
std::vector<SeriesLook> series_looks(std::span<const SqlValue> series, std::span<const std::string> strategies);

/// Puts a strategy's mark before its name in every table cell that holds only the name.
std::string with_strategy_marks(std::string_view html, std::span<const std::string> strategies);

/// The colours as variables of a style sheet, --series-0 and so on, with the classes of marks.
std::string series_css();

}  // namespace palio
