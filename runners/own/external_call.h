#pragma once

#include <cfenv>

namespace palio {

/// Keeps the floating-point environment (rounding, flush to zero, traps, flags) and puts it back at its end.
class KeptArithmetic {
public:
  KeptArithmetic() { std::fegetenv(&kept_); }
  ~KeptArithmetic() { std::fesetenv(&kept_); }
  KeptArithmetic(const KeptArithmetic&) = delete;
  KeptArithmetic& operator=(const KeptArithmetic&) = delete;

private:
  std::fenv_t kept_{};
};

/// What external code answers. Every call of it goes through here: Palio never computes in the mode that it leaves.
template <class Call>
decltype(auto) external(Call call) {
  const KeptArithmetic kept;
  return call();
}

}  // namespace palio
