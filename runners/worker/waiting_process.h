#pragma once

#include <sys/types.h>

#include "runners/process/descriptor.h"

namespace palio {

/// A child of this process that does nothing but wait until it is killed. A signal that ends it wakes it up before
/// kill() returns to the one that sent it, so that whether it still sleeps does not depend on when it is looked at.
class WaitingProcess {
public:
  /// Throws Shortage or InternalError where the system does not show it.
  explicit WaitingProcess(pid_t process);

  /// Waits where it is awake: it is about to sleep, or to end.
  bool still_waits() const;

private:
  Descriptor state_;  // file in which the kernel shows the process
};

}  // namespace palio
