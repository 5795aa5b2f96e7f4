// What `cmake --install` and the Debian package put where, and that it works there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

class InstallTest : public testing::Test {
protected:
  // Runs a command and returns what it printed on both streams; `status_` is its exit status.
  std::string shell(const std::string& command) {
    const int ended = std::system(fmt::format("({}) >'{}' 2>&1", command, folder_.file("printed")).c_str());
    status_ = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    std::ifstream file(folder_.file("printed"), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  TemporaryFolder folder_;
  int status_ = 0;
};

TEST_F(InstallTest, APrefixHoldsAllThatPalioNeeds) {
  const std::string prefix = folder_.file("prefix");
  const std::string said = shell(fmt::format("cmake --install '{}' --prefix '{}'", PALIO_BINARY_DIR, prefix));
  ASSERT_EQ(status_, 0) << said;
  EXPECT_THAT(
      shell(fmt::format("'{0}/bin/palio' list studies && cd '{1}' && '{0}/bin/palio' run mixed-parallel --sample "
                        "2 --db s.db --engine simgrid && '{0}/bin/palio' run mixed-parallel --sample 2 --db "
                        "f.db --engine fluid && '{0}/bin/palio' digest s.db f.db",
                        prefix, folder_.file(""))),
      AllOf(HasSubstr("shared-files-table1"), HasSubstr("s.db"), Not(HasSubstr("differ"))));
  EXPECT_EQ(status_, 0);
  for (const char* file : {"share/palio/studies/ptg-batch.toml", "share/man/man1/palio.1.gz",
                           "share/man/man1/palio-run.1.gz", "share/bash-completion/completions/palio",
                           "share/zsh/vendor-completions/_palio", "share/doc/palio/docs/study-files.md",
                           "share/doc/palio/copyright", "libexec/palio/libpalio_clp.so", "libexec/palio/palio-archive"})
    EXPECT_TRUE(std::filesystem::exists(prefix + "/" + file)) << file;
#ifdef PALIO_EXTENSION
  EXPECT_THAT(shell(fmt::format("cd '{}' && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='{}/lib/python3/dist-packages' "
                                "/usr/bin/python3 -c 'import palio; print(len(palio.open(\"s.db\").query(\"SELECT "
                                "median(makespan) FROM results GROUP BY strategy\", rows=True)), \"medians\")'",
                                folder_.file(""), prefix)),
              HasSubstr("7 medians"));
#endif
  EXPECT_THAT(shell(fmt::format("zcat '{}/share/man/man1/palio-run.1.gz'", prefix)), HasSubstr("\\-\\-sample"));
}

// A sanitizer's runtime is not among the packages of a clean system.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_F(InstallTest, TheDebianPackageWorksOnACleanSystemAndLeavesNothing) {
  std::string said = shell(fmt::format("cd '{}' && cpack -G DEB -B '{}'", PALIO_BINARY_DIR, folder_.file("package")));
  ASSERT_EQ(status_, 0) << said;
  said = shell(fmt::format("'{}/tests/end_to_end/documents/clean_root.sh' '{}'/*.deb '{}'", PALIO_SOURCE_DIR,
                           folder_.file("package"), folder_.file("")));
  if (status_ == 77) GTEST_SKIP() << said;
  EXPECT_EQ(status_, 0) << said;
  EXPECT_THAT(said, AllOf(HasSubstr("palio 0."), HasSubstr("completed\n21\n"), HasSubstr("7 strategies in Python\n"),
                          HasSubstr(".TH PALIO\\-RUN 1"), HasSubstr("complete -"),
                          HasSubstr("\nas worked out by hand\nraced\n"), HasSubstr("the tutorial took "),
                          HasSubstr("\nthe artifact is as said\n"),
                          AnyOf(HasSubstr("as said in its container\n"), HasSubstr("not checked in a container\n")),
                          HasSubstr("\nremoved\n")));
  EXPECT_THAT(said, AllOf(Not(HasSubstr("left behind:")), Not(HasSubstr("lost:"))));
}
#endif

}  // namespace
}  // namespace palio::test
