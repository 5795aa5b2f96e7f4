#pragma once

#include <chrono>

#include "runners/wire/protocol.h"

namespace palio {

/// How often a worker says that it is alive.
inline constexpr std::chrono::seconds k_heartbeat{5};

/// Says so during its lifetime, from a timer's signal (SIGALRM), even while this process is busy. Nothing else may
/// write replies meanwhile. One at a time, in a process of one thread.
class Heartbeat {
public:
  Heartbeat(int replies, Activity doing, std::chrono::milliseconds interval = k_heartbeat);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;
};

}  // namespace palio
