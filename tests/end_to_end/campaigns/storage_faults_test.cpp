// What can happen to the campaign file under a run: deleted, moved, replaced, read-only, no room, unmounted. The run
// ends with a message, nothing is damaged, and the next run ends as if nothing had happened.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "storage/read/campaign_digest.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// 288 instances, 576 scenarios: about a second of simulation.
std::string faulty_study() {
  std::string text(test::k_small_study);
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 24");
  return text;
}

// What every script begins with: a run in the background, and a wait until it has stored some results.
constexpr std::string_view k_functions = R"sh(
start() { "$@" run "$study" --db "$db" -j 2 -q --patience "${patience:-1}" 2> "$folder/err" & run=$!; }
stored() { "$palio" query "$db" 'SELECT count(*) FROM result' --format csv 2> /dev/null | tail -n 1; }
wait_for_results() {
  until results=$(stored) && [ "${results:-0}" -gt 20 ]; do
    kill -0 "$run" || exit 1
    sleep 0.01
  done
}
small_disk() { mkdir "$folder/disk"; mount -t tmpfs -o size=8m none "$folder/disk"; db=$folder/disk/c.db; }
fill_disk() { cat /dev/zero > "$folder/disk/ballast" 2> /dev/null; }
end() { wait "$run"; echo "run: $?"; cat "$folder/err"; }
again() { "$palio" run "$study" --db "$db" -q; echo "again: $?"; }
check() { "$palio" check "$db" > "$folder/check" || cat "$folder/check"; echo "check: $?"; }
)sh";

class StorageFaultsTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(run("whole.db").status, 0);
    whole_ = digest("whole.db");
  }
  void TearDown() override { expect_no_workers(); }

  std::vector<std::string> run_arguments(const std::string& database) const {
    return {"run", study_, "--db", folder_.file(database), "-j", "2", "-q"};
  }
  test::Finished run(const std::string& database) const {
    return test::palio(folder_.file(""), run_arguments(database));
  }
  Digest digest(const std::string& database) const { return digest_campaign(folder_.file(database)).digest; }

  void wait_for_results(test::Program& program, const std::string& database) const {
    while (program.running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      try {
        if (test::count(folder_.file(database), "SELECT count(*) FROM result") > 20) return;
      } catch (const std::exception&) {  // not there yet
      }
    }
  }

  void expect_no_workers() const {
    while (test::worker_processes(folder_.file("")) > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }

  // What a shell script prints; its campaign is c.db, unless it says otherwise.
  std::string script(const std::string& shell, std::string_view text) const {
    const std::string variables =
        fmt::format("palio='{}'\nfolder='{}'\nstudy='{}'\ndb='{}'\nexport PALIO_WORKER='{}'\n", PALIO_PATH,
                    folder_.file(""), study_, folder_.file("c.db"), folder_.file("palio-worker"));
    const std::string file = folder_.write("script", variables + std::string(k_functions) + std::string(text));
    std::FILE* pipe = popen(fmt::format("{} '{}' 2>&1", shell, file).c_str(), "r");
    std::string output;
    std::array<char, 4096> buffer{};
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
      output.append(buffer.data(), size);
    pclose(pipe);
    return output;
  }

  // Starts a shell that may mount, in a name space that ends with it; empty where neither way is allowed.
  static std::string mounting_shell() {
    for (const std::string way : {"unshare --map-root-user --mount", "unshare --mount"})
      if (std::system((way + " sh -c 'mount -t tmpfs none /mnt' 2> /dev/null").c_str()) == 0) return way + " sh";
    return "";
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", faulty_study());
  Digest whole_;
};

// A shell begins a transaction in a run of 1,920 scenarios, some seconds, and ends it with its input.
class HeldCampaignTest : public StorageFaultsTest {
protected:
  std::string held(const std::string& patience, const std::string& then) const {
    std::string text = faulty_study();
    text.replace(text.rfind("samples    = 24"), 15, "samples    = 80");
    folder_.write("long.toml", text);
    return script("sh", fmt::format(R"sh(
study=$folder/long.toml
patience={}
mkfifo "$folder/orders"
start "$palio"
wait_for_results
sqlite3 -batch -cmd '.timeout 60000' "$db" < "$folder/orders" & shell=$!
exec 3> "$folder/orders"
echo "BEGIN IMMEDIATE;" >&3
until grep -q waiting "$folder/err" || ! kill -0 "$run" 2> /dev/null; do sleep 0.05; done
{}
)sh",
                                    patience, then));
  }
  std::int64_t completed() const {
    return test::count(folder_.file("c.db"), "SELECT count(*) FROM results WHERE outcome = 'completed'");
  }
};

