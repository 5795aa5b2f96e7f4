#include "runners/worker/answer_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace palio {
namespace {

TEST(AnswerFile, HoldsWhatWasWrittenLast) {
  const AnswerFile file;
  EXPECT_FALSE(file.read());
  for (const std::string& text : std::vector<std::string>{std::string(100'000, 'x'), "short", ""}) {
    EXPECT_TRUE(file.write(text));
    EXPECT_EQ(file.read(), text);
  }
}

TEST(AnswerFile, HoldsNothingThatIsNotWhole) {
  const AnswerFile file;
  const auto junk = [&](const std::string& text, off_t place) {
    EXPECT_EQ(pwrite(file.number(), text.data(), text.size(), place), static_cast<ssize_t>(text.size()));
    return file.read();
  };
  EXPECT_FALSE(junk(std::string(300, 'j'), 0));
  ASSERT_TRUE(file.write("answer"));
  EXPECT_FALSE(junk("A", 24)) << "in the text, behind 8 byte of length and 16 of digest";
  ASSERT_TRUE(file.write("answer"));
  EXPECT_FALSE(junk("j", 30)) << "behind the text";
  ASSERT_TRUE(file.write("answer"));
  EXPECT_EQ(ftruncate(file.number(), 29), 0);
  EXPECT_FALSE(file.read());
}

TEST(AnswerFile, DoesNotTakeWhatAnotherOneHolds) {
  const AnswerFile one, other;
  ASSERT_TRUE(one.write("answer"));
  std::string copied(30, '\0');
  ASSERT_EQ(pread(one.number(), copied.data(), copied.size(), 0), 30);
  ASSERT_EQ(pwrite(other.number(), copied.data(), copied.size(), 0), 30);
  EXPECT_FALSE(other.read());
}

}  // namespace
}  // namespace palio
