// Ten million results: a thousand shards put together, and what is asked of the whole (docs/scaling.md).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "core/text/count_text.h"
#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

class Scaling {
public:
  explicit Scaling(Workbench& bench)
      : bench_(bench), study_(bench.scale() == Scale::full ? bench.study("ten-million") : "mixed-parallel") {}

  void measure() {
    tell_plan();
    make_shards();
    tell_merge();
    ask("status", {"status", whole_}, 1);
    ask("resume: seeing that nothing is missing", {"run", study_, "--db", whole_, "-q"}, 10);
    ask("query: means by strategy",
        {"query", whole_,
         "SELECT strategy, count(*), avg(makespan), avg(efficiency) FROM results WHERE outcome = 'completed' GROUP BY "
         "strategy"},
        20);
    ask("verify", {"verify", whole_}, 30);
    ask("digest", {"digest", whole_}, 60);
    ask("check", {"check", whole_}, 120);
    ask("report", {"report", whole_, "-o", bench_.file("report.html")}, 120);
  }

private:
  void tell(const std::string& what, const std::string& unit, double value, std::optional<Target> target,
            const std::string& sides, const Command& command) const {
    bench_.tell({.what = what,
                 .unit = unit,
                 .measured = {value, value, value},
                 .rounds = 1,
                 .target = target,
                 .against = "",
                 .sides = sides,
                 .commands = {bench_.typed(command)}});
  }

  void tell_plan() const {
    const Command plan =
        bench_.palio({"plan", study_, "--shard", fmt::format("{}/{}", shards_, shards_), "--probes", "0"});
    const Usage usage = run(plan);
    tell(fmt::format("plan of one of {} shards", count_text(shards_)), "s", usage.wall, Target{Bound::at_most, 1},
         memory_text(usage), plan);
  }

  void make_shards() {
    typed_ = {"merge", whole_, "-q"};
    for (int i = 1; i <= shards_; ++i) {
      typed_.push_back(bench_.file(fmt::format("shard-{}.db", i)));
      run(bench_.beside("bench_instant_campaign",
                        {typed_.back(), fmt::format("{}", i), fmt::format("{}", shards_), study_path()}));
    }
  }

  void tell_merge() {
    const Command merge = bench_.palio(typed_);
    const Usage usage = run(merge);
    results_ = campaign_costs(whole_).scenarios;
    const std::string what =
        fmt::format("{} results of {} shards", count_text(static_cast<std::int64_t>(results_)), count_text(shards_));
    const Command typed = bench_.palio({"merge", whole_, "-q", bench_.file("shard-*.db")});
    tell(what + ", merged per second", "/s", results_ / usage.wall, Target{Bound::at_least, 300000}, memory_text(usage),
         typed);
    const double size = static_cast<double>(std::filesystem::file_size(whole_)) / results_;
    tell(what + ": size of a million", "MB", size, {}, "", typed);
    for (std::size_t i = 3; i < typed_.size(); ++i) std::filesystem::remove(typed_[i]);
  }

  void ask(const std::string& what, const std::vector<std::string>& arguments, double target) const {
    const Command command = bench_.palio(arguments);
    const Usage usage = run(command);
    tell(fmt::format("{} of {} results", what, count_text(static_cast<std::int64_t>(results_))), "s", usage.wall,
         Target{Bound::at_most, target}, memory_text(usage), command);
  }

  static std::string memory_text(const Usage& usage) {
    return fmt::format("{:.0f} MB of memory", usage.peak_memory / 1e6);
  }

  std::string study_path() const {
    return study_ == "mixed-parallel" ? fmt::format("{}/campaign/studies/mixed-parallel.toml", PALIO_SOURCE_DIR)
                                      : study_;
  }

  Workbench& bench_;
  std::string study_;
  int shards_ = bench_.choose(1000, 10);
  std::string whole_ = bench_.file("all.db");
  std::vector<std::string> typed_;
  double results_ = 0;
};

}  // namespace

void bench_scaling(Workbench& bench) { Scaling(bench).measure(); }

}  // namespace palio::bench
