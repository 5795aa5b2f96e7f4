#pragma once

#include <sched.h>

namespace palio {

/// Keeps this process on the processor where it runs now, so that a child that it forks starts there, next to warm
/// caches and without a signal to another processor, and so that the child's end wakes it up there. A child calls
/// release() and may go where the system puts it. Best effort: without effect where the system refuses.
class ProcessorBinding {
public:
  ProcessorBinding();
  /// Back to the processors that were allowed before.
  void release() const;

private:
  cpu_set_t allowed_{};
  bool bound_ = false;
};

}  // namespace palio
