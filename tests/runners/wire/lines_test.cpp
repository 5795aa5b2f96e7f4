#include "runners/wire/lines.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "runners/wire/protocol.h"

namespace palio {
namespace {

class LinesTest : public testing::Test {
protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);
    ASSERT_EQ(pipe(ends_.data()), 0);
  }
  void TearDown() override {
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  void end_input() {
    close(ends_[1]);
    ends_[1] = -1;
  }
  std::array<int, 2> ends_{};
};

TEST_F(LinesTest, ReadsLinesHoweverTheyArrive) {
  ASSERT_TRUE(write_text(ends_[1], "one\ntw"));
  LineReader reader(ends_[0]);
  EXPECT_EQ(reader.next(), "one");
  ASSERT_TRUE(write_text(ends_[1], "o\n\nthree\n"));
  EXPECT_EQ(reader.next(), "two");
  EXPECT_EQ(reader.next(), "");
  EXPECT_EQ(reader.next(), "three");
}

TEST_F(LinesTest, AnUnfinishedLineIsNoLine) {
  ASSERT_TRUE(write_text(ends_[1], "whole\ntruncat"));
  end_input();
  LineReader reader(ends_[0]);
  EXPECT_EQ(reader.next(), "whole");
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST_F(LinesTest, PatienceEndsWithSilence) {
  ASSERT_TRUE(write_text(ends_[1], "line\nbeginning of"));
  LineReader reader(ends_[0], {std::chrono::milliseconds(50)});
  EXPECT_EQ(reader.next(), "line");
  EXPECT_THROW(reader.next(), Silence);
}

// The writer begins after twice the patience, and is ready to run all the time.
TEST_F(LinesTest, WhoeverHasNoProcessorIsNotSilent) {
  std::thread writer([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    write_text(ends_[1], "late\n");
  });
  EXPECT_EQ(LineReader(ends_[0], {std::chrono::milliseconds(50), [] { return true; }}).next(), "late");
  writer.join();
}

TEST_F(LinesTest, PatienceStartsAnewWithEveryByte) {
  // Six bytes, each within the patience; together they take longer than it.
  std::thread writer([this] {
    for (const std::string_view byte : {"a", "b", "c", "d", "e", "\n"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
      write_text(ends_[1], byte);
    }
  });
  EXPECT_EQ(LineReader(ends_[0], {std::chrono::seconds(2)}).next(), "abcde");
  writer.join();
}

TEST_F(LinesTest, AReaderThatTakesNothingIsSilentToo) {
  fcntl(ends_[1], F_SETFL, O_NONBLOCK);
  EXPECT_THROW(write_text(ends_[1], std::string(1 << 20, 'x'), {std::chrono::milliseconds(50)}), Silence);
}

TEST_F(LinesTest, AnEndlessLineIsRefused) {
  std::thread writer([this] {
    const std::string chunk(1 << 20, 'x');
    while (write_text(ends_[1], chunk)) {
    }
  });
  LineReader reader(ends_[0]);
  EXPECT_THROW(reader.next(), ProtocolError);
  close(ends_[0]);
  ends_[0] = -1;
  writer.join();
}

}  // namespace
}  // namespace palio
