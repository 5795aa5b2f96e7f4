#pragma once

#include <cfenv>
#include <exception>
#include <new>
#include <string>

#include "runners/process/descriptor.h"

namespace palio {

/// What a scenario may leave in its process for those after it: docs/robustness.md lists what is put back, what is
/// found, and what is neither. One at a time, in a process of one thread.
class Leftovers {
public:
  /// Keeps the process as it is now. Throws Shortage or InternalError where the system does not show it.
  Leftovers();

  /// Puts back without a look: floating-point environment, errno, random numbers and handlers of the C and C++
  /// libraries; and the mark of the largest memory to what is there now.
  void put_back() const;

  /// Whether anything else is not as it was.
  bool found() const;

private:
  std::string present() const;

  Descriptor status_, limits_, marks_;  // files in which the kernel shows the process
  fenv_t floating_point_{};
  std::new_handler refused_ = std::get_new_handler();
  std::terminate_handler terminate_ = std::get_terminate();
  std::string kept_;
};

}  // namespace palio
