#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace palio {

/// A sum of doubles without rounding, so that their order does not matter. What is a multiple of 2^-75 and below 2^51,
/// as nearly all values are, adds up as one integer; the rest as non-overlapping parts (Shewchuk, Discrete and
/// Computational Geometry 18(3), 1997). Infinities add up as in IEEE 754, one of each sign to NaN.
class ExactSum {
public:
  ExactSum() = default;
  ~ExactSum() = default;
  ExactSum(const ExactSum& other);
  ExactSum(ExactSum&& other) noexcept = default;
  ExactSum& operator=(const ExactSum& other) { return *this = ExactSum(other); }
  ExactSum& operator=(ExactSum&& other) noexcept = default;

  void add(double value) {
    if (!add_as_integer(value)) add_otherwise(value);
  }
  void add(const ExactSum& other);
  /// Adds x times y without rounding, unless the product is too large or too small for a double.
  void add_product(double x, double y);

  /// The double nearest to the sum, ties to even; infinite beyond the largest double.
  double rounded() const;
  /// Doubles whose exact sum is the total, each the rounded remainder after those before it; the same for equal sums.
  std::vector<double> parts() const;

private:
  __extension__ using Integer = __int128;

  static constexpr int k_unit = 75;  // an integer counts 2^-75
  static constexpr int k_mantissa = 52, k_bias = 1023;

  // Members that most sums do not need.
  struct More {
    std::vector<double> parts;  // of what is no multiple of the unit, or was too large
    std::vector<double> huge;   // parts of the sum of huge values, scaled down so that nothing overflows
    double infinite = 0;        // sum of the values that are not finite
  };

  // Whether it could. Large queries spend much of their time here.
  bool add_as_integer(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int shift = static_cast<int>(bits >> k_mantissa & 0x7FF) - k_bias - k_mantissa + k_unit;
    const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << k_mantissa) - 1)) | std::uint64_t{1} << k_mantissa;
    Integer count = 0;
    if (shift >= 0 && shift < 126 - k_mantissa)
      count = static_cast<Integer>(mantissa) << shift;
    else if (shift < 0 && shift >= -k_mantissa && std::countr_zero(mantissa) >= -shift)
      count = static_cast<Integer>(mantissa >> -shift);
    else
      return value == 0;
    return add_integer(static_cast<std::int64_t>(bits) < 0 ? -count : count);
  }
  bool add_integer(Integer count) {
    Integer sum = 0;
    if (__builtin_add_overflow(integer_, count, &sum)) return false;
    integer_ = sum;
    return true;
  }
  void add_otherwise(double value);

  More& more();
  std::vector<double> ordinary() const;

  Integer integer_ = 0;
  std::unique_ptr<More> more_;
};

}  // namespace palio
