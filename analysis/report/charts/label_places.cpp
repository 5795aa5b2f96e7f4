#include "analysis/report/charts/label_places.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/text/visible_text.h"

namespace palio {
namespace {

struct LabelBox {
  double left, top, right, bottom;  // px

  bool meets(const LabelBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

constexpr double k_beside = 7;        // px from the point's middle
constexpr double k_point_radius = 5;  // px

double letters(std::string_view name) {
  double count = 0;
  for (; !name.empty(); ++count) name.remove_prefix(first_character(name).length);
  return count;
}

LabelBox box_of(const NamedPoint& point, LabelSide side) {
  const double width = letters(point.name) * k_letter_width, half = k_label_height / 2;
  switch (side) {
    case LabelSide::right: return {point.x + k_beside, point.y - half, point.x + k_beside + width, point.y + half};
    case LabelSide::left: return {point.x - k_beside - width, point.y - half, point.x - k_beside, point.y + half};
    case LabelSide::above:
      return {point.x - width / 2, point.y - k_beside - k_label_height, point.x + width / 2, point.y - k_beside};
    case LabelSide::below:
      return {point.x - width / 2, point.y + k_beside, point.x + width / 2, point.y + k_beside + k_label_height};
    case LabelSide::nowhere: break;
  }
  return {point.x, point.y, point.x, point.y};
}

bool lies_within(const LabelBox& box, double width, double height) {
  return box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
}

}  // namespace

std::vector<LabelSide> label_sides(const std::vector<NamedPoint>& points, double width, double height) {
  std::vector<LabelBox> taken;
  for (const NamedPoint& point : points)
    taken.push_back(
        {point.x - k_point_radius, point.y - k_point_radius, point.x + k_point_radius, point.y + k_point_radius});
  std::vector<LabelSide> sides;
  for (const NamedPoint& point : points) {
    sides.push_back(LabelSide::nowhere);
    for (const LabelSide side : {LabelSide::right, LabelSide::left, LabelSide::above, LabelSide::below}) {
      const LabelBox box = box_of(point, side);
      if (!lies_within(box, width, height) ||
          std::ranges::any_of(taken, [&](const LabelBox& other) { return box.meets(other); }))
        continue;
      sides.back() = side;
      taken.push_back(box);
      break;
    }
  }
  return sides;
}

std::vector<double> spread_labels(const std::vector<double>& wanted, double length) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
  std::vector<double> places = wanted;
  double free = -k_label_height;  // the latest place
  for (const std::size_t i : order) free = places[i] = std::max(places[i], free + k_label_height);
  free = std::max(length, (static_cast<double>(wanted.size()) - 1) * k_label_height) + k_label_height;
  std::ranges::reverse(order);
  for (const std::size_t i : order) free = places[i] = std::min(places[i], free - k_label_height);
  return places;
}

}  // namespace palio
