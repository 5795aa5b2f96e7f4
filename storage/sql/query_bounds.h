#pragma once

#include <cstdint>

namespace palio {

/// What a statement of a stranger may take: far more than claims, figures and tables of papers do.
struct QueryBounds {
  double seconds = 20;                             // of CPU time, whatever else the machine does
  std::int64_t rows = 1'000'000;                   // of an answer
  std::int64_t bytes = std::int64_t{128} << 20U;   // of its values
  std::int64_t memory = std::int64_t{512} << 20U;  // of SQLite, byte
  int value = 1'000'000, pattern = 1000;  // byte; of a value and of a LIKE: no time limit interrupts a single call
};

/// While it lives, the statements that its thread runs for users are strangers', and fail if they exceed the bounds.
/// Readers that are opened meanwhile have less memory.
class BoundedQueries {
public:
  explicit BoundedQueries(const QueryBounds& bounds);
  ~BoundedQueries();
  BoundedQueries(const BoundedQueries&) = delete;
  BoundedQueries& operator=(const BoundedQueries&) = delete;

private:
  QueryBounds bounds_;
  const QueryBounds* before_;
};

}  // namespace palio
