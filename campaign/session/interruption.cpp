#include "campaign/session/interruption.h"

#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
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

// Nothing is left of what was not finished, nor a child that could write into it.
void end_process() {
  kill_orphans();
  talk("palio: interrupted; unfinished files were removed\n");
  remove_unfinished();
  ::_exit(EXIT_FAILURE);
}

// What the signal would have done. To this thread, so that it happens before raise() returns.
void let_through(int signal) {
  if (does(SIG_DFL, signal) && has_made_files()) end_process();
  const RequestsLetThrough now;
  std::raise(signal);
}

}  // namespace

std::shared_ptr<SignalWatch> SignalWatch::shared() {
  static std::mutex mutex;
  static std::weak_ptr<SignalWatch> one;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<SignalWatch> watch = one.lock();
  if (!watch) one = watch = std::make_shared<SignalWatch>();
  return watch;
}

SignalWatch::SignalWatch() : signals_(requests_to_end()) {
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
  ending_ = true;
  begin();
  pthread_kill(thread_.native_handle(), SIGTERM);  // wakes it up
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void SignalWatch::begin() {
  begun_ = true;
  begun_.notify_one();
}

void SignalWatch::wait_for_signals() {
  begun_.wait(false);
  int signal = 0;
  while (sigwait(&signals_, &signal) == 0 && !ending_) {
    const std::scoped_lock lock(mutex_);
    bool taken = false;
    for (Interruption* interruption : interruptions_) {
      const bool is_first = ++interruption->count_ == 1;
      if (!is_first && interruption->stop_now_) interruption->stop_now_();
      taken = taken || is_first || interruption->stop_now_;
    }
    if (!taken) let_through(signal);
  }
}

Interruption::Interruption() {
  const std::scoped_lock lock(watch_->mutex_);
  watch_->interruptions_.push_back(this);
  watch_->begin();
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
