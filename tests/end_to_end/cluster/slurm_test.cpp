// Submissions to a real Slurm, which the test starts; every wait is for a state, none for a time.
#include "tests/end_to_end/cluster/slurm.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <regex>

#include "tests/end_to_end/cluster/gated_worker.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

// The number behind these words; 0: they are not there.
std::int64_t number_behind(const std::string& words, const std::string& text) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(words + "([0-9]+)")) ? std::stoll(found[1]) : 0;
}

struct Jobs {
  std::string array, merge;
};

// What is carried out: by one machine, and by six tasks.
struct Campaign {
  const char* study;
  std::vector<std::string> options;
  const char* worker_name;
  const char* worker;
  const char* left;  // before the retry
};

std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class SlurmTest : public testing::Test {
protected:
  void SetUp() override {
    if (!slurm_.obstacle().empty()) GTEST_SKIP() << slurm_.obstacle();
  }
  Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }

  Jobs submit(const std::vector<std::string>& arguments) {
    const Finished finished = palio(joined({"submit"}, arguments));
    EXPECT_EQ(finished.status, 0) << finished.err;
    std::smatch found;
    EXPECT_TRUE(std::regex_match(finished.out, found, std::regex("job (\\d+): shards .*\njob (\\d+): merge .*\n")))
        << finished.out;
    return {found[1].str(), found[2].str()};
  }
  std::string digest(const std::string& database) {
    const Finished finished = palio({"digest", database});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.out.substr(0, 32);
  }
  std::string note(int shard) const { return content(fmt::format("{}/parts/{:04}.json", dir_, shard)); }
  std::string owner(int shard) const { return content(fmt::format("{}/parts/{:04}.owner", dir_, shard)); }
  std::string log(int shard) const { return content(fmt::format("{}/logs/{}.log", dir_, shard)); }

  // Waits until tasks stand before the gate in the midst of their shards and have copied something back; their
  // processes.
  std::map<int, pid_t> tasks_at_the_gate(int shards, const GatedWorker& worker) const {
    std::map<int, pid_t> processes;
    EXPECT_TRUE(slurm_.wait_until([&] {
      for (int shard = 1; shard <= shards; ++shard)
        if (worker.reached(shard) && number_behind("\"stored\": ", note(shard)) > 0)
          processes[shard] = static_cast<pid_t>(number_behind("process ", owner(shard)));
      return static_cast<int>(processes.size()) == shards;
    })) << slurm_.run("squeue");
    return processes;
  }
  bool wait_until_told_to_end(int shard) const {
    return slurm_.wait_until([&] { return log(shard).find("asked to stop") != std::string::npos; });
  }
  bool is_complete(int shard) const { return note(shard).find("\"complete\"") != std::string::npos; }

  TemporaryFolder folder_;
  std::string dir_ = folder_.file("the 'campaign'");
  Slurm slurm_;
};

class BrokenCampaignTest : public SlurmTest, public testing::WithParamInterface<Campaign> {};

