#include "core/outcome.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>

namespace palio {
namespace {

// The words are stored: a change would make old databases unreadable.
constexpr std::array<std::string_view, 12> k_words{"crashed",     "exited",   "exception",      "invalid_schedule",
                                                   "no_schedule", "deadlock", "timeout",        "out_of_memory",
                                                   "worker_lost", "protocol", "engines_differ", "answers_differ"};

TEST(FailureWords, AreTheStoredOnesAndReadBack) {
  for (std::size_t i = 0; i < k_words.size(); ++i) {
    EXPECT_EQ(to_text(static_cast<FailureKind>(i)), k_words[i]);
    EXPECT_EQ(failure_kind(k_words[i]), static_cast<FailureKind>(i));
  }
}

// A lost worker, SIGKILL and SIGTERM come from outside; what a scenario does itself comes each time.
TEST(Outcomes, ThatWereEndedFromOutsideAreKnown) {
  EXPECT_TRUE(was_killed(Failure{FailureKind::worker_lost, 0, "", ""}));
  EXPECT_TRUE(was_killed(Failure{FailureKind::crashed, SIGKILL, "", ""}));
  EXPECT_TRUE(was_killed(Failure{FailureKind::crashed, SIGTERM, "", ""}));
  EXPECT_FALSE(was_killed(Failure{FailureKind::crashed, SIGSEGV, "", ""}));
  EXPECT_FALSE(was_killed(Failure{FailureKind::exited, 0, "", ""}));
  EXPECT_FALSE(was_killed(Failure{FailureKind::out_of_memory, SIGKILL, "", ""}));
  EXPECT_FALSE(was_killed(Completed{}));
}

TEST(FailureWords, OthersAreUnknown) {
  for (const char* word : {"", "completed", "Crashed", "crash"}) EXPECT_EQ(failure_kind(word), std::nullopt);
}

}  // namespace
}  // namespace palio
