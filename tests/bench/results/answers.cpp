// What a campaign as large as the paper's answers, and how fast: a query, the paper's claims, the report, a replay.
#include <fmt/format.h>

#include <filesystem>

#include "core/text/count_text.h"
#include "storage/read/campaign_reader.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

void tell_time(const Workbench& bench, const std::string& what, const Command& command, double target) {
  const int rounds = bench.choose(5, 1);
  std::vector<double> seconds, memory;
  for (int i = 0; i < rounds; ++i) {
    const Usage usage = run(command);
    seconds.push_back(usage.wall);
    memory.push_back(usage.peak_memory / 1e6);
  }
  bench.tell({.what = what,
              .unit = "s",
              .measured = spread(seconds),
              .rounds = rounds,
              .target = Target{Bound::at_most, target},
              .against = "",
              .sides = fmt::format("{:.0f} MB of memory", spread(memory).median),
              .commands = {bench.typed(command)}});
}

void tell_size(const Workbench& bench, const std::string& page, const Command& command) {
  const double size = static_cast<double>(std::filesystem::file_size(page)) / 1e6;
  bench.tell({.what = "size of that report",
              .unit = "MB",
              .measured = {size, size, size},
              .rounds = 1,
              .target = Target{Bound::at_most, 8},
              .against = "",
              .sides = "",
              .commands = {bench.typed(command)}});
}

// A scenario from the middle of the file.
std::string stored_scenario(Workbench& bench) {
  std::string scenario;
  CampaignReader(bench.stored_campaign())
      .query(
          fmt::format("SELECT scenario FROM results LIMIT 1 OFFSET {:.0f}", bench.stored_results() / 2),
          [](const auto&) {}, [&](const std::vector<SqlValue>& row) { scenario = std::get<std::string>(row.front()); });
  return scenario;
}

// The instant results are made up, so that the replay finds them different: status 2 is what it ought to end with.
Command replay_command(Workbench& bench) {
  const Command replay = bench.palio({"replay", bench.stored_campaign(), stored_scenario(bench)});
  return {.arguments = {"sh", "-c", R"("$@"; test $? -eq 2)", "sh", replay.arguments[0], replay.arguments[1],
                        replay.arguments[2], replay.arguments[3]}};
}

// The claims in five readings, each a part of as many results as the paper has.
void tell_readings(Workbench& bench) {
  const std::string database = bench.file("readings.db");
  const int instances = bench.choose(138'462, 1000);
  const int strategies = 13;
  const std::string study = PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel-readings.toml";
  run(bench.beside("bench_instant_campaign", {database, "1", "1", study, std::to_string(instances)}));
  tell_time(bench, fmt::format("verify of {} stored results in five readings", count_text(instances * strategies)),
            bench.palio({"verify", database}), 5);
}

}  // namespace

void bench_answers(Workbench& bench) {
  const std::string& database = bench.stored_campaign();
  const std::string size = count_text(static_cast<std::int64_t>(bench.stored_results()));
  const std::string page = bench.file("report.html");
  tell_time(bench, fmt::format("query of {} stored results: means by strategy", size),
            bench.palio({"query", database,
                         "SELECT strategy, count(*), avg(makespan), avg(efficiency) FROM results WHERE outcome = "
                         "'completed' GROUP BY strategy"}),
            3);
  tell_time(bench, fmt::format("effects on the makespan, {} stored results", size),
            bench.palio({"query", database, "@effects"}), 10);
  tell_time(bench, fmt::format("effects on the ratio of two strategies, {} stored results", size),
            bench.palio({"query", database, "@effects", "HCPA", "M-HEFT"}), 10);
  tell_time(bench, fmt::format("verify of {} stored results", size), bench.palio({"verify", database}), 3);
  tell_readings(bench);
  const Command report = bench.palio({"report", database, "-o", page});
  tell_time(bench, fmt::format("report of {} stored results", size), report, 20);
  tell_size(bench, page, report);
  tell_time(bench, fmt::format("replay of one of {} stored results, simulation included", size), replay_command(bench),
            1);
}

}  // namespace palio::bench
