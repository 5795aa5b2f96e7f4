#include "storage/sql/query_bounds.h"

#include <ctime>

#include "core/error.h"

namespace palio {
namespace {

thread_local const QueryBounds* present_bounds = nullptr;

}  // namespace

BoundedQueries::BoundedQueries(const QueryBounds& bounds) : bounds_(bounds), before_(present_bounds) {
  present_bounds = &bounds_;
}
BoundedQueries::~BoundedQueries() { present_bounds = before_; }

const QueryBounds* BoundedQueries::present() { return present_bounds; }

void CountedRows::add(const std::vector<SqlValue>& row) {
  const QueryBounds* bounds = BoundedQueries::present();
  if (bounds == nullptr) return;
  for (const SqlValue& value : row) {
    const auto* text = std::get_if<std::string>(&value);
    bytes_ += static_cast<std::int64_t>(sizeof value + (text == nullptr ? 0 : text->size()));
  }
  if (++rows_ > bounds->rows || bytes_ > bounds->bytes)
    throw UserError("its answer has more than {} rows or {} MiB, the most that an artifact's may have: ask for less",
                    bounds->rows, bounds->bytes >> 20U);
}

double thread_cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace palio
