#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <functional>
#include <string>
#include <variant>

#include "runners/worker/isolation.h"

namespace palio::test {

class IsolationTest : public testing::Test {
protected:
  ChildReport run(const std::function<std::string()>& function, double cpu_limit = 30) {
    return isolation_.run(function, {.cpu_time = cpu_limit, .wall_time = 300});
  }
  static std::string text(const ChildReport& report) {
    const auto* answer = std::get_if<std::string>(&report.answer);
    return answer != nullptr ? *answer : "no answer: " + std::get<Failure>(report.answer).message;
  }
  static Failure failure(const ChildReport& report) {
    const auto* found = std::get_if<Failure>(&report.answer);
    return found != nullptr ? *found : Failure{FailureKind::protocol, 0, "it did answer", {}};
  }

  // The failure of a function that does not return.
  Failure end_of(const std::function<void()>& function, double cpu_limit = 30) {
    return failure(run([&] { return function(), std::string("it came back"); }, cpu_limit));
  }

  Isolation isolation_{STDOUT_FILENO};
};

// Computes for this CPU time of the process itself, independently of the machine's load.
inline void compute_isolated(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

inline std::string answer_after(double seconds) {
  compute_isolated(seconds);
  return "answer";
}

}  // namespace palio::test
