#include "storage/sql/sql_function.h"

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "core/exact_sum.h"
#include "storage/sql/callback.h"

namespace palio {
namespace {

// A sum of 64-bit integers in two words, which fewer than 2^31 of them cannot overflow.
class IntegerSum {
public:
  void add(std::int64_t value, int sign) {
    high_ += sign * (value >> 32);
    low_ += sign * (value & k_low);
  }

  // Nothing if it needs more than 64 bits.
  std::optional<std::int64_t> value() const {
    const std::int64_t high = carried();
    if (high < std::numeric_limits<std::int32_t>::min() || high > std::numeric_limits<std::int32_t>::max())
      return std::nullopt;
    return high * k_word + (low_ & k_low);
  }

  void add_to(ExactSum& sum) const {
    constexpr auto word = static_cast<double>(k_word);
    sum.add(static_cast<double>(carried() >> 32) * word * word);
    sum.add(static_cast<double>(carried() & k_low) * word);
    sum.add(static_cast<double>(low_ & k_low));
  }

private:
  static constexpr std::int64_t k_word = std::int64_t{1} << 32;
  static constexpr std::int64_t k_low = k_word - 1;

  std::int64_t carried() const { return high_ + (low_ >> 32); }

  std::int64_t high_ = 0, low_ = 0;
};

// The values of a group or of a window's frame. As in SQLite, NULL does not count, and a text counts as the real that
// it begins with.
class Total {
public:
  // `sign`: 1 for a row that comes in, -1 for one that leaves.
  void add(sqlite3_value* value, int sign) {
    switch (sqlite3_value_numeric_type(value)) {
      case SQLITE_NULL: return;
      case SQLITE_INTEGER: integers_.add(sqlite3_value_int64(value), sign); break;
      default: add_real(sqlite3_value_double(value), sign);
    }
    count_ += sign;
  }

  std::int64_t count() const { return count_; }
  bool of_integers() const { return reals_ == 0; }
  const IntegerSum& integers() const { return integers_; }

  // The sum of all values; NaN for infinities of both signs.
  double real() const {
    if (above_ > 0 && below_ > 0) return std::numeric_limits<double>::quiet_NaN();
    if (above_ + below_ > 0) return above_ > 0 ? HUGE_VAL : -HUGE_VAL;
    ExactSum sum = reals_sum_;
    integers_.add_to(sum);
    return sum.rounded();
  }

private:
  void add_real(double value, int sign) {
    reals_ += sign;
    if (std::isfinite(value))
      reals_sum_.add(sign * value);
    else
      (value > 0 ? above_ : below_) += sign;
  }

  std::int64_t count_ = 0, reals_ = 0;
  std::int64_t above_ = 0, below_ = 0;  // infinities, counted since they cannot be subtracted again
  IntegerSum integers_;
  ExactSum reals_sum_;
};

void step(sqlite3_context* context, int, sqlite3_value** values) {
  guarded(context, [&] { group_of_row<Total>(context, [] { return std::make_unique<Total>(); }).add(values[0], 1); });
}

void leave(sqlite3_context* context, int, sqlite3_value** values) {
  guarded(context, [&] { (*group_slot<Total>(context))->add(values[0], -1); });
}

using TotalAnswer = void (*)(sqlite3_context* context, const Total& total);

template <TotalAnswer answer>
void tell(sqlite3_context* context) {
  guarded(context, [&] {
    Total** total = group_slot<Total>(context);
    if (total == nullptr || *total == nullptr)
      answer(context, Total());
    else
      answer(context, **total);
  });
}

// Called once for every group that was started, even if the statement fails or is abandoned.
template <TotalAnswer answer>
void finish(sqlite3_context* context) {
  tell<answer>(context);
  if (Total** total = group_slot<Total>(context)) delete std::exchange(*total, nullptr);
}

void tell_sum(sqlite3_context* context, const Total& total) {
  if (total.count() == 0) return sqlite3_result_null(context);
  if (!total.of_integers()) return sqlite3_result_double(context, total.real());
  const std::optional<std::int64_t> sum = total.integers().value();
  if (sum)
    sqlite3_result_int64(context, *sum);
  else
    sqlite3_result_error(context, "integer overflow", -1);
}

void tell_total(sqlite3_context* context, const Total& total) { sqlite3_result_double(context, total.real()); }

void tell_average(sqlite3_context* context, const Total& total) {
  if (total.count() == 0) return sqlite3_result_null(context);
  sqlite3_result_double(context, total.real() / static_cast<double>(total.count()));
}

template <TotalAnswer answer>
void replace(sqlite3* database, const char* name) {
  require_success(database, sqlite3_create_window_function(database, name, 1, k_function_flags, nullptr, step,
                                                           finish<answer>, tell<answer>, leave, nullptr));
}

}  // namespace

void use_exact_totals(sqlite3* database) {
  replace<tell_sum>(database, "sum");
  replace<tell_total>(database, "total");
  replace<tell_average>(database, "avg");
}

}  // namespace palio
