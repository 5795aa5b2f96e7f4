#include "runners/lines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "runners/protocol.h"

namespace palio {
namespace {

class LinesTest : public testing::Test {
protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);
    ASSERT_EQ(pipe(ends_.data()), 0);
  }
  void TearDown() override {
    close(ends_[0]);
    close(ends_[1]);
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

TEST_F(LinesTest, AnEndlessLineIsRefused) {
  std::thread writer([this] {
    const std::string chunk(1 << 20, 'x');
    while (write_text(ends_[1], chunk)) {
    }
  });
  LineReader reader(ends_[0]);
  EXPECT_THROW(reader.next(), ProtocolError);
  close(ends_[0]);
  writer.join();
}

}  // namespace
}  // namespace palio
