#include "core/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace palio {
namespace {

constexpr double k_huge = 0x1p900;    // below, sums of 2^120 values do not overflow
constexpr double k_scale = 0x1p-200;  // of the huge values
constexpr double k_safe = 0x1p800;    // a scaled sum below it is no longer huge

struct RoundedSum {
  double sum, error;  // together exactly x + y
};

// Knuth, The Art of Computer Programming 2, 4.2.2, theorem B.
RoundedSum two_sum(double x, double y) {
  const double sum = x + y;
  const double of_y = sum - x;
  return {sum, (x - (sum - of_y)) + (y - of_y)};
}

// Adds a value to non-overlapping parts, which stay non-overlapping.
void grow(std::vector<double>& parts, double value) {
  std::size_t kept = 0;
  for (const double part : parts) {
    const auto [sum, error] = two_sum(value, part);
    if (error != 0) parts[kept++] = error;
    value = sum;
  }
  parts.resize(kept);
  if (value != 0) parts.push_back(value);
}

// Moves the bits of non-overlapping parts, in ascending order, into few of them at the end, after zeros; returns how
// many (the first pass of Shewchuk's figure 15).
std::size_t compress(std::span<double> parts) {
  std::size_t begin = parts.size() - 1;
  double great = parts[begin];
  for (std::size_t i = begin; i-- > 0;) {
    const auto [sum, error] = two_sum(great, parts[i]);
    great = sum;
    if (error == 0) continue;
    parts[begin--] = great;
    great = error;
  }
  parts[begin] = great;
  std::ranges::fill(parts.first(begin), 0.0);
  return parts.size() - begin;
}

// The double nearest to the sum of non-overlapping parts in ascending order.
double nearest(std::span<const double> parts) {
  if (parts.empty()) return 0;
  std::size_t left = parts.size() - 1;
  double high = parts[left];
  double low = 0;
  while (left > 0 && low == 0) {
    const auto [sum, error] = two_sum(high, parts[--left]);
    high = sum;
    low = error;
  }
  // A half was rounded to even, but the remaining parts decide otherwise.
  if (left > 0 && ((low < 0 && parts[left - 1] < 0) || (low > 0 && parts[left - 1] > 0))) {
    const double twice = 2 * low;
    const double next = high + twice;
    if (next - high == twice) return next;
  }
  return high;
}

}  // namespace

ExactSum::ExactSum(const ExactSum& other)
    : few_(other.few_), more_(other.more_ ? std::make_unique<More>(*other.more_) : nullptr) {}

ExactSum::More& ExactSum::more() {
  if (!more_) more_ = std::make_unique<More>();
  return *more_;
}

void ExactSum::add_unusual(double value) {
  if (std::isfinite(value))
    grow(more().huge, value * k_scale);
  else
    more().infinite += value;
}

void ExactSum::add(double value) {
  if (!(std::abs(value) < k_huge)) return add_unusual(value);
  if (more_ && !more_->parts.empty()) return grow(more_->parts, value);
  // No loop: large queries spend much of their time here. One of the errors is nearly always 0 and so no part.
  const auto [first, least] = two_sum(value, few_[0]);
  const auto [second, lower] = two_sum(first, few_[1]);
  const auto [greatest, low] = two_sum(second, few_[2]);
  if (least == 0) {
    few_ = {lower, low, greatest};
  } else if (lower == 0) {
    few_ = {least, low, greatest};
  } else if (low == 0) {
    few_ = {least, lower, greatest};
  } else if (std::array<double, k_few + 1> parts{least, lower, low, greatest}; compress(parts) <= k_few) {
    std::copy_n(parts.end() - k_few, k_few, few_.begin());
  } else {
    more().parts.assign(parts.begin(), parts.end());
    few_ = {};
  }
}

void ExactSum::add(const ExactSum& other) {
  for (const double part : other.ordinary()) add(part);
  if (!other.more_) return;
  for (const double part : other.more_->huge) grow(more().huge, part);
  if (other.more_->infinite != 0) add(other.more_->infinite);
}

void ExactSum::add_product(double x, double y) {
  const double product = x * y;
  add(product);
  if (std::isfinite(product)) add(std::fma(x, y, -product));
}

std::vector<double> ExactSum::ordinary() const {
  if (more_ && !more_->parts.empty()) return more_->parts;
  std::vector<double> parts(few_.begin(), few_.end());
  std::erase(parts, 0.0);
  return parts;
}

double ExactSum::rounded() const {
  if (more_ && more_->infinite != 0) return more_->infinite;
  std::vector<double> parts = ordinary();
  if (!more_ || more_->huge.empty()) return nearest(parts);
  std::vector<double> huge = more_->huge;
  if (std::abs(nearest(huge)) < k_safe) {
    for (const double part : huge) grow(parts, part / k_scale);
    return nearest(parts);
  }
  grow(huge, nearest(parts) * k_scale);
  return nearest(huge) / k_scale;
}

std::vector<double> ExactSum::parts() const {
  const double first = rounded();
  if (!std::isfinite(first)) return {first};
  ExactSum left = *this;
  std::vector<double> parts;
  for (double part = first; part != 0 && std::isfinite(part); part = left.rounded()) {
    parts.push_back(part);
    left.add(-part);
  }
  return parts;
}

}  // namespace palio
