#include "tests/bench/report.h"

#include <fmt/format.h>

#include <cmath>

#include "core/text/count_text.h"

namespace palio::bench {
namespace {

constexpr std::string_view k_head = R"(# Benchmarks

<!-- none run: ./dev bench measures them -->

Written by `./dev bench`; it measures anew and takes some minutes on an idle machine. The two sides of a ratio take turns in
the same run, in the other order every second round; the figure is the median of the rounds' ratios.

)";

constexpr std::string_view k_notes = R"(
## What is compared

- **GNU parallel** starts one `palio simulate` per scenario, with a job log and a results folder, from the list that
  `palio run --dry-run` prints: no files to prepare, no campaign, as many processes at a time as there are cores.
- **The loop with SimGrid alone** (`tests/bench/bare_loop/`) simulates the schedules of the same scenarios in one process,
  without isolation, validation, metrics or storage. It builds a platform once per instance or once per schedule; the quicker
  one of the round counts. A second engine in a process gives wrong dates in SimGrid 3.32 (the clock goes on), but the
  work is the same, and so are the makespans, which is checked. CPU of palio is that of all its processes, with one worker.
- **Harness** is the CPU of all of palio's processes in a campaign whose scenarios answer at once (`bench_idle_worker`), less
  SimGrid's platforms, which are built for each instance all the same. Beside real scenarios, the CPU that is neither scheduling
  nor SimGrid's also holds validation, metrics and caches that the simulations have emptied: the row above it.
- **`sqlite3`** inserts the rows of every table of a finished campaign into an empty one of the same schema, from an attached
  database, in one transaction: no text to parse. Palio's side plans, queues and commits in batches of at most 256 results.
- **Peak memory** is the largest resident set of any one process. Planning keeps the axes in memory, not their product.
- **CPA allocations** for 1 to P processors, each different one kept, are what CAFM wants of a graph (`CpaSweep`); the other
  side makes the one for P alone: with `cluster_allocation`, or one processor at a time from the tables that the sweep uses.
  Both end in the same allocation, which is checked. There is a graph of each of the 432 random types of the ptg-batch study,
  on its clusters; a round gives the mean of the graphs' ratios.
- **Scheduling** is a call of the strategy alone, with its default parameters, on batches of its study's random types: no
  yardsticks, no validation, no simulation. It is CPU of the calling thread, as that of the allocations: the mean of as many
  calls as take 1 ms.
- **Numbers of tasks**: the same for one graph of random work and volumes: a chain, independent tasks, layers of tasks^0.2 and
  tasks^0.5. A figure is that of the slowest strategy on its slowest shape. The exponent is that from 100 tasks to the most. Bags are
  simulated, too: scheduling and simulation of one scenario.

## Commands

In a folder of their own; `bench_*` are built beside `palio`.
)";

std::string value_text(const Figure& figure, double value) {
  return figure.unit.starts_with('/') ? number_text(value) + figure.unit : number_text(value) + ' ' + figure.unit;
}

std::string range_text(const Figure& figure) {
  return fmt::format("{} to {}", number_text(figure.measured.min), number_text(figure.measured.max));
}

std::string markdown_row(const Figure& figure) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", figure.what, value_text(figure, figure.measured.median),
                     range_text(figure), target_text(figure), verdict(figure),
                     figure.against.empty() ? "-" : figure.against, figure.sides);
}

// Commands that several figures share are given once.
std::string commands_text(const std::vector<Figure>& figures) {
  std::string text;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    text += fmt::format("\n{}:\n", figures[i].what);
    if (i + 1 < figures.size() && figures[i + 1].commands == figures[i].commands) continue;
    text += "\n```console\n";
    for (const std::string& command : figures[i].commands) text += fmt::format("$ {}\n", command);
    text += "```\n";
  }
  return text;
}

}  // namespace

std::string number_text(double value) {
  if (value >= 1000) return count_text(std::llround(value));
  if (value >= 100) return fmt::format("{:.0f}", value);
  if (value >= 10) return fmt::format("{:.1f}", value);
  return fmt::format("{:.{}f}", value, value >= 1 ? 2 : 3);
}

std::string target_text(const Figure& figure) {
  if (!figure.target) return "-";
  const char* bound = figure.target->bound == Bound::at_least ? "at least" : "at most";
  const bool rate = figure.unit.starts_with('/');
  const std::string number =
      figure.target->value >= 1000 ? number_text(figure.target->value) : fmt::format("{}", figure.target->value);
  return fmt::format("{} {}{}{}", bound, number, rate ? "" : " ", figure.unit);
}

std::string verdict(const Figure& figure) {
  if (!figure.target) return "-";
  return holds(figure) ? "holds" : "misses";
}

void write_table(const std::vector<Figure>& figures, TableWriter& table) {
  table.header({"what", "measured", "min to max", "target", "verdict", "against"});
  for (const Figure& figure : figures)
    table.row({figure.what, value_text(figure, figure.measured.median), range_text(figure), target_text(figure),
               verdict(figure), figure.against.empty() ? SqlValue() : SqlValue(figure.against)});
  table.finish();
}

std::string markdown(const std::vector<Figure>& figures, const Facts& facts) {
  std::string text(k_head);
  text += "| | |\n|---|---|\n";
  for (const auto& [name, value] : facts) text += fmt::format("| {} | {} |\n", name, value);
  text +=
      "\n| what | measured (median) | min to max | target | verdict | against | the two sides |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Figure& figure : figures) text += markdown_row(figure);
  text += k_notes;
  return text + commands_text(figures);
}

}  // namespace palio::bench
