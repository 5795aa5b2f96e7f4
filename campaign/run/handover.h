#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace palio {

/// Tells ThreadSanitizer about an order between threads that an uninstrumented library guarantees: a thread that
/// receives comes after all that gave before. Static objects only: to find any other one, a thread would have to read
/// what it has not received yet. Does nothing in other builds.
class Handover {
public:
#if defined(__SANITIZE_THREAD__)
  void give() { __tsan_release(this); }
  void receive() { __tsan_acquire(this); }
#else
  void give() {}
  void receive() {}
#endif
};

/// Gives, or receives, at the end of a scope, even if an exception ends it.
struct GiveAtEnd {
  Handover& handover;
  ~GiveAtEnd() { handover.give(); }
};
struct ReceiveAtEnd {
  Handover& handover;
  ~ReceiveAtEnd() { handover.receive(); }
};

}  // namespace palio
