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

TEST(Tools, AreFoundInPathOrNextToTheProgram) {
  EXPECT_TRUE(is_in_path("sh"));
  EXPECT_FALSE(is_in_path("no-such-program"));
  const auto here = std::filesystem::read_symlink("/proc/self/exe");
  EXPECT_EQ(program_beside("palio"), here.parent_path() / "palio");
}

}  // namespace
}  // namespace palio
