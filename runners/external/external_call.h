#pragma once

#include <fenv.h>  // NOLINT(modernize-deprecated-headers): <cfenv> has no femode_t

#include <cfenv>

namespace palio {

/// Keeps the floating-point environment (rounding, flush to zero, traps, flags) and puts it back at its end. An
/// on-line policy is called at every event: this takes 40 ns, fegetenv() and fesetenv() 250 ns.
class KeptArithmetic {
public:
  KeptArithmetic() : flags_(std::fetestexcept(FE_ALL_EXCEPT)) { fegetmode(&modes_); }
  ~KeptArithmetic() {
    fesetmode(&modes_);
    const int raised = std::fetestexcept(FE_ALL_EXCEPT) & ~flags_;
    if (raised != 0) std::feclearexcept(raised);
  }
  KeptArithmetic(const KeptArithmetic&) = delete;
  KeptArithmetic& operator=(const KeptArithmetic&) = delete;

private:
  femode_t modes_{};
  int flags_;
};

/// What external code answers. Every call of it goes through here: Palio never computes in the mode that it leaves.
template <class Call>
decltype(auto) external(Call call) {
  const KeptArithmetic kept;
  return call();
}

}  // namespace palio
