// What `cmake --install`, the Debian package, the portable folder and the wheel put where, and that it works there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

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
  for (const char* file :
       {"share/palio/studies/ptg-batch.toml", "share/man/man1/palio.1.gz", "share/man/man1/palio-run.1.gz",
        "share/bash-completion/completions/palio", "share/zsh/vendor-completions/_palio",
        "share/doc/palio/docs/study-files.md", "share/doc/palio/copyright", "libexec/palio/libpalio_clp.so",
        "libexec/palio/palio-archive", "share/palio/analysis/tables/mixed-parallel-table1.sql",
        "share/palio/analysis/figures/ranking.sql", "share/palio/analysis/claims/duels.sql",
        "share/palio/analysis/queries/degradation.sql"})
    EXPECT_TRUE(std::filesystem::exists(prefix + "/" + file)) << file;
  EXPECT_THAT(shell(fmt::format("cd '{}' && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='{}/lib/python3/dist-packages' "
                                "/usr/bin/python3 -c 'import palio; print(len(palio.open(\"s.db\").query(\"SELECT "
                                "median(makespan) FROM results GROUP BY strategy\", rows=True)), \"medians\")'",
                                folder_.file(""), prefix)),
              HasSubstr("7 medians"));
#ifdef PALIO_EXTENSION
  EXPECT_EQ(
      shell(fmt::format(
          "sqlite3 :memory: '.load {}/lib/palio_sqlite' \"SELECT median(value) FROM json_each('[1,2,9]')\"", prefix)),
      "2.0\n");
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
                          HasSubstr("\nok: the schedule equals the one worked out by hand\nraced\n"),
                          HasSubstr("the tutorial took "), HasSubstr("\nthe artifact is as said\n"),
                          AnyOf(HasSubstr("as said in its container\n"), HasSubstr("not checked in a container\n")),
                          HasSubstr("\nremoved\n")));
  EXPECT_THAT(said, AllOf(Not(HasSubstr("left behind:")), Not(HasSubstr("lost:"))));
}

TEST_F(InstallTest, TheDebianPackageIsAsDebianWantsIt) {
  if (shell("command -v lintian"); status_ != 0) GTEST_SKIP() << "there is no lintian: packages.txt";
  std::string said = shell(fmt::format("cd '{}' && cpack -G DEB -B '{}'", PALIO_BINARY_DIR, folder_.file("package")));
  ASSERT_EQ(status_, 0) << said;
  said = shell(fmt::format("lintian --allow-root --fail-on warning '{}'/*.deb", folder_.file("package")));
  EXPECT_EQ(status_, 0) << said;
}

// The folder with all libraries, and the wheel of it.
class PortableInstallTest : public InstallTest {
protected:
  void make() {
    if (shell("command -v patchelf"); status_ != 0) GTEST_SKIP() << "there is no patchelf: packages.txt";
    std::string said =
        shell(fmt::format("'{}/cmake/package/portable.sh' '{}' '{}'", PALIO_SOURCE_DIR, PALIO_BINARY_DIR, made_));
    ASSERT_EQ(status_, 0) << said;
    said = shell(
        fmt::format("python3 -B '{}/cmake/package/wheel.py' '{}' '{}'", PALIO_SOURCE_DIR, made_, folder_.file("")));
    ASSERT_EQ(status_, 0) << said;
    ASSERT_THAT(said, AllOf(HasSubstr("/palio-0."), HasSubstr("-py3-none-manylinux_2_")));
    wheel_ = said.substr(0, said.find('\n'));
    EXPECT_LT(std::filesystem::file_size(wheel_), 60'000'000U);
  }

