#pragma once

#include <stdexcept>
#include <utility>

#include "core/outcome.h"

namespace palio {

/// Thrown where a scenario failed outside this process, which knows how.
class FailedElsewhere : public std::runtime_error {
public:
  explicit FailedElsewhere(Failure failure) : std::runtime_error(failure.message), failure_(std::move(failure)) {}
  const Failure& failure() const { return failure_; }

private:
  Failure failure_;
};

/// s of CPU time that commands have taken so far to answer this process; those before the fork count, too.
inline double& elsewhere_time() {
  static double taken = 0;
  return taken;
}

}  // namespace palio
