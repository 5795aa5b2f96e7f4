#include "runners/process/heartbeat.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"

namespace palio {
namespace {

TEST(Heartbeat, BeatsWhileItLivesAndNoLonger) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  {
    const Heartbeat heartbeat(ends[1], Activity::building, std::chrono::milliseconds(5));
    LineReader lines(ends[0]);
    for (int i = 0; i < 3; ++i) {
      // ThreadSanitizer delays signals during read(), but not during poll().
      pollfd readable{ends[0], POLLIN, 0};
      while (poll(&readable, 1, -1) != 1) continue;
      const ReplyLine line = decode_reply(lines.next().value());
      EXPECT_EQ(std::get<Alive>(line).doing, Activity::building);
    }
  }
  itimerval timer{};
  getitimer(ITIMER_REAL, &timer);
  EXPECT_EQ(timer.it_value.tv_sec + timer.it_value.tv_usec, 0);
  EXPECT_EQ(std::signal(SIGALRM, SIG_DFL), SIG_DFL);
  for (const int end : ends) close(end);
}

}  // namespace
}  // namespace palio
