#include "core/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

TEST(Tools, AnswerWithWhatTheySayAndHowTheyEnd) {
  const test::TemporaryFolder folder;
  const ToolAnswer answer = run_tool({"sh", "-c", "pwd; echo refused >&2; exit 3"}, folder.file(""));
  EXPECT_EQ(answer.status, 3);
  EXPECT_EQ(answer.out, std::filesystem::canonical(folder.file("")).string() + "\n");
  EXPECT_EQ(answer.err, "refused\n");
  // More than a pipe holds.
  EXPECT_EQ(run_tool({"sh", "-c", "yes | head -c 1000000"}).out.size(), 1'000'000U);
  EXPECT_EQ(run_tool({"wc", "-c"}, {}, std::string(1'000'000, 'x')).out, "1000000\n");
  EXPECT_EQ(run_tool({"sh", "-c", "kill -9 $$"}).status, 137);
  EXPECT_THAT(test::error_of([&] { run_tool({"no-such-program"}, folder.file("")); }),
              HasSubstr("cannot start no-such-program in " + folder.file("") + ": No such file"));
}

// Palio blocks the signals that ask it to end, and ignores those of closed pipes and of files that may not grow.
TEST(Tools, GetTheirSignalsAsUsual) {
  const sigset_t requests = requests_to_end();
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &requests, &before);
  const auto pipes = std::signal(SIGPIPE, SIG_IGN), sizes = std::signal(SIGXFSZ, SIG_IGN);
  // Of the signals up to 31 those that are blocked, and those that are ignored; SIGHUP is bit 0, SIGTERM bit 14.
  const auto shown = [] {
    const std::string told = run_tool({"grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"}).out;
    const auto bits = [&](const std::string& name) {
      return std::stoull(told.substr(told.find(name) + name.size()), nullptr, 16) & 0x7FFFFFFFU;
    };
    return std::pair(bits("SigBlk:"), bits("SigIgn:"));
  };
  EXPECT_EQ(shown(), std::pair(0ULL, 0ULL));
  const auto hangups = std::signal(SIGHUP, SIG_IGN);  // as nohup does
  EXPECT_EQ(shown(), std::pair(0ULL, 1ULL));
  {
    const RequestsLetThrough now;
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    EXPECT_EQ(sigismember(&blocked, SIGTERM), 0);
  }
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, &before, &blocked);
  EXPECT_EQ(sigismember(&blocked, SIGTERM), 1);
  for (const auto& [signal, action] : {std::pair(SIGPIPE, pipes), {SIGXFSZ, sizes}, {SIGHUP, hangups}})
    std::signal(signal, action);
}

TEST(Tools, AreFoundInPathOrNextToTheProgram) {
  EXPECT_TRUE(is_in_path("sh"));
  EXPECT_FALSE(is_in_path("no-such-program"));
  const auto here = std::filesystem::read_symlink("/proc/self/exe");
  EXPECT_EQ(program_beside("palio"), here.parent_path() / "palio");
}

}  // namespace
}  // namespace palio
