#include "campaign/session/interruption.h"

#include <pthread.h>

#include <utility>

#include "core/text/new_file.h"
#include "core/text/talk.h"
#include "core/tool.h"
#include "runners/process/orphaned_processes.h"

namespace palio {
namespace {

bool does(void (*action)(int), int signal) {
  struct sigaction present {};
  return sigaction(signal, nullptr, &present) == 0 && present.sa_handler == action;
}

bool any_is_pending(const sigset_t& signals) {
  sigset_t pending{};
  sigpending(&pending);
  sigandset(&pending, &pending, &signals);
  return sigisemptyset(&pending) == 0;
}

// Nothing is left of what was not finished, nor a child that could write into it.
void end_process() {
  being_made().lock();
  kill_orphans();
  talk("palio: interrupted; unfinished files were removed\n");
  remove_unfinished();
}

}  // namespace

std::shared_ptr<SignalWatch> SignalWatch::shared(Interruption* told) {
  static std::mutex mutex;
  static std::weak_ptr<SignalWatch> one;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<SignalWatch> watch = one.lock();
  if (watch)
    watch->add(told);
  else
    one = watch = std::make_shared<SignalWatch>(told);
  return watch;
}

SignalWatch::SignalWatch(Interruption* told) : signals_(requests_to_end()) {
  add(told);
  if (does(SIG_IGN, SIGHUP)) sigdelset(&signals_, SIGHUP);  // nohup asks for runs that outlive their terminal
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  try {
    thread_ = std::thread([this] { wait_for_signals(); });
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    throw;
  }
}

SignalWatch::~SignalWatch() {
  while (any_is_pending(signals_)) std::this_thread::yield();  // it came before the end: it is taken
  ending_ = true;
  // NOLINTNEXTLINE(bugprone-bad-signal-to-kill-thread): it waits for signals
  pthread_kill(thread_.native_handle(), SIGTERM);  // wakes it up
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void SignalWatch::add(Interruption* told) {
  if (told == nullptr) return;
  const std::scoped_lock lock(mutex_);
  interruptions_.push_back(told);
  is_orderly_ = true;
}

void SignalWatch::wait_for_signals() {
  int signal = 0;
  while (sigwait(&signals_, &signal) == 0 && !ending_) {
    const std::scoped_lock lock(mutex_);
    bool taken = false;
    for (Interruption* interruption : interruptions_) {
      const bool is_first = ++interruption->count_ == 1;
      if (!is_first && interruption->stop_now_) interruption->stop_now_();
      taken = taken || is_first || interruption->stop_now_;
    }
    const bool is_over = is_orderly_ && interruptions_.empty() && !has_made_files();  // but for its last lines
    if (taken || is_over) continue;
    if (does(SIG_DFL, signal) && (is_orderly_ || has_made_files())) end_process();
    sigset_t alone;  // another one may be waiting that ends the process otherwise
    sigemptyset(&alone);
    sigaddset(&alone, signal);
    const RequestsLetThrough now(alone);  // to this thread, so that it happens before raise() returns
    std::raise(signal);
  }
}

Interruption::~Interruption() {
  const std::scoped_lock lock(watch_->mutex_);
  std::erase(watch_->interruptions_, this);
}

std::function<void()> Interruption::on_second_signal(std::function<void()> stop_now) {
  const std::scoped_lock lock(watch_->mutex_);
  return std::exchange(stop_now_, std::move(stop_now));
}

}  // namespace palio
