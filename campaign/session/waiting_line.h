#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace palio {

/// While it lives and that takes long, says on stderr what is waited for and since when ("scheduling with HCPA: 12 s"):
/// one line, repainted in place and wiped out at the end, and only on a terminal that takes escapes.
class WaitingLine {
public:
  using Doing = std::function<std::string()>;
  static constexpr std::chrono::milliseconds k_long{2000};

  /// `doing` is asked from a thread of this line.
  explicit WaitingLine(Doing doing, std::chrono::milliseconds patience = k_long);

private:
  std::jthread thread_;  // stops and joins when it goes
};

}  // namespace palio
