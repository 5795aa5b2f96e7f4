#pragma once

#include <fenv.h>  // NOLINT(modernize-deprecated-headers): <cfenv> has no femode_t

#include <cfenv>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

#include "plugin/palio/strategy_abi.h"
#include "strategies/model/strategy.h"

namespace palio {

/// Saves the floating-point environment (rounding, flush to zero, traps, flags) and restores it in the destructor. An
/// on-line policy is called at every event: this takes 40 ns, fegetenv() and fesetenv() 250 ns.
class KeptArithmetic {
public:
  KeptArithmetic() : flags_(std::fetestexcept(FE_ALL_EXCEPT)) { fegetmode(&modes_); }
  ~KeptArithmetic() {
    femode_t left{};
    fegetmode(&left);
    if (std::memcmp(&left, &modes_, sizeof left) == 0 && std::fetestexcept(FE_ALL_EXCEPT) == flags_) return;
    std::fenv_t dropped{};
    std::feholdexcept(&dropped);  // else restoring a trap would raise an exception that is still pending
    fesetmode(&modes_);
    fesetexcept(flags_);
  }
  KeptArithmetic(const KeptArithmetic&) = delete;
  KeptArithmetic& operator=(const KeptArithmetic&) = delete;

private:
  femode_t modes_{};
  int flags_;
};

/// Calls custom code and returns its result. Every call goes through here, so that Palio never computes in a mode
/// that custom code leaves behind.
template <class Call>
decltype(auto) call_custom(Call call) {
  const KeptArithmetic kept;
  return call();
}

/// Where custom code reports that it cannot continue. The first report counts.
class Trouble {
public:
  Trouble() {
    plain_.no_schedule = [](palio_trouble* plain, palio_text reason) {
      self_of(plain).no_schedule({reason.data, reason.size});
    };
    plain_.failed = [](palio_trouble* plain, palio_text message) {
      self_of(plain).failed({message.data, message.size});
    };
    plain_.self = this;
  }
  Trouble(const Trouble&) = delete;
  Trouble& operator=(const Trouble&) = delete;

  /// The C struct for a library.
  palio_trouble& plain() { return plain_; }

  // See palio_trouble.
  void no_schedule(const std::string& reason) { take(NoSchedule(reason)); }
  void failed(const std::string& message) { take(std::runtime_error(message)); }

  /// Throws NoSchedule or std::runtime_error if anything was reported.
  void check() const {
    if (first_) std::rethrow_exception(first_);
  }

private:
  // Leads from the C struct back to this object.
  struct Plain : palio_trouble {
    Trouble* self;
  };

  static Trouble& self_of(palio_trouble* plain) { return *static_cast<Plain*>(plain)->self; }
  template <class Error>
  void take(const Error& error) {
    if (!first_) first_ = std::make_exception_ptr(error);
  }

  Plain plain_{};
  std::exception_ptr first_;
};

}  // namespace palio
