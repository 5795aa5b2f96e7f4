// What a campaign costs beside its scheduling and its simulations, how two workers compare with one, and what palio
// itself needs at the scale of the paper. Prints a table for people; run it on an idle machine.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "runners/fake_runner.h"
#include "storage/campaign_reader.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Run {
  double wall = 0;                                       // s
  double cpu = 0;                                        // s, palio and all it started
  double scenarios = 0, scheduling = 0, simulation = 0;  // number, s of CPU, s of CPU
  double median_overhead = 0;  // s of CPU in a scenario's process beside scheduling and simulation
  double child_cpu = 0;        // s of CPU in all scenarios' processes
};

double cpu_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double number(const CampaignReader& reader, const std::string& sql) {
  double value = 0;
  reader.query(
      sql, [](const auto&) {},
      [&](const auto& row) {
        if (const auto* real = std::get_if<double>(&row.front())) value = *real;
        if (const auto* whole = std::get_if<std::int64_t>(&row.front())) value = static_cast<double>(*whole);
      });
  return value;
}

Run measure(const std::string& database, int jobs, int sample) {
  const double cpu_before = cpu_of_children();
  const Clock::time_point start = Clock::now();
  const pid_t pid = fork();
  if (pid == 0) {
    execl(PALIO_PATH, "palio", "run", "mixed-parallel", "--db", database.c_str(), "-q", "-j",
          std::to_string(jobs).c_str(), "--sample", std::to_string(sample).c_str(), nullptr);
    _exit(127);
  }
  waitpid(pid, nullptr, 0);
  Run run{.wall = seconds_since(start), .cpu = cpu_of_children() - cpu_before};
  const CampaignReader reader(database);
  run.scenarios = number(reader, "SELECT count(*) FROM result WHERE outcome = 'completed'");
  run.scheduling = number(reader, "SELECT sum(schedule_time) FROM result");
  run.simulation = number(reader, "SELECT sum(simulation_time) FROM result");
  run.child_cpu = number(reader, "SELECT sum(total_time) FROM result");
  run.median_overhead = number(reader,
                               "SELECT total_time - schedule_time - simulation_time FROM result ORDER BY 1 LIMIT 1 "
                               "OFFSET (SELECT count(*) / 2 FROM result)");
  return run;
}

// Side by side, in turn, several times; the medians of the ratios count.
void compare_workers(const test::TemporaryFolder& folder, int sample, int rounds) {
  std::vector<double> ratios, overheads, medians;
  Run last;
  for (int round = 0; round < rounds; ++round) {
    const Run one = measure(folder.file(fmt::format("one{}.db", round)), 1, sample);
    last = measure(folder.file(fmt::format("two{}.db", round)), 2, sample);
    ratios.push_back(one.wall / last.wall);
    for (const Run& run : {one, last}) {
      const double outside = (run.cpu - run.child_cpu) / run.scenarios;  // palio and the workers
      overheads.push_back((run.cpu - run.scheduling - run.simulation) / run.scenarios);
      medians.push_back(run.median_overhead + outside);
    }
  }
  const auto median = [](std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
  };
  fmt::print("scenarios per run                                   {:.0f}\n", last.scenarios);
  fmt::print("two workers against one                             {:.2f} x\n", median(ratios));
  fmt::print("scenarios/s with two workers                        {:.0f}\n", last.scenarios / last.wall);
  fmt::print("CPU per scenario: scheduling                        {:.2f} ms\n", 1e3 * last.scheduling / last.scenarios);
  fmt::print("CPU per scenario: simulation, SimGrid's platform    {:.2f} ms\n", 1e3 * last.simulation / last.scenarios);
  fmt::print("CPU per scenario: harness, median scenario          {:.2f} ms\n", 1e3 * median(medians));
  fmt::print("CPU per scenario: harness, mean                     {:.2f} ms\n", 1e3 * median(overheads));
}

// Says when the first scenario started.
class FirstScenario final : public Runner {
public:
  FirstScenario(Clock::time_point start, std::atomic<double>& first) : start_(start), first_(first) {}
  void run(const RunRequest& request, const Sink& sink) override {
    double unset = -1;
    first_.compare_exchange_strong(unset, seconds_since(start_));
    fake_.run(request, sink);
  }
  void abort() override { fake_.abort(); }

private:
  FakeRunner fake_{FakeRunner::Memory::forget};
  Clock::time_point start_;
  std::atomic<double>& first_;
};

void paper_scale(const test::TemporaryFolder& folder) {
  const Clock::time_point start = Clock::now();
  const Study study = load_study(std::string(PALIO_STUDIES) + "/mixed-parallel.toml");
  std::atomic<double> first = -1;
  Interruption interruption;
  const RunSummary summary =
      run_campaign(study,
                   {.database = folder.file("paper.db"),
                    .jobs = 2,
                    .selection = {},
                    .progress = ProgressDisplay::Mode::off,
                    .engine = {"fake", "1"},
                    .make_runner = [&] { return std::make_unique<FirstScenario>(start, first); }},
                   interruption);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double wall = seconds_since(start);
  fmt::print("paper scale with instant results: scenarios         {}\n", summary.completed);
  fmt::print("  results planned, queued and stored per second     {:.0f}\n",
             static_cast<double>(summary.completed) / wall);
  fmt::print("  first scenario after                              {:.3f} s\n", first.load());
  fmt::print("  memory of palio                                   {:.0f} MB\n",
             static_cast<double>(usage.ru_maxrss) / 1e3);
  fmt::print("  size of the database                              {:.0f} MB\n",
             static_cast<double>(std::filesystem::file_size(folder.file("paper.db"))) / 1e6);
  const Clock::time_point again = Clock::now();
  run_campaign(study,
               {.database = folder.file("paper.db"),
                .jobs = 2,
                .selection = {},
                .progress = ProgressDisplay::Mode::off,
                .engine = {"fake", "1"},
                .make_runner = [&] { return std::make_unique<FirstScenario>(start, first); }},
               interruption);
  fmt::print("  a second run finds everything stored after        {:.2f} s\n", seconds_since(again));
}

}  // namespace
}  // namespace palio

int main() {
  const palio::test::TemporaryFolder folder;
  palio::compare_workers(folder, 60, 3);
  palio::paper_scale(folder);
}
