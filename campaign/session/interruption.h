#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace palio {

class Interruption;

/// While it exists, SIGINT, SIGTERM and SIGHUP (not where nohup has it ignored) are blocked in the thread that made it
/// and in all that are started from then on, and come to a thread of its own: it tells the Interruptions there are.
/// What these do not take ends the process, in order and with status 130 where there is one or a file was made; else
/// the signal does what it would have done. After the last Interruption it changes nothing. main blocks the signals
/// before anything else, so that no order of calls matters: they wait until there is a watch.
class SignalWatch {
public:
  /// The one of this process, which ends with the last who holds it. Throws std::system_error if there is no thread.
  static std::shared_ptr<SignalWatch> shared(Interruption* told = nullptr);

  /// `told`: of the first signal on; null: none.
  explicit SignalWatch(Interruption* told);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

private:
  friend class Interruption;
  void add(Interruption* told);
  void wait_for_signals();

  sigset_t signals_, before_{};
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;  // guards what follows, and stop_now_ of these
  std::vector<Interruption*> interruptions_;
  bool is_orderly_ = false;  // there has been one
  std::thread thread_;
};

/// While it exists, SIGINT, SIGTERM and SIGHUP ask to stop: the first to drain (finish what runs, start nothing new),
/// the second calls `stop_now`, or ends the process where there is none. A third does what the second did.
class Interruption {
public:
  Interruption() : watch_(SignalWatch::shared(this)) {}
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// What the second signal does; called from the thread that waits for signals. The first one shows in requested().
  /// Returns what it did before.
  std::function<void()> on_second_signal(std::function<void()> stop_now);

  bool requested() const { return count_ > 0; }

private:
  friend class SignalWatch;

  std::atomic<int> count_ = 0;
  std::function<void()> stop_now_;
  std::shared_ptr<SignalWatch> watch_;
};

/// While it exists, the second signal does this.
class OnSecondSignal {
public:
  OnSecondSignal(Interruption& interruption, std::function<void()> stop_now)
      : interruption_(interruption), before_(interruption.on_second_signal(std::move(stop_now))) {}
  ~OnSecondSignal() { interruption_.on_second_signal(before_); }
  OnSecondSignal(const OnSecondSignal&) = delete;
  OnSecondSignal& operator=(const OnSecondSignal&) = delete;

private:
  Interruption& interruption_;
  std::function<void()> before_;
};

}  // namespace palio
