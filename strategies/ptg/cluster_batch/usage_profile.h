#pragma once

#include <optional>
#include <vector>

namespace palio {

/// How many processors of a cluster are in use, over all time from 0 on.
class UsageProfile {
public:
  explicit UsageProfile(int processors);

  /// Earliest date >= `ready` from which n processors are free for `duration`. n: at most all of them. s
  double earliest(double ready, double duration, int n) const;

  /// Latest date from which n processors are free for `duration`, not before `begin` and done by `end`. s
  std::optional<double> latest(double begin, double end, double duration, int n) const;

  void add(double start, double finish, int n);
  /// Takes back an add() of the very same dates.
  void remove(double start, double finish, int n);

private:
  struct Step {
    double date;  // s
    int used;     // from that date to the next step's
  };

  std::size_t step_at(double date) const;
  std::size_t cut(double date);
  void join(std::size_t step);
  void change(double start, double finish, int n);
  double end_of(std::size_t step) const;

  int processors_;
  std::vector<Step> steps_;  // ascending; neighbours differ in use; the first is at 0, the last one lasts for ever
};

}  // namespace palio
