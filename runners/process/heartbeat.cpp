#include "runners/process/heartbeat.h"

#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

namespace palio {
namespace {

// Of the one live Heartbeat; a signal handler can only use globals.
int replies_of_heartbeat = -1;
std::string line_of_heartbeat;

// The line is short enough for the system to write it whole. A closed pipe is noticed elsewhere.
void beat(int /*signal*/) {
  const int error = errno;
  [[maybe_unused]] const ssize_t written =
      write(replies_of_heartbeat, line_of_heartbeat.data(), line_of_heartbeat.size());
  errno = error;
}

void set_timer(std::chrono::microseconds interval) {
  const timeval time{interval.count() / 1'000'000, interval.count() % 1'000'000};
  const itimerval timer{time, time};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

Heartbeat::Heartbeat(int replies, Activity doing, std::chrono::milliseconds interval) {
  replies_of_heartbeat = replies;
  line_of_heartbeat = encode(Alive{doing}) + '\n';
  struct sigaction action {};
  action.sa_handler = beat;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  set_timer(interval);
}

Heartbeat::~Heartbeat() {
  set_timer({});
  std::signal(SIGALRM, SIG_DFL);
}

}  // namespace palio