TEST_F(HeldCampaignTest, ARunWaitsForTheOtherProgram) {
  const std::string told = held("100", "exec 3>&-; end; check");
  EXPECT_THAT(told, HasSubstr("waiting: " + folder_.file("c.db") + " is locked by another program"));
  EXPECT_THAT(told, AllOf(HasSubstr("run: 0\n"), HasSubstr("check: 0\n")));
  EXPECT_EQ(completed(), 1920);
}

TEST_F(HeldCampaignTest, ARunWhosePatienceEndsSaysHowToGoOn) {
  const std::string told = held("2", "end; exec 3>&-; wait \"$shell\"; check; again");
  EXPECT_THAT(told, HasSubstr("run: 1\n"));
  EXPECT_THAT(told, AllOf(HasSubstr("another program holds it"), HasSubstr("scenarios that ended meanwhile are not"),
                          HasSubstr("When the cause is fixed: palio resume " + folder_.file("c.db"))));
  EXPECT_THAT(told, AllOf(HasSubstr("check: 0\n"), HasSubstr("again: 0\n")));
  EXPECT_EQ(completed(), 1920);
}

TEST_F(HeldCampaignTest, ASecondCtrlCDoesNotWait) {
  const std::string told = held("500", "kill -INT $run; kill -TERM $run; end; exec 3>&-; wait \"$shell\"; again");
  EXPECT_THAT(told, AllOf(HasSubstr("run: 1\n"), HasSubstr("palio resume"), HasSubstr("again: 0\n")));
  EXPECT_EQ(completed(), 1920);
}

TEST_F(StorageFaultsTest, ADeletedCampaignEndsTheRun) {
  test::Program program(folder_.file(""), run_arguments("c.db"));
  wait_for_results(program, "c.db");
  std::filesystem::remove(folder_.file("c.db"));
  const test::Finished finished = program.wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, AllOf(HasSubstr(folder_.file("c.db")), HasSubstr("was deleted, moved or replaced")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("c.db-wal")));
  EXPECT_EQ(run("c.db").status, 0);
  EXPECT_EQ(digest("c.db"), whole_);
}

TEST_F(StorageFaultsTest, AMovedCampaignGoesOnWhereItIs) {
  test::Program program(folder_.file(""), run_arguments("c.db"));
  wait_for_results(program, "c.db");
  std::filesystem::rename(folder_.file("c.db"), folder_.file("moved.db"));
  EXPECT_EQ(program.wait().status, 1);
  EXPECT_GT(test::count(folder_.file("moved.db"), "SELECT count(*) FROM result"), 20);
  EXPECT_EQ(run("moved.db").status, 0);
  EXPECT_EQ(digest("moved.db"), whole_);
}

TEST_F(StorageFaultsTest, AReplacedCampaignEndsTheRunAndTheOtherFileIsLeftAlone) {
  test::palio(folder_.file(""), {"run", study_, "--db", folder_.file("other.db"), "--sample", "3", "-q"});
  const Digest other = digest("other.db");
  test::Program program(folder_.file(""), run_arguments("c.db"));
  wait_for_results(program, "c.db");
  std::filesystem::rename(folder_.file("other.db"), folder_.file("c.db"));
  const test::Finished finished = program.wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("was deleted, moved or replaced"));
  EXPECT_EQ(digest("c.db"), other);
  EXPECT_EQ(test::palio(folder_.file(""), {"check", folder_.file("c.db")}).status, 0);
  EXPECT_EQ(run("c.db").status, 0);
  EXPECT_EQ(digest("c.db"), whole_);
}

TEST_F(StorageFaultsTest, AReplacedCampaignMayBeAnyFile) {
  test::Program program(folder_.file(""), run_arguments("c.db"));
  wait_for_results(program, "c.db");
  std::filesystem::rename(folder_.write("notes", "not a campaign\n"), folder_.file("c.db"));
  EXPECT_EQ(program.wait().status, 1);
  std::ifstream notes(folder_.file("c.db"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(notes), {}), "not a campaign\n");
}

