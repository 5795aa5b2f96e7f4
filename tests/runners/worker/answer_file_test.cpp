#include "runners/worker/answer_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace palio {
namespace {

TEST(AnswerFile, HoldsWhatWasWrittenLast) {
  const AnswerFile file;
  EXPECT_FALSE(file.read());
  for (const std::string& text : std::vector<std::string>{std::string(100'000, 'x'), "short", ""}) {
    for (const AnswerKind kind : {AnswerKind::text, AnswerKind::shortage, AnswerKind::out_of_memory}) {
      EXPECT_TRUE(file.write(kind, text));
      const std::optional<ChildAnswer> answer = file.read();
      ASSERT_TRUE(answer);
      EXPECT_EQ(answer->kind, kind);
      EXPECT_EQ(answer->text, text);
    }
  }
}

TEST(AnswerFile, HoldsNothingThatIsNotWhole) {
  const AnswerFile file;
  const auto junk = [&](const std::string& text, off_t place) {
    EXPECT_EQ(pwrite(file.number(), text.data(), text.size(), place), static_cast<ssize_t>(text.size()));
    return file.read();
  };
  EXPECT_FALSE(junk(std::string(300, 'j'), 0));
  ASSERT_TRUE(file.write(AnswerKind::text, "answer"));
  EXPECT_FALSE(junk("\1", 0)) << "another kind";
  ASSERT_TRUE(file.write(AnswerKind::text, "answer"));
  EXPECT_FALSE(junk("A", 32)) << "in the text, behind 8 byte of kind, 8 of length and 16 of digest";
  ASSERT_TRUE(file.write(AnswerKind::text, "answer"));
  EXPECT_FALSE(junk("j", 38)) << "behind the text";
  ASSERT_TRUE(file.write(AnswerKind::text, "answer"));
  EXPECT_EQ(ftruncate(file.number(), 37), 0);
  EXPECT_FALSE(file.read());
}

TEST(AnswerFile, DoesNotTakeWhatAnotherOneHolds) {
  const AnswerFile one, other;
  ASSERT_TRUE(one.write(AnswerKind::text, "answer"));
  std::string copied(38, '\0');
  ASSERT_EQ(pread(one.number(), copied.data(), copied.size(), 0), 38);
  ASSERT_EQ(pwrite(other.number(), copied.data(), copied.size(), 0), 38);
  EXPECT_FALSE(other.read());
}

}  // namespace
}  // namespace palio
