#pragma once

#include <string>
#include <vector>

namespace palio {

/// A point of a chart and its name; px from the upper left corner.
struct NamedPoint {
  std::string name;
  double x = 0, y = 0;
};

/// On which side of its point a name stands; nowhere if it would cover a point or another name on every side.
enum class LabelSide { right, left, above, below, nowhere };

inline constexpr double k_letter_width = 6.4;  // px, at 11 px
inline constexpr double k_label_height = 12;   // px

/// Sides for the names of all points of a chart so wide and high (px), the first points first.
std::vector<LabelSide> label_sides(const std::vector<NamedPoint>& points, double width, double height);

/// Places (px) for labels that stand below each other: in the order of what they name and as near to it as a distance
/// of k_label_height allows, all from 0 to `length` if they fit.
std::vector<double> spread_labels(const std::vector<double>& wanted, double length);

}  // namespace palio
