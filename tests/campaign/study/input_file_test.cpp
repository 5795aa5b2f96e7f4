#include "campaign/study/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

std::string file_error(const std::string& path) {
  return test::error_of([&] { read_text_file(path); });
}

TEST(InputFile, IsReadAsAWhole) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.txt", "one\n\ntwo")), "one\n\ntwo");
  EXPECT_EQ(read_text_file(folder.write("empty", "")), "");
}

// Nobody writes into the pipe: reading it would never end.
TEST(InputFile, OnlyPlainFilesAreRead) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(file_error(pipe), "cannot read " + pipe + ": it is a pipe, not a plain file; - reads standard input");
  EXPECT_EQ(file_error("/dev/zero"), "cannot read /dev/zero: it is not a plain file; - reads standard input");
  EXPECT_EQ(file_error(folder.file("")), "cannot read " + folder.file("") + ": it is a folder");
  EXPECT_EQ(file_error(folder.file("none")), "cannot read " + folder.file("none") + ": no such file");
}

TEST(InputFile, HasAnEnd) {
  const test::TemporaryFolder folder;
  const std::string large = folder.write("large", "x");
  ASSERT_EQ(truncate(large.c_str(), (15 << 20) + 1), 0);
  EXPECT_EQ(file_error(large), "cannot read " + large + ": it is larger than 15 MiB");
}

TEST(InputFile, StandardInputIsReadOnce) {
  const test::TemporaryFolder folder;
  const int before = dup(STDIN_FILENO);
  ASSERT_NE(freopen(folder.write("a.txt", "from there").c_str(), "r", stdin), nullptr);
  EXPECT_EQ(read_input("-"), "from there");
  EXPECT_THROW(read_input("-"), UserError);
  dup2(before, STDIN_FILENO);
  close(before);
}

}  // namespace
}  // namespace palio
