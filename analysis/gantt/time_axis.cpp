#include "analysis/gantt/time_axis.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace palio {
namespace {

struct Unit {
  double from;  // s: used for spans from here on
  const char* name;
  double seconds;
};

constexpr auto k_units = std::to_array<Unit>({
    {0, "\xC2\xB5s", 1e-6},
    {1e-3, "ms", 1e-3},
    {1, "s", 1},
    {4 * 3600.0, "h", 3600},
    {10 * 86400.0, "d", 86400},
});

const Unit& unit_for(double last) {
  const Unit* chosen = k_units.data();
  for (const Unit& unit : k_units)
    if (last >= unit.from) chosen = &unit;
  return *chosen;
}

// The smallest of 1, 2, 5, 10, ... that is not below.
double nice_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-12)) return factor * power;
  return 10 * power;
}

std::vector<double> marks_of(double step, double last) {
  std::vector<double> marks;
  for (int i = 0; i * step <= last * (1 + 1e-12); ++i) marks.push_back(i * step);
  return marks;
}

}  // namespace

std::string TimeAxis::text(double date) const {
  const double digits = std::max(0.0, -std::floor(std::log10(step / unit_seconds) + 1e-9));
  return fmt::format("{:.{}f}", date / unit_seconds, static_cast<int>(digits));
}

std::vector<double> even_marks(double last, int most_marks) {
  return marks_of(nice_step(last / (most_marks - 1)), last);
}

TimeAxis time_axis(double last, int most_marks) {
  if (!(last > 0)) last = 1;
  const Unit& unit = unit_for(last);
  TimeAxis axis{unit.name, unit.seconds, 0, {}};
  axis.step = nice_step(last / unit.seconds / (most_marks - 1)) * unit.seconds;
  axis.marks = marks_of(axis.step, last);
  return axis;
}

}  // namespace palio
