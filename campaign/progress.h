#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>

namespace palio {

/// "1 h 02 min", "3 min 20 s", "12 s", "0.4 s".
std::string duration_text(double seconds);

/// "1,814,400".
std::string count_text(std::uint64_t count);

/// Counts the scenarios of a session and estimates when it ends. Only this session's work enters the rate, over the
/// last k_window, so that a resume starts with an honest estimate. Any thread.
class ProgressMeter {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds k_window{30};

  ProgressMeter(std::uint64_t planned, std::uint64_t already_stored, Clock::time_point start)
      : planned_(planned), stored_(already_stored), start_(start) {}

  void add(bool completed, Clock::time_point now);

  /// "  1,204 of 1,750 scenarios (68 %), 0 failed, 61.3/s, 9 s left".
  std::string line(Clock::time_point now) const;

  std::uint64_t completed() const;
  std::uint64_t failed() const;

private:
  struct Tick {
    Clock::time_point time;
    std::uint64_t done;
  };

  double rate(Clock::time_point now) const;  // scenarios/s

  std::uint64_t planned_, stored_;
  Clock::time_point start_;
  mutable std::mutex mutex_;
  std::uint64_t completed_ = 0, failed_ = 0;
  std::deque<Tick> ticks_;  // about one a second, over the window
};

/// Shows a meter on stderr: redrawn in place on a terminal, otherwise a line every half minute. One thread.
class ProgressDisplay {
public:
  enum class Mode { off, automatic };

  ProgressDisplay(const ProgressMeter& meter, Mode mode);
  /// Shows the present state if it is time to; cheap otherwise.
  void refresh(ProgressMeter::Clock::time_point now);
  /// Leaves the last state behind, on a line of its own.
  void finish(ProgressMeter::Clock::time_point now);

private:
  const ProgressMeter& meter_;
  bool terminal_;
  bool off_;
  ProgressMeter::Clock::time_point next_;
};

}  // namespace palio
