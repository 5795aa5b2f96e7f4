#include "core/outcome.h"

#include <gtest/gtest.h>

#include <array>

namespace palio {
namespace {

// The words are stored: a change would make old databases unreadable.
constexpr std::array<std::string_view, 10> k_words{"crashed",     "exited",   "exception", "invalid_schedule",
                                                   "no_schedule", "deadlock", "timeout",   "out_of_memory",
                                                   "worker_lost", "protocol"};

TEST(FailureWords, AreTheStoredOnes) {
  EXPECT_EQ(to_text(FailureKind::crashed), "crashed");
  EXPECT_EQ(to_text(FailureKind::invalid_schedule), "invalid_schedule");
  EXPECT_EQ(to_text(FailureKind::protocol), "protocol");
}

TEST(FailureWords, ReadBack) {
  for (std::size_t i = 0; i < k_words.size(); ++i) {
    EXPECT_EQ(to_text(static_cast<FailureKind>(i)), k_words[i]);
    EXPECT_EQ(failure_kind(k_words[i]), static_cast<FailureKind>(i));
  }
}

TEST(FailureWords, OthersAreUnknown) {
  for (const char* word : {"", "completed", "Crashed", "crash"}) EXPECT_EQ(failure_kind(word), std::nullopt);
}

}  // namespace
}  // namespace palio
