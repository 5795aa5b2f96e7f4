#include "campaign/session/interruption.h"

#include <pthread.h>

#include <csignal>
#include <utility>

namespace palio {
namespace {

// nohup asks for runs that outlive their terminal.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// SIGUSR1 only wakes the waiting thread up when the object ends.
sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&signals, signal);
  if (!is_ignored(SIGHUP)) sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

Interruption::Interruption() {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::thread([this] { wait_for_signals(); });
}

Interruption::~Interruption() {
  ending_ = true;
  pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

void Interruption::on_second_signal(std::function<void()> stop_now) {
  const std::scoped_lock lock(mutex_);
  stop_now_ = std::move(stop_now);
}

void Interruption::wait_for_signals() {
  const sigset_t signals = watched_signals();
  int signal = 0;
  while (sigwait(&signals, &signal) == 0 && !ending_) {
    if (signal == SIGUSR1) continue;
    if (++count_ == 1) continue;
    const std::scoped_lock lock(mutex_);
    if (stop_now_) stop_now_();
  }
}

}  // namespace palio
