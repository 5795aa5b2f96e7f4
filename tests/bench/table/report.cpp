#include "tests/bench/table/report.h"

#include <fmt/format.h>

#include <cmath>

#include "core/text/count_text.h"

namespace palio::bench {
namespace {

constexpr std::string_view k_head = R"(# Benchmarks

<!-- none run: ./dev bench measures them -->

Written by `./dev bench`, which takes half an hour on an idle machine; `./dev bench NAME` measures some rows again, and the load is the
largest before any of these runs. The two sides of a ratio take turns in the same run, in the other order every second round; the
figure is the median of the rounds' ratios.

)";

constexpr std::string_view k_notes = R"(
## What is compared

- **GNU parallel** starts one `palio simulate` per scenario, with a job log and a results folder, as many at a time as there are cores.
- **The loop with SimGrid alone** (`tests/bench/engines/bare_loop/`) simulates the schedules of the same scenarios in one process,
  without isolation, validation, metrics or storage. It builds a platform once per instance or once per schedule; the quicker
  one of the round counts. The makespans are the same, which is checked. CPU of palio is that of all its processes, with one worker.
- **A simulation alone** is CPU of what palio asks of an engine for one schedule, each schedule once: SimGrid in a process of its
  own, as palio has it, and the fluid engine one schedule after the other. Platforms are ready before the clock starts.
- **Harness** is the CPU of all of palio's processes in a campaign whose scenarios answer at once (`bench_idle_worker`), less
  SimGrid's platforms, which are built for each instance all the same. **A bare fork** is one of the same program with an instance
  of the study in its memory, which ends at once, and the wait for it.
- **`sqlite3`** inserts the rows of a finished campaign into an empty one, from an attached database, in one transaction.
- **Peak memory** is the largest resident set of any one process.
- **CPA allocations** for 1 to P processors, each different one kept, are what CAFM wants of a graph (`CpaSweep`); the other
  side makes the one for P alone, with `cluster_allocation`.
  There is a graph of each of the 432 random types of the ptg-batch study; a round gives the mean of the graphs' ratios.
- **Scheduling** is CPU of a call of the strategy alone, with its default parameters, on batches of its study's random types;
  of the paper mix, with those of the mixed-parallel study on a sample of its instances, called again and again on one graph.
- **Numbers of tasks**: the same for one graph of random work and volumes: a chain, independent tasks, layers of tasks^0.2 and
  tasks^0.5. A figure is that of the slowest strategy on its slowest shape. The exponent is that from 100 tasks to the most. Bags are
  simulated, too.

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

std::string sharing_text(std::size_t others) {
  if (others == 0) return {};
  return others == 1 ? " (this row and the next)" : fmt::format(" (this row and the next {})", others);
}

// Neighbours that share commands have them once, under the first.
std::string commands_text(const std::vector<Figure>& figures) {
  std::string text;
  for (std::size_t i = 0; i < figures.size();) {
    const Figure& first = figures[i];
    std::size_t others = 0;
    while (++i < figures.size() && figures[i].commands == first.commands) ++others;
    text += fmt::format("\n{}{}:\n\n```console\n", first.what, sharing_text(others));
    for (const std::string& command : first.commands) text += fmt::format("$ {}\n", command);
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
