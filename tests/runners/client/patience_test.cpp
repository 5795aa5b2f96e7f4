#include "runners/client/patience.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

using std::chrono::milliseconds;

const Shortage k_shortage(Resource::memory, "no");
const std::atomic<bool> k_go_on = false;

// How often a slot waits until its patience runs out.
int waits(Patience::Slot& slot) {
  for (int times = 0;; ++times) {
    try {
      slot.wait(k_shortage, k_go_on);
    } catch (const Shortage&) {
      return times;
    }
  }
}

TEST(Patience, IsAtItsEndAfterItsTimeAndNotBefore) {
  Patience patience(milliseconds(200));
  Patience::Slot slot(patience);
  const auto begin = Patience::Clock::now();
  // Pauses of 50, 100 and the rest of 200 ms; a busy machine makes them longer and fewer.
  EXPECT_LE(waits(slot), 3);
  EXPECT_GE(Patience::Clock::now() - begin, milliseconds(200));
}

TEST(Patience, WithoutAnyThrowsAtOnce) {
  Patience patience(milliseconds(0));
  Patience::Slot slot(patience);
  EXPECT_EQ(waits(slot), 0);
}

TEST(Patience, IsNoneWithWhatDoesNotComeBack) {
  Patience patience;
  Patience::Slot waiting(patience);
  const Patience::Slot working(patience);
  EXPECT_THROW(waiting.wait(Shortage(Resource::solver, "no"), k_go_on), Shortage);
}

TEST(Patience, LastsWhileAnotherSlotIsAtWork) {
  Patience patience(milliseconds(1));
  Patience::Slot waiting(patience);
  {
    const Patience::Slot working(patience);
    for (int i = 0; i < 3; ++i) EXPECT_NO_THROW(waiting.wait(k_shortage, k_go_on));  // 50, 100, 200 ms
  }
  EXPECT_LE(waits(waiting), 1);  // from the moment when the other slot was gone
}

TEST(Patience, EndsForAllSlotsWhenAllWait) {
  Patience patience(milliseconds(1));
  Patience::Slot first(patience), second(patience);
  EXPECT_NO_THROW(first.wait(k_shortage, k_go_on));
  EXPECT_NO_THROW(second.wait(k_shortage, k_go_on));
  EXPECT_THROW(first.wait(k_shortage, k_go_on), Shortage);
  EXPECT_THROW(second.wait(k_shortage, k_go_on), Shortage);
}

TEST(Patience, BeginsAnewWithEveryResult) {
  Patience patience(milliseconds(50));
  Patience::Slot slot(patience);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NO_THROW(slot.wait(k_shortage, k_go_on));
    EXPECT_TRUE(patience.anybody_waits());
    slot.went_on();
    EXPECT_FALSE(patience.anybody_waits());
  }
}

TEST(Patience, ThatIsToStopWakesUp) {
  Patience patience(std::chrono::hours(1));
  Patience::Slot slot(patience);
  const std::atomic<bool> stop = true;
  const auto begin = Patience::Clock::now();
  for (int i = 0; i < 10; ++i) slot.wait(k_shortage, stop);  // 50 ms to 2 s each, 11.15 s without a message
  EXPECT_LT(Patience::Clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace palio
