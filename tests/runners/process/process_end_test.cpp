#include "runners/process/process_end.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

TEST(OomKills, AreCountedByTheKernel) {
  const test::TemporaryFolder root;
  std::filesystem::create_directory(root.file("proc"));
  root.write("proc/vmstat", "pgfault 12\noom_kill_extra 3\noom_kill 57\nballoon_inflate 0\n");
  EXPECT_EQ(oom_kills(root.file("")), 57);
}

TEST(OomKills, AreUnknownWhereTheKernelDoesNotSay) {
  const test::TemporaryFolder root;
  EXPECT_EQ(oom_kills(root.file("")), -1);
  EXPECT_FALSE(more_oom_kills(-1));
}

}  // namespace
}  // namespace palio
