#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace palio {

/// Tells ThreadSanitizer of an order between threads that a library without instrumentation keeps: a thread that
/// receives comes after all that gave before. Static objects only: to find another one, a thread would read what it has
/// not received yet. Does nothing in other builds.
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

/// Gives, or receives, at the end of a scope, also where an exception ends it.
struct GiveAtEnd {
  Handover& handover;
  ~GiveAtEnd() { handover.give(); }
};
struct ReceiveAtEnd {
  Handover& handover;
  ~ReceiveAtEnd() { handover.receive(); }
};

}  // namespace palio
