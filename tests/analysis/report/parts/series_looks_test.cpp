#include "analysis/report/parts/series_looks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace palio {
namespace {

using testing::HasSubstr;

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

double linear(double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); }

Triple rgb(std::string_view hex) {
  const auto part = [&](std::size_t at) {
    return linear(std::stoi(std::string(hex.substr(at, 2)), nullptr, 16) / 255.0);
  };
  return {part(1), part(3), part(5)};
}

Triple times(const Matrix& matrix, const Triple& vector) {
  Triple product{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) product[i] += matrix[i][j] * vector[j];
  return product;
}

// CIE 1931 with the white of sRGB, then CIELAB 1976.
Triple lab(Triple colour) {
  for (double& part : colour) part = std::min(1.0, std::max(0.0, part));
  const Triple xyz = times({{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                             {0.2126729, 0.7151522, 0.0721750},
                             {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}},
                           colour);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  return {116 * f(xyz[1]) - 16, 500 * (f(xyz[0]) - f(xyz[1])), 200 * (f(xyz[1]) - f(xyz[2]))};
}

double distance(const Triple& a, const Triple& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

double luminance(std::string_view hex) {
  const Triple colour = rgb(hex);
  return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
}

double contrast(std::string_view a, std::string_view b) {
  const double first = luminance(a), second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

// Full sight, then the matrices of Machado, Oliveira and Fernandes for a severity of 1.
constexpr std::array<Matrix, 4> k_sights{
    {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

TEST(SeriesColours, AreToldApartWithAnySight) {
  for (const Matrix& sight : k_sights)
    for (std::size_t i = 0; i < k_series_colours.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        for (const auto member : {&SeriesColour::light, &SeriesColour::dark})
          EXPECT_GE(distance(lab(times(sight, rgb(k_series_colours[i].*member))),
                             lab(times(sight, rgb(k_series_colours[j].*member)))),
                    20)
              << k_series_colours[i].*member << ' ' << k_series_colours[j].*member;
}

TEST(SeriesColours, StandOutFromThePage) {
  for (const SeriesColour& colour : k_series_colours) {
    EXPECT_GE(contrast(colour.light, "#ffffff"), 3) << colour.light;
    EXPECT_GE(contrast(colour.dark, "#16181c"), 3) << colour.dark;  // --paper of the dark page
  }
}

// The ninth has the colour of the first and the next form; the first 40 have looks of their own.
TEST(StrategyMarks, AreForTheFirstForty) {
  std::vector<std::string> strategies;
  for (int i = 0; i < 77; ++i) strategies.push_back(fmt::format("S{}", i));
  EXPECT_EQ(with_strategy_marks("<td><bdi>S8</bdi></td>", strategies),
            "<td><span class=\"mark s0\" aria-hidden=true>\xE2\x96\xA0</span><bdi>S8</bdi></td>");
  EXPECT_EQ(with_strategy_marks("<td><bdi>S40</bdi></td>", strategies), "<td><bdi>S40</bdi></td>");
}

TEST(StrategyMarks, StandBeforeNamesThatFillACell) {
  const std::vector<std::string> strategies{"A", "<B>"};
  const std::string marked = with_strategy_marks(
      "<p><bdi>A</bdi></p><th scope=row><bdi>A</bdi></th><td><bdi>&lt;B&gt;</bdi></td><td><bdi>C</bdi></td>",
      strategies);
  EXPECT_THAT(marked, HasSubstr("<p><bdi>A</bdi></p>"));
  EXPECT_THAT(marked, HasSubstr("<th scope=row><span class=\"mark s0\" aria-hidden=true>\xE2\x97\x8F</span><bdi>A"));
  EXPECT_THAT(marked, HasSubstr("<td><span class=\"mark s1\" aria-hidden=true>\xE2\x97\x8F</span><bdi>&lt;B"));
  EXPECT_THAT(marked, HasSubstr("<td><bdi>C</bdi></td>"));
}

}  // namespace
}  // namespace palio
