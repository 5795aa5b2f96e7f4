#pragma once

#include <sched.h>

namespace palio {

/// Keeps this process on the processor where it runs now, so that a child that it forks starts there, next to warm
/// caches and without a signal to another processor, and so that the child's end wakes it up there. A child calls
/// release() and may go where the system puts it. Best effort: without effect where the system refuses.
class ProcessorBinding {
public:
  ProcessorBinding() {
    const int processor = sched_getcpu();
    if (processor < 0 || processor >= CPU_SETSIZE || sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) return;
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(processor, &here);
    bound_ = sched_setaffinity(0, sizeof here, &here) == 0;
  }

  /// Back to the processors that were allowed before.
  void release() const {
    if (bound_) sched_setaffinity(0, sizeof allowed_, &allowed_);
  }

private:
  cpu_set_t allowed_{};
  bool bound_ = false;
};

}  // namespace palio
