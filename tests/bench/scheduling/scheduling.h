#pragma once

#include <string>

#include "platforms/model/platform.h"
#include "workloads/model/workload.h"

namespace palio::bench {

Platform platform_of(const std::string& recipe);
Workload workload_of(const std::string& recipe);

/// s of CPU of the calling thread.
double cpu_clock();

/// s of CPU of one call: the mean of as many as take a while.
template <class Call>
double cpu_of(const Call& call) {
  constexpr double k_while = 1e-3;  // s
  const double start = cpu_clock();
  double spent = 0;
  int calls = 0;
  for (; spent < k_while; ++calls, spent = cpu_clock() - start) call();
  return spent / calls;
}

}  // namespace palio::bench