  // Of a library that is carried along, of one that such a library needs, of one that is compiled in.
  void holds_licences() {
    const std::string licences = made_ + "/share/doc/palio/licences/";
    for (const char* package : {"libsqlite3-0", "libxml2", "libcli11-dev"})
      EXPECT_THAT(shell(fmt::format("grep '^{0} .*, source ' '{1}README' && cat '{1}{0}'", package, licences)),
                  HasSubstr("opyright"));
    EXPECT_EQ(shell(fmt::format("ls '{}/lib/palio' | grep -E '^(ld-linux|libc|libm|libdl|libpthread)[.-]'", made_)),
              "");
  }

  // The system's Python, and the newest of other ones, whose sqlite3 may know no extensions.
  void serves_pythons() {
    std::istringstream pythons(
        shell("echo /usr/bin/python3; ls -d ~/.pyenv/versions/3.*/bin/python3 /usr/local/bin/python3 2>/dev/null | "
              "sort -V | tail -n 1"));
    folder_.write(
        "ask.py",
        "import palio\n"
        "campaign = palio.run('mixed-parallel', 'w.db', sample=2, quiet=True)\n"
        "print(len(campaign.query('SELECT strategy, median(makespan) FROM results GROUP BY 1', rows=True)))\n");
    for (std::string python; std::getline(pythons, python);) {
      shell(fmt::format("rm -rf '{0}' && '{1}' -m venv '{0}'", folder_.file("env"), python));
      if (status_ != 0) continue;  // it makes no environments
      EXPECT_EQ(shell(fmt::format(
                    "cd '{0}' && rm -f w.db && env/bin/pip install -q --no-compile --no-index "
                    "--disable-pip-version-check '{1}' "
                    "&& env/bin/palio --version >version && env/bin/python ask.py && env/bin/python -m palio list "
                    "studies | grep -c bag-of-tasks && env/bin/pip uninstall -q -y palio && find env -name 'palio*'",
                    folder_.file(""), wheel_)),
                "7\n3\n")
          << python;
    }
  }

  void use_on(const std::string& system) {
    const std::string root = folder_.file(system);
    std::filesystem::create_directory(root);
    const std::string said = shell(fmt::format("'{}/tests/end_to_end/documents/portable_root.sh' {} '{}' '{}' '{}'",
                                               PALIO_SOURCE_DIR, system, made_, wheel_, root));
    if (status_ == 77) GTEST_SKIP() << said;
    EXPECT_EQ(status_, 0) << said;
    const std::string here =
        shell(fmt::format("cd '{}' && '{}/bin/palio' run mixed-parallel --sample 3 --db here.db -q && "
                          "'{}/bin/palio' digest here.db",
                          root, PALIO_BINARY_DIR, PALIO_BINARY_DIR))
            .substr(0, 32);
    EXPECT_THAT(said, AllOf(HasSubstr(here + "  simgrid.db: 21"), HasSubstr(here + "  fluid.db: 21"),
                            HasSubstr("count(*)\n0\n"), HasSubstr("charts are made by node, which is not on the PATH"),
                            HasSubstr("as it should be, without node\n"), HasSubstr("the artifact is as said\n")));
    if (system == "bare") return;
    EXPECT_THAT(said, AllOf(HasSubstr("the command of palio 0."), HasSubstr("2 medians of a race\n"),
                            HasSubstr("the tutorial of the wheel\n"), HasSubstr("the tutorial of the archive\n")));
  }

  std::string made_ = folder_.file("palio"), wheel_;
};

// One test, because the folder and the wheel take seconds to make.
TEST_F(PortableInstallTest, NeedsGlibcAloneAndServesAnyPython) {
  make();
  if (IsSkipped() || HasFatalFailure()) return;
  holds_licences();
  serves_pythons();
  use_on("bare");
}

TEST_F(PortableInstallTest, RunsOnUntouchedDebians) {
  if (std::getenv("PALIO_NIGHTLY") == nullptr) GTEST_SKIP() << "PALIO_NIGHTLY=1 makes two systems, which takes minutes";
  make();
  if (IsSkipped() || HasFatalFailure()) return;
  for (const char* release : {"bookworm", "trixie"}) use_on(release);
}
#endif

}  // namespace
}  // namespace palio::test
