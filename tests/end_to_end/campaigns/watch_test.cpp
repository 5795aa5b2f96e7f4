// palio status --watch beside a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <regex>
#include <thread>

#include "tests/end_to_end/support/program.h"
#include "tests/end_to_end/support/terminal.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// 576 scenarios: about a second.
std::string watched_study() {
  std::string text(k_small_study);
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 24");
  return text;
}

class WatchTest : public testing::Test {
protected:
  // A run that stands still in the midst of its scenarios; one that was through before is followed by another.
  void start_run() {
    do {
      database_.insert(database_.size() - 3, "c");
      run_ = std::make_unique<Program>(folder_.file(""),
                                       std::vector<std::string>{"run", study_, "--db", database_, "-j", "1", "-q"});
      while (stored() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      run_->signal(SIGSTOP);
    } while (stored() == 576);
  }
  void end_run() {
    run_->signal(SIGCONT);
    EXPECT_EQ(run_->wait().status, 0);
  }
  std::int64_t stored() const {
    try {
      return count(database_, "SELECT count(*) FROM result");
    } catch (const std::exception&) {  // not there yet
      return 0;
    }
  }

  // palio status --watch 0.1 on a terminal of this size.
  void watch_on_terminal(unsigned short columns, const char* terminal) {
    setenv("TERM", terminal, 1);
    watcher_ = fork_on_terminal(terminal_, {.columns = columns, .lines = 30});
    if (watcher_ == 0) {
      execl(PALIO_PATH, PALIO_PATH, "status", database_.c_str(), "--watch", "0.1", nullptr);
      _exit(127);
    }
  }
  // Reads until the text has been seen so often.
  void read_until(const std::string& text, int often) {
    while (std::string(seen_).find(text) == std::string::npos || times(text) < often)
      if (!read_some()) return;
  }
  int times(const std::string& text) const {
    int found = 0;
    for (std::size_t at = seen_.find(text); at != std::string::npos; at = seen_.find(text, at + 1)) ++found;
    return found;
  }
  bool read_some() {
    std::array<char, 4096> bytes{};
    const ssize_t length = read(terminal_, bytes.data(), bytes.size());  // an error when the other side is closed
    if (length > 0) seen_.append(bytes.data(), static_cast<std::size_t>(length));
    return length > 0;
  }
  int watcher_status() {
    while (read_some()) {
    }
    int status = 0;
    waitpid(watcher_, &status, 0);
    close(terminal_);
    return status;
  }

  TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", watched_study());
  std::string database_ = folder_.file("c.db");
  std::unique_ptr<Program> run_;
  pid_t watcher_ = -1;
  int terminal_ = -1;
  std::string seen_;
};

TEST_F(WatchTest, ATerminalIsRepaintedInPlaceUntilTheRunEnds) {
  start_run();
  watch_on_terminal(40, "xterm");
  read_until(" wanted", 3);
  end_run();
  EXPECT_EQ(watcher_status(), 0);
  EXPECT_THAT(seen_, HasSubstr("running on"));
  EXPECT_THAT(seen_, HasSubstr("last session: finished"));
  EXPECT_THAT(seen_, testing::ContainsRegex("\x1b\\[[0-9]+A"));
  // No line is wider than the terminal, which would break it in two.
  std::string plain = std::regex_replace(seen_, std::regex("\x1b\\[[0-9]*[A-Za-z]|\r"), "");
  for (std::size_t begin = 0, end = 0; begin < plain.size(); begin = end + 1) {
    end = std::min(plain.find('\n', begin), plain.size());
    EXPECT_LE(end - begin, 40U) << plain.substr(begin, end - begin);
  }
}

TEST_F(WatchTest, ATerminalThatCannotRepaintGetsLines) {
  start_run();
  watch_on_terminal(200, "dumb");
  read_until("running on", 2);
  end_run();
  EXPECT_EQ(watcher_status(), 0);
  EXPECT_THAT(seen_, Not(HasSubstr("\x1b")));
  EXPECT_THAT(seen_, HasSubstr("small: finished, 576 of 576 stored, 0 failed\r\n"));
}

TEST_F(WatchTest, APipeGetsALineNowAndThen) {
  start_run();
  Program watcher(folder_.file(""), {"status", database_, "--watch", "0.1"});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  end_run();
  const Finished finished = watcher.wait();
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("small: finished, 576 of 576 stored, 0 failed\n"));
  EXPECT_THAT(finished.out, Not(HasSubstr("\x1b")));
}

TEST_F(WatchTest, AnInterruptEndsItAndNotTheRun) {
  start_run();
  watch_on_terminal(80, "xterm");
  read_until(" wanted", 1);
  kill(watcher_, SIGINT);
  const int status = watcher_status();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  end_run();
  EXPECT_EQ(stored(), 576);
}

TEST_F(WatchTest, WithoutARunItShowsWhatThereIsAndEnds) {
  ASSERT_EQ(palio(folder_.file(""), {"run", study_, "--db", database_, "-q", "--sample", "2"}).status, 0);
  const Finished finished = palio(folder_.file(""), {"status", database_, "--watch"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "small: finished, 4 of 4 stored, 0 failed\n");
}

TEST_F(WatchTest, TheCampaignIsNotTakenForSeconds) {
  ASSERT_EQ(palio(folder_.file(""), {"run", study_, "--db", database_, "-q", "--sample", "2"}).status, 0);
  EXPECT_EQ(palio(folder_.file(""), {"status", "--watch", database_}).status, 0);
  for (const char* seconds : {"0", "soon", "-1", "1e9"}) {
    const Finished finished = palio(folder_.file(""), {"status", database_, "--watch=" + std::string(seconds)});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.err, HasSubstr("--watch takes a number of seconds from 0.1 to 86400, not"));
  }
  EXPECT_EQ(palio(folder_.file(""), {"status", database_, "--watch", "--format", "csv"}).status, 1);
}

}  // namespace
}  // namespace palio::test
