#pragma once

#include "core/metrics.h"

namespace palio::test {

/// While one of these lives, the metric table has a row more, at its end: what a later Palio knows. For programs that
/// are linked by palio_link_later_metric().
class LaterMetric {
public:
  static constexpr MetricInfo k_row{.name = "later",
                                    .type = MetricType::integer,
                                    .unit = "task",
                                    .meaning = "made up for a test",
                                    .better = Better::less,
                                    .in_report = InReport::beside};

  LaterMetric();
  ~LaterMetric();
  LaterMetric(const LaterMetric&) = delete;
  LaterMetric& operator=(const LaterMetric&) = delete;
};

}  // namespace palio::test
