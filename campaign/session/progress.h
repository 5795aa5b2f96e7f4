#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "campaign/session/time_left.h"

namespace palio {

/// "1 h 02 min", "3 min 20 s", "12 s", "0.4 s".
std::string duration_text(double seconds);

/// Counts the scenarios of a session and estimates when it ends, in predicted work, because cheap and expensive
/// scenarios are not mixed evenly. Rates cover the last k_window of this session only. Any thread.
class ProgressMeter {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds k_window{30};
  static constexpr std::uint64_t k_enough = 20;  // results in the window; with fewer, the whole session counts

  /// What is counted: scenarios that complete or fail, these once they are stored, or stored results, without that
  /// distinction.
  enum class Counted { scenarios, stored_scenarios, results };

  /// Until expect() is called, every scenario is one unit of work.
  ProgressMeter(std::uint64_t planned, std::uint64_t already_stored, Clock::time_point start,
                Counted counted = Counted::scenarios)
      : planned_(planned),
        stored_(already_stored),
        start_(start),
        counted_(counted),
        work_left_(static_cast<double>(planned)),
        latest_(start) {}

  /// What is running at a moment.
  struct Running {
    int slots = 1;  // that could run one each
    std::size_t scenarios = 0;
    double seconds = 0;  // since they began, in all
    double work = 0;     // predicted
  };

  /// A scenario ended; `work` is what was predicted for it.
  void add(bool completed, double work, Clock::time_point now);
  /// The same if it is known how long it took its slot, s, and what is running now.
  void add(bool completed, double work, double slot_seconds, const Running& running, Clock::time_point now);
  /// What is running now, after something has started.
  void run(const Running& running, Clock::time_point now);
  /// `count` more results are done, one unit of work each.
  void add_results(std::uint64_t count, Clock::time_point now);

  /// A new prediction: of what was done so far, of what is left, of what runs, and of the work that a slot does per
  /// second before anything is observed (0: unknown).
  void expect(double work_done, double work_left, double running_work, double speed);

  /// Results of stored_scenarios were stored, with this pace: until the next time, the line tells the time left from
  /// it, as every reader of the campaign does.
  void store(std::uint64_t completed, std::uint64_t failed, const Pace& pace, Clock::time_point now);
  /// What it waits for, for the line; empty: it goes on.
  void wait_for(std::string what);

  /// "1,204 of 1,750 scenarios (68 %), 0 failed, 61.3/s, 9 s left"; at most `width` characters of what matters most.
  std::string line(Clock::time_point now, std::size_t width = std::string::npos) const;
  /// s; negative: unknown.
  double seconds_left(Clock::time_point now) const;
  /// What that is computed from, as of now, to be stored.
  Pace pace(Clock::time_point now) const;

  std::uint64_t completed() const;
  std::uint64_t failed() const;
  /// Scenarios that ended and are not stored.
  std::uint64_t unstored() const;

private:
  struct Tick {
    Clock::time_point time;
    std::uint64_t done;
    double work, slot_seconds;
  };

  void count(std::uint64_t& counter, std::uint64_t count, double work, Clock::time_point now);
  Tick since(Clock::time_point now) const;
  Pace latest_pace(Clock::time_point now) const;  // as of the latest event
  bool counts_stored() const { return counted_ == Counted::stored_scenarios; }

  std::uint64_t planned_, stored_;
  Clock::time_point start_;
  Counted counted_;
  mutable std::mutex mutex_;
  std::uint64_t completed_ = 0, failed_ = 0;
  struct Stored {
    std::uint64_t completed = 0, failed = 0;
    std::optional<Pace> pace = {};  // none: nothing was stored yet
    Clock::time_point time = {};
  } now_stored_;
  std::string waiting_;
  double work_done_ = 0, work_left_;
  double slot_seconds_ = 0;  // that it took
  double expected_speed_ = 0;
  Running running_;
  Clock::time_point latest_;  // event
  std::deque<Tick> ticks_;    // about one a second, over the window
};

/// Shows a meter on stderr: repainted in place on a terminal that takes escapes, else a line every half minute. One
/// thread.
class ProgressDisplay {
public:
  enum class Mode { off, automatic };

  ProgressDisplay(const ProgressMeter& meter, Mode mode);
  /// Shows the present state if it is time to; cheap otherwise.
  void refresh(ProgressMeter::Clock::time_point now);
  /// Leaves the last state on its own line.
  void finish(ProgressMeter::Clock::time_point now);

private:
  const ProgressMeter& meter_;
  bool redrawn_;
  bool off_;
  ProgressMeter::Clock::time_point next_;
};

/// Refreshes the display of a meter from a thread of its own until it is destroyed.
class DisplayThread {
public:
  DisplayThread(const ProgressMeter& meter, ProgressDisplay::Mode mode);
  ~DisplayThread();
  DisplayThread(const DisplayThread&) = delete;
  DisplayThread& operator=(const DisplayThread&) = delete;

private:
  ProgressDisplay display_;
  std::jthread thread_;
};

/// While it lives, after `patience`, shows on stderr what it is waiting for and how long ("scheduling with HCPA: 12
/// s"): one line, repainted in place and cleared at the end, only on a terminal that takes escapes.
class WaitingLine {
public:
  using Doing = std::function<std::string()>;
  static constexpr std::chrono::milliseconds k_long{2000};

  /// `doing` is called by a thread of this line.
  explicit WaitingLine(Doing doing, std::chrono::milliseconds patience = k_long);

private:
  std::jthread thread_;  // stops and joins in its destructor
};

}  // namespace palio
