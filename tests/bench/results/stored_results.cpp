// Results stored per second, through the whole of palio with results that cost nothing to compute, against the sqlite3
// shell: the same rows into the same tables, in one transaction, read from another database (quicker than from CSV).
#include <fmt/format.h>

#include <filesystem>

#include "core/text/count_text.h"
#include "storage/read/campaign_reader.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

// Every table of a campaign, from one database into another of the same schema. The condition keeps SQLite from copying
// whole pages.
std::string copy_statements(const std::string& database) {
  std::string sql = fmt::format("ATTACH '{}' AS source; BEGIN;", database);
  CampaignReader(database).query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", [](const auto&) {},
      [&](const std::vector<SqlValue>& row) {
        sql += fmt::format(" INSERT INTO {0} SELECT * FROM source.{0} WHERE true;", std::get<std::string>(row.front()));
      });
  return sql + " COMMIT;";
}

std::string whole(double count) { return count_text(static_cast<std::int64_t>(count)); }

class Storing {
public:
  explicit Storing(Workbench& bench)
      : bench_(bench), full_(bench.stored_campaign()), schema_(bench.file("schema.sql")) {
    Command schema{.arguments = {"sqlite3", full_, ".schema"}, .output = schema_};
    run(schema);
  }

  double campaign_seconds() {
    const std::string database = fresh("instant.db");
    return run(shown(bench_.beside("bench_instant_campaign", {database}))).wall;
  }

  double shell_seconds() {
    const std::string copy = fresh("copy.db");
    run({.arguments = {"sqlite3", copy}, .input = schema_});
    return run(shown({.arguments = {"sqlite3", copy, copy_statements(full_)}})).wall;
  }

  const std::vector<std::string>& commands() const { return commands_; }

private:
  std::string fresh(std::string_view name) const {
    std::string file = bench_.file(name);
    std::filesystem::remove(file);
    return file;
  }

  Command shown(Command command) {
    if (commands_.size() < 2) commands_.push_back(bench_.typed(command));
    return command;
  }

  Workbench& bench_;
  std::string full_, schema_;
  std::vector<std::string> commands_;
};

}  // namespace

void bench_stored_results(Workbench& bench) {
  const int rounds = bench.choose(5, 1);
  Storing storing(bench);
  const double results = bench.stored_results();
  std::vector<double> palio, shell, ratios, rates;
  in_turn(rounds,
          {[&] { palio.push_back(storing.campaign_seconds()); }, [&] { shell.push_back(storing.shell_seconds()); }});
  for (std::size_t i = 0; i < palio.size(); ++i) {
    ratios.push_back(shell[i] / palio[i]);
    rates.push_back(results / palio[i]);
  }
  Figure figure{.what = "results planned, run by an instant runner and stored per second",
                .unit = "x",
                .measured = spread(ratios),
                .rounds = rounds,
                .target = Target{Bound::at_least, 0.4},
                .against = "`sqlite3` inserting the same rows in one transaction",
                .sides = fmt::format("{} against {} results/s ({} results)", whole(spread(rates).median),
                                     whole(results / spread(shell).median), whole(results)),
                .commands = storing.commands()};
  bench.tell(figure);
  figure.unit = "/s";
  figure.measured = spread(rates);
  figure.target = Target{Bound::at_least, 300000};
  figure.against.clear();
  figure.sides.clear();
  figure.commands = {storing.commands().front()};
  bench.tell(figure);
}

}  // namespace palio::bench
