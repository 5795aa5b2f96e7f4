#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace palio {

/// Tells ThreadSanitizer of an order between threads that a library without instrumentation keeps: whoever receives
/// comes after everybody who gave before. Static objects only: to find another one, a thread would read what it has not
/// received yet. Nothing at all in other builds.
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

}  // namespace palio