TEST_P(BrokenCampaignTest, TheNextRetryCompletesIt) {
  const auto& [study, options, worker_name, worker, left] = GetParam();
  const Finished whole = palio(joined({"run", study, "--db", folder_.file("whole.db"), "-q"}, options));
  ASSERT_EQ(whole.status, 0) << whole.err;
  const GatedWorker gated(folder_, worker_name, worker);
  const Jobs jobs = submit(joined({study, "--tasks", "6", "--dir", dir_, "--copy-every", "0.2"}, options));
  const std::string& array = jobs.array;
  const std::map<int, pid_t> processes = tasks_at_the_gate(6, gated);
  ASSERT_EQ(processes.size(), 6U);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("6 running"));

  // 1 is cancelled, 2 killed, 3 requeued, 4 warned of its time limit; the node of 5 dies, on which 6 may be.
  slurm_.run("scancel " + array + "_1");
  kill(processes.at(2), SIGKILL);
  slurm_.run("scontrol requeue " + array + "_3");
  slurm_.run("scancel --batch --signal=TERM " + array + "_4");
  kill(processes.at(5), SIGSTOP);
  const std::string node = slurm_.run("squeue --noheader --format=%N --jobs=" + array + "_5");
  const int lost = static_cast<int>(number_behind("n", node));
  slurm_.lose_node(lost);
  slurm_.run(fmt::format("scontrol update NodeName=n{} State=DOWN Reason=test", lost));
  for (const int shard : {1, 3, 4}) EXPECT_TRUE(wait_until_told_to_end(shard)) << log(shard);
  gated.open();

  // Slurm gives a requeued job two minutes to forget its credential.
  for (const int shard : {3, 5}) {
    const std::string task = fmt::format("{}_{}", array, shard);
    EXPECT_TRUE(slurm_.wait_until([&] {
      slurm_.run("scontrol update JobId=" + task + " StartTime=now");
      return number_behind("process ", owner(shard)) != processes.at(shard);
    })) << task
        << ": " << slurm_.run("squeue");
  }
  EXPECT_TRUE(slurm_.wait_until([&] {
    slurm_.run(fmt::format("scontrol update JobId={}_6 StartTime=now", array));
    return is_complete(3) && is_complete(5) && is_complete(6);
  })) << palio({"status", dir_}).out;
  EXPECT_THAT(log(3), HasSubstr("copied by an earlier task"));
  EXPECT_THAT(log(5), HasSubstr("copied by an earlier task"));

  // The node comes back with a task that nobody waits for any more.
  kill(processes.at(5), SIGCONT);
  EXPECT_TRUE(slurm_.wait_until([&] { return log(5).find("was taken over") != std::string::npos; })) << log(5);
  EXPECT_TRUE(is_complete(5));

  EXPECT_TRUE(slurm_.wait_for_end(array));
  EXPECT_TRUE(slurm_.wait_for_end(jobs.merge));
  const std::string status = palio({"status", dir_}).out;
  EXPECT_THAT(status, HasSubstr(left));
  if (!is_complete(1)) {
    EXPECT_THAT(status, HasSubstr("shard 1 stopped: interrupted, CANCELLED"));
  }
  if (!is_complete(4)) {
    EXPECT_THAT(status, HasSubstr("shard 4 stopped: interrupted (logs/4.log)"));
  }
  EXPECT_THAT(status, HasSubstr("shard 2 lost: last heard of"));
  EXPECT_THAT(status, HasSubstr("palio submit --retry"));

  const Jobs again = submit({"--retry", dir_});
  EXPECT_TRUE(slurm_.wait_for_end(again.array));
  EXPECT_TRUE(slurm_.wait_for_end(again.merge));
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("6 of 6 shards complete")) << log(1) << log(2);
  EXPECT_EQ(digest(fmt::format("{}/{}.db", dir_, study)), digest(folder_.file("whole.db")))
      << content(dir_ + "/logs/merge.log");
}

// Shards 1 and 4 of the second one have two instances: a task that is asked to stop at the second ends it, and then is
// complete.
INSTANTIATE_TEST_SUITE_P(
    OfEachKind, BrokenCampaignTest,
    testing::Values(Campaign{"mixed-parallel",
                             {"--sample", "60", "--engine", "simgrid"},
                             "palio-worker",
                             PALIO_WORKER_PATH,
                             "3 of 6 shards complete, 2 stopped, 1 lost"},
                    // Its 10,000 actors are more than SimGrid has memory for under ThreadSanitizer.
                    Campaign{"shared-files-table1",
                             {"--engine", "fluid", "--audit", "0"},
                             "palio-worker-fluid",
                             PALIO_WORKER_FLUID_PATH,
                             "5 of 6 shards complete, 1 lost"}));

TEST_F(SlurmTest, CancellingKeepsWhatIsFinished) {
  const GatedWorker gated(folder_, "palio-worker-fluid", PALIO_WORKER_FLUID_PATH);
  const Jobs jobs =
      submit({"mixed-parallel", "--tasks", "2", "--dir", dir_, "--copy-every", "0.2", "--engine", "fluid"});
  ASSERT_EQ(tasks_at_the_gate(2, gated).size(), 2U);
  EXPECT_EQ(palio({"cancel", dir_}).status, 0);
  for (const int shard : {1, 2}) EXPECT_TRUE(wait_until_told_to_end(shard)) << log(shard);
  gated.open();
  EXPECT_TRUE(slurm_.wait_for_end(jobs.array));
  for (const int shard : {1, 2}) EXPECT_THAT(note(shard), HasSubstr("\"interrupted\"")) << log(shard);
  EXPECT_THAT(palio({"status", dir_}).out, HasSubstr("0 of 2 shards complete, 2 stopped"));
}

TEST_F(SlurmTest, WhatSbatchRefusesIsPassedOn) {
  const Finished refused = palio({"submit", "mixed-parallel", "--tasks", "2", "--dir", dir_, "--", "-p", "nosuch"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("invalid partition specified: nosuch"));
  EXPECT_THAT(refused.err, HasSubstr("palio submit --retry '"));
}

}  // namespace
}  // namespace palio::test
