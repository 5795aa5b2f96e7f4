#include "core/text/output_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::ThrowsMessage;

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Files of this process end at so many bytes, as on a disk that is full.
class SmallDisk {
public:
  explicit SmallDisk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

private:
  rlimit before_{};
  void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

// Takes a file away from under its stream, whose last step then fails as on a network that tells of errors late.
void close_descriptor_of(const std::string& beginning) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the iterator's own
    if (!std::filesystem::read_symlink(entry.path(), gone).string().starts_with(beginning)) continue;
    close(std::stoi(entry.path().filename().string()));
    return;
  }
  FAIL() << beginning << " is not open";
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

TEST_F(OutputFileTest, ALinkIsRefusedAndWhatItLeadsToStaysAsItWas) {
  const std::string path = folder_.write("a.csv", "old");
  std::filesystem::create_symlink(path, folder_.file("link"));
  std::filesystem::create_symlink(folder_.file("new"), folder_.file("nowhere"));
  EXPECT_THAT([&] { write(folder_.file("link"), "new"); },
              ThrowsMessage<UserError>(HasSubstr("link: it is a link to " + path + "; name " + path + " itself")));
  EXPECT_THAT([&] { write(folder_.file("nowhere"), "new"); }, ThrowsMessage<UserError>(HasSubstr("it is a link to")));
  EXPECT_EQ(content(path), "old");
  EXPECT_FALSE(std::filesystem::exists(folder_.file("new")));
}

TEST_F(OutputFileTest, ALinkThatIsPutInItsPlaceWhileItIsWrittenIsReplaced) {
  const std::string path = folder_.write("a.csv", "old");
  OutputFile file(folder_.file("b.csv"));
  std::filesystem::create_symlink(path, folder_.file("b.csv"));
  file.write("new");
  file.finish();
  EXPECT_EQ(content(path), "old");
  EXPECT_FALSE(std::filesystem::is_symlink(folder_.file("b.csv")));
  EXPECT_EQ(content(folder_.file("b.csv")), "new");
}

// Two temporary names differ in 64 random bits, and neither has the number of the process.
TEST_F(OutputFileTest, NobodyGuessesTheTemporaryName) {
  const OutputFile one(folder_.file("a")), other(folder_.file("a"));
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.file("")))
    names.insert(entry.path().filename().string());
  EXPECT_EQ(names.size(), 2U);
  for (const std::string& name : names) EXPECT_THAT(name, MatchesRegex("a\\.[0-9a-f]{16}\\.part"));
  EXPECT_THAT(names, Not(Contains("a." + std::to_string(getpid()) + ".part")));
}

TEST_F(OutputFileTest, AProgramMayBeStarted) {
  OutputFile file(folder_.file("p"), OutputFile::Kind::program);
  file.finish();
  EXPECT_EQ(access(folder_.file("p").c_str(), X_OK), 0);
}

TEST_F(OutputFileTest, ADeviceIsWrittenInPlace) {
  std::filesystem::create_symlink("/dev/null", folder_.file("nowhere"));
  write(folder_.file("nowhere"), "new");
  EXPECT_TRUE(std::filesystem::is_character_file(folder_.file("nowhere")));
}

TEST_F(OutputFileTest, AFullDiskLeavesWhatWasThere) {
  const std::string path = folder_.write("a.csv", "old");
  const SmallDisk disk(1000);
  const auto full = ThrowsMessage<UserError>(
      AllOf(HasSubstr("cannot write " + path + ": File too large"), HasSubstr("nothing of it is kept")));
  EXPECT_THAT([&] { write(path, std::string(100'000, 'x')); }, full);
  EXPECT_THAT([&] { write(path, std::string(1001, 'x')); }, full);  // seen only when it leaves the memory
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, WhatWentOutBeforeAnErrorIsNotCalledLost) {
  ASSERT_TRUE(std::filesystem::is_character_file("/dev/full"));  // it refuses every write
  OutputFile file("/dev/full");
  file.write("x");
  EXPECT_THAT([&] { file.finish(); },
              ThrowsMessage<UserError>(AllOf(HasSubstr("/dev/full: No space left"), Not(HasSubstr("nothing of it")))));
}

TEST_F(OutputFileTest, AnErrorOfTheLastStepLeavesWhatWasThere) {
  const std::string path = folder_.write("a.csv", "old");
  {
    OutputFile file(path);
    close_descriptor_of(path);
    EXPECT_THAT([&] { file.finish(); }, ThrowsMessage<UserError>(HasSubstr("cannot write " + path)));
  }
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, ANameThatAFolderTookMeanwhileIsRefused) {
  const std::string path = folder_.file("a.csv");
  {
    OutputFile file(path);
    std::filesystem::create_directory(path);
    EXPECT_THAT([&] { file.finish(); },
                ThrowsMessage<UserError>(HasSubstr("cannot write " + path + ": Is a directory")));
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, NeedsItsFolder) {
  EXPECT_THAT([&] { OutputFile(folder_.file("none/a.csv")); },
              ThrowsMessage<UserError>(HasSubstr("No such file or directory; its folder must exist")));
}

}  // namespace
}  // namespace palio
