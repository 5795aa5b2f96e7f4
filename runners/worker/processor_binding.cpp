#include "runners/worker/processor_binding.h"

namespace palio {

ProcessorBinding::ProcessorBinding() {
  const int processor = sched_getcpu();
  if (processor < 0 || processor >= CPU_SETSIZE || sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) return;
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(processor, &here);
  bound_ = sched_setaffinity(0, sizeof here, &here) == 0;
}

void ProcessorBinding::release() const {
  if (bound_) sched_setaffinity(0, sizeof allowed_, &allowed_);
}

}  // namespace palio
