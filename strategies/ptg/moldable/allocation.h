#pragma once

#include "workloads/model/task_graph.h"

namespace palio {

/// How many processors a task gets once it is known, with t(p) its time and a(p) = p t(p) its area:
///   icpp22    the fewest with t(p) <= (1 - 2 mu) / (mu (1 - mu)) t_min: Perotin, Sun, Benoit, Robert, ICPP 2022
///   topc24    the most with a(p) <= alpha a_min: Benoit, Perotin, Robert, Sun, TOPC 2024 (arXiv 2304.14127)
///   fair      those with the least max(a(p) / a_min, t(p) / t_min): "The Fair algorithm", preprint rs-8251720, 2025
///   min_time  the fewest with t(p) = t_min
///   min_area  one
/// The first three give a task at most ceil(mu P) processors. mu and alpha of the first two depend on the speed-up law;
/// mu of the third on the largest ratio r of a task known so far: (2r + 1 - sqrt(4 r^2 + 1)) / (2r).
enum class MoldableRule { icpp22, topc24, fair, min_time, min_area };

/// The rule on P processors for tasks of one law. A task may be asked about several times.
class MoldableAllocation {
public:
  MoldableAllocation(MoldableRule rule, SpeedupLaw law, int processors);

  /// Processors of a task that becomes known, before the cap; it may lower the cap.
  int wanted(const Task& task);
  /// The most that a task gets now.
  int cap() const { return cap_; }

private:
  int balanced(const Task& task, int fastest);
  void set_cap(double mu);

  MoldableRule rule_;
  double mu_ = 1, alpha_ = 1;  // of the paper and the law
  double ratio_ = 1;           // fair: the largest of a task known so far
  int processors_, cap_;
};

}  // namespace palio
