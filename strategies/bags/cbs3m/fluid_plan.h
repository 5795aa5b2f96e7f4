#pragma once

#include <cstddef>
#include <vector>

namespace palio {

/// What is sent and computed between successive dates, each at a constant rate, in the fluid model.
struct FluidPlan {
  double stretch = 0;
  std::vector<double> dates;      // s, one more than intervals, increasing
  std::vector<double> deadlines;  // s, by application
  int workers = 0;
  // Tasks (with fractions) by interval, application and worker: see at().
  std::vector<double> sent;
  std::vector<double> computed;

  int intervals() const { return static_cast<int>(dates.size()) - 1; }
  int applications() const { return static_cast<int>(deadlines.size()); }
  std::size_t at(int interval, int application, int worker) const {
    return (static_cast<std::size_t>(interval) * deadlines.size() + static_cast<std::size_t>(application)) *
               static_cast<std::size_t>(workers) +
           static_cast<std::size_t>(worker);
  }
};

}  // namespace palio
