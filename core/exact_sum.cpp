#include "core/exact_sum.h"

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
    : integer_(other.integer_), more_(other.more_ ? std::make_unique<More>(*other.more_) : nullptr) {}

ExactSum::More& ExactSum::more() {
  if (!more_) more_ = std::make_unique<More>();
  return *more_;
}

void ExactSum::add_otherwise(double value) {
  if (std::abs(value) < k_huge)
    grow(more().parts, value);
  else if (std::isfinite(value))
    grow(more().huge, value * k_scale);
  else
    more().infinite += value;
}

void ExactSum::add(const ExactSum& other) {
  std::vector<double> parts;
  if (!add_integer(other.integer_))
    parts = other.ordinary();
  else if (other.more_)
    parts = other.more_->parts;
  for (const double part : parts) add_otherwise(part);
  if (!other.more_) return;
  for (const double part : other.more_->huge) grow(more().huge, part);
  if (other.more_->infinite != 0) add(other.more_->infinite);
}

void ExactSum::add_product(double x, double y) {
  const double product = x * y;
  add(product);
  if (std::isfinite(product)) add(std::fma(x, y, -product));
}

// Non-overlapping parts of all but the huge values, from the least.
std::vector<double> ExactSum::ordinary() const {
  constexpr int k_bits = 43;  // of a piece, fewer than those of a double
  std::vector<double> parts;
  if (more_) parts = more_->parts;
  Integer left = integer_;
  for (int exponent = -k_unit; left != 0; exponent += k_bits, left >>= k_bits) {
    const auto piece = static_cast<std::int64_t>(left & ((std::int64_t{1} << k_bits) - 1));
    if (left < 0 && left >> k_bits == -1) {  // the last piece has the sign
      grow(parts, std::ldexp(static_cast<double>(left), exponent));
      break;
    }
    grow(parts, std::ldexp(static_cast<double>(piece), exponent));
  }
  return parts;
}

double ExactSum::rounded() const {
  if (!more_) return static_cast<double>(integer_) * 0x1p-75;  // exact, and faster than ldexp
  static_assert(k_unit == 75);
  if (more_->infinite != 0) return more_->infinite;
  std::vector<double> parts = ordinary();
  if (more_->huge.empty()) return nearest(parts);
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
