#include "core/output_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class OutputFileTest : public testing::Test {
protected:
  std::ptrdiff_t files() const {
    return std::distance(std::filesystem::directory_iterator(folder_.file("")), std::filesystem::directory_iterator());
  }
  void write(const std::string& path, std::string_view text) const {
    OutputFile file(path);
    file.write(text);
    file.finish();
  }

  test::TemporaryFolder folder_;
};

TEST_F(OutputFileTest, IsThereOnceItIsFinished) {
  OutputFile file(folder_.file("a.csv"));
  file.write("x,y\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.file("a.csv")));
  file.finish();
  EXPECT_EQ(content(folder_.file("a.csv")), "x,y\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, UnfinishedLeavesWhatWasThere) {
  const std::string path = folder_.write("a.csv", "old");
  OutputFile(path).write("half of the n");
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, FinishedReplacesWhatWasThere) {
  const std::string path = folder_.write("a.csv", "old and longer");
  write(path, "new");
  EXPECT_EQ(content(path), "new");
}

TEST_F(OutputFileTest, ALinkStaysALink) {
  const std::string path = folder_.write("a.csv", "old");
  std::filesystem::create_symlink(path, folder_.file("link"));
  write(folder_.file("link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.file("link")));
  EXPECT_EQ(content(path), "new");
}

TEST_F(OutputFileTest, ADeviceIsWrittenInPlace) {
  std::filesystem::create_symlink("/dev/null", folder_.file("nowhere"));
  write(folder_.file("nowhere"), "new");
  EXPECT_TRUE(std::filesystem::is_character_file(folder_.file("nowhere")));
}

TEST_F(OutputFileTest, AFullDiskIsAnError) {
  // /dev/full refuses every write.
  OutputFile file("/dev/full");
  file.write("x");
  EXPECT_THROW(file.finish(), UserError);
}

TEST_F(OutputFileTest, NeedsItsFolder) { EXPECT_THROW(OutputFile(folder_.file("none/a.csv")), UserError); }

}  // namespace
}  // namespace palio