// The rights of an open file do not change: the run goes on; the next one is refused. Without its capabilities root is
// bound by permissions like everybody.
TEST_F(StorageFaultsTest, PermissionsTakenAwayStopTheNextRunOnly) {
  const std::string output = script("sh", R"sh(
without=
[ "$(id -u)" = 0 ] && without='setpriv --bounding-set=-all'
start $without "$palio"
wait_for_results
chmod 0444 "$db"*
chmod 0555 "$folder"
end
$without "$palio" run "$study" --db "$db" -q
echo "refused: $?"
chmod 0755 "$folder"
chmod 0644 "$db"*
again
check
)sh");
  EXPECT_THAT(output, HasSubstr("run: 0\n"));
  EXPECT_THAT(output, HasSubstr(fmt::format("cannot write campaign {}: Permission denied", folder_.file("c.db"))));
  EXPECT_THAT(output, HasSubstr("refused: 1\n"));
  EXPECT_THAT(output, HasSubstr("again: 0\n"));
  EXPECT_THAT(output, HasSubstr("check: 0\n"));
  EXPECT_EQ(digest("c.db"), whole_) << output;
}

// A disk of 8 MB is filled by another file when the run has stored its first results.
TEST_F(StorageFaultsTest, AFullDiskEndsTheRun) {
  const std::string shell = mounting_shell();
  if (shell.empty()) GTEST_SKIP() << "neither root nor a user name space may mount a small file system here";
  const std::string output = script(shell, R"sh(
small_disk
start "$palio"
wait_for_results
fill_disk
end
rm "$folder/disk/ballast"
check
[ "$(stored)" -gt 20 ] && [ "$(stored)" -lt 576 ] && echo partly
again
cp "$db" "$folder/c.db"
)sh");
  EXPECT_THAT(output, HasSubstr("run: 1\n"));
  EXPECT_THAT(output, AllOf(HasSubstr("disk/c.db"), HasSubstr("the machine lacks space for files"),
                            HasSubstr("free some space")));
  EXPECT_THAT(output, HasSubstr("check: 0\npartly\n"));
  EXPECT_THAT(output, HasSubstr("again: 0\n"));
  EXPECT_EQ(digest("c.db"), whole_) << output;
}

TEST_F(StorageFaultsTest, ADiskThatIsFullForAWhileIsWaitedFor) {
  const std::string shell = mounting_shell();
  if (shell.empty()) GTEST_SKIP() << "neither root nor a user name space may mount a small file system here";
  const std::string output = script(shell, R"sh(
small_disk
patience=600
start "$palio"
wait_for_results
fill_disk
until grep -q 'Waiting for it' "$folder/err"; do kill -0 "$run" || break; sleep 0.01; done
rm "$folder/disk/ballast"
end
check
cp "$db" "$folder/c.db"
)sh");
  EXPECT_THAT(output, AllOf(HasSubstr("lacks space for files"), HasSubstr("run: 0\n"), HasSubstr("check: 0\n")));
  EXPECT_EQ(digest("c.db"), whole_) << output;
}

// Linux lets no file system become read-only while a file of it is open for writing, but it lets go of one that is in
// use, as when a cable is pulled.
TEST_F(StorageFaultsTest, AnUnmountedDiskEndsTheRunAndAReadOnlyRemountIsRefused) {
  const std::string shell = mounting_shell();
  if (shell.empty()) GTEST_SKIP() << "neither root nor a user name space may mount a file system here";
  const std::string output = script(shell, R"sh(
mkdir "$folder/disk" "$folder/mounted"
mount --bind "$folder/disk" "$folder/mounted"
db=$folder/mounted/c.db
start "$palio"
wait_for_results
mount -o remount,bind,ro "$folder/mounted" || echo 'in use'
umount --lazy "$folder/mounted"
end
mount --bind "$folder/disk" "$folder/mounted"
check
again
cp "$db" "$folder/c.db"
)sh");
  EXPECT_THAT(output, HasSubstr("in use\n"));
  EXPECT_THAT(output, HasSubstr("run: 1\n"));
  EXPECT_THAT(output, HasSubstr("mounted/c.db was deleted, moved or replaced"));
  EXPECT_THAT(output, HasSubstr("check: 0\n"));
  EXPECT_THAT(output, HasSubstr("again: 0\n"));
  EXPECT_EQ(digest("c.db"), whole_) << output;
}

}  // namespace
}  // namespace palio
