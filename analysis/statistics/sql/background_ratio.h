#pragma once

#include <cstddef>
#include <future>
#include <utility>
#include <vector>

#include "analysis/statistics/intervals/clustered.h"

namespace palio {

/// A ClusteredRatio of many rows: a thread adds some while SQLite reads the next ones. The order of rows does not
/// matter to its bits.
class BackgroundRatio {
public:
  struct Row {
    double x, y;
    std::int64_t platform, workload;
  };

  void add(const Row& row) {
    rows_.push_back(row);
    if (rows_.size() == k_rows_at_a_time) hand_over();
  }

  /// With all rows.
  const ClusteredRatio& finished() {
    if (adding_.valid()) adding_.get();
    add_all(std::exchange(rows_, {}));
    return ratio_;
  }

  static constexpr std::size_t k_rows_at_a_time = 8192;

private:
  // Without a policy std::async goes on without a thread where none can be had.
  void hand_over() {
    if (adding_.valid()) adding_.get();
    adding_ = std::async([this, rows = std::exchange(rows_, {})] { add_all(rows); });
  }

  void add_all(const std::vector<Row>& rows) {
    for (const Row& row : rows) ratio_.add(row.x, row.y, row.platform, row.workload);
  }

  std::vector<Row> rows_;
  ClusteredRatio ratio_;
  std::future<void> adding_;  // its destructor waits: the last member
};

}  // namespace palio
