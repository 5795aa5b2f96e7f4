#include "campaign/exam/exam.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "campaign/files/input_files.h"
#include "campaign/study/shipped_studies.h"
#include "campaign/study/strategy_block.h"
#include "core/error.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"

namespace palio {
namespace {

// A kind of graphs, by the parameter law of the family constructed, with strategies to compare with.
struct ExamKind {
  std::string_view law;
  std::vector<std::string_view> beside;
};

const std::vector<ExamKind>& exam_kinds() {
  static const std::vector<ExamKind> kinds{{"sequential", {"HEFT", "CPOP", "ETF", "MCT", "MinMin"}},
                                           {"amdahl", {"M-HEFT", "M-HEFT-IMP", "HCPA", "minArea"}},
                                           {"roofline", {"M-HEFT", "M-HEFT-IMP", "Fair", "minTime"}}};
  return kinds;
}

// Whether the graphs of a kind are what the strategy is for: one of Palio's for sequential tasks is not examined on
// parallel ones, nor the other way round.
bool suits(const Strategy& strategy, std::string_view law, const StrategySet& known) {
  const auto* method = method_if<GraphMethod>(strategy);
  if (method == nullptr) return false;
  const bool is_sequential = law == exam_kinds()[0].law;
  if (is_sequential && method->terms.clusters == ClusterNeed::one_cluster) return false;
  if (law == exam_kinds()[2].law && method->terms.speedups == Speedups::amdahl) return false;
  if (known.code_of(strategy.name) != nullptr) return true;
  return is_sequential ==
         (std::ranges::find(sequential_strategies(), strategy.name, &Strategy::name) != sequential_strategies().end());
}

std::vector<std::string_view> laws_for(const Recipe& recipe, const StrategySet& known) {
  const Strategy& strategy = known.named(recipe.name);
  std::vector<std::string_view> laws;
  for (const ExamKind& kind : exam_kinds())
    if (suits(strategy, kind.law, known)) laws.push_back(kind.law);
  if (laws.empty())
    throw UserError("{} schedules {}: an exam has one graph of tasks at a time, whose optimum is known", recipe.name,
                    strategy.method->kind());
  return laws;
}

// The shipped study without its strategies and without the graphs of other laws. Each block of graphs has one law.
std::string graphs_text(const std::set<std::string_view>& laws) {
  const std::string shipped = read_text_file(shipped_study("exam-constructed"));
  constexpr std::string_view k_block = "\n[[";
  std::string text;
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t next = shipped.find(k_block, at + 1);
    const std::string block = shipped.substr(at, next - at);
    const bool is_wanted = !block.starts_with("\n[[workload]]") || std::ranges::any_of(laws, [&](std::string_view law) {
      return block.find(fmt::format("\"{}\"", law)) != std::string::npos;
    });
    if (is_wanted && !block.starts_with("\n[[strategy]]")) text += block;
    at = next;
  }
  return text;
}

// Which graphs a row is about, in SQL, and their order.
struct ExamAxis {
  std::string_view on, order;
};
constexpr auto k_axes = std::to_array<ExamAxis>({
    {"'tasks ' || tasks", "tasks"},
    {"iif(edges_per_task = 0, 'no edges', iif(ccr > 0, 'ccr ' || format('%g', ccr), NULL))", "coalesce(ccr, 0)"},
    {"'machines ' || machines", "machines"},
    {"CASE WHEN law <> 'sequential' THEN NULL WHEN speed_ratio = 1 THEN 'equal speeds' ELSE 'speeds 1 to ' || "
     "format('%g', speed_ratio) END",
     "speed_ratio"},
});
constexpr ExamAxis k_all{"'all'", "0"};

std::optional<double> real_in(const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

void add_rows(const CampaignReader& campaign, std::string_view law, const ExamAxis& axis,
              const std::vector<std::string>& strategies, std::vector<GapRow>& rows) {
  const std::string sql = fmt::format(
      "WITH run AS (SELECT strategy, gap, platform, workload, {} AS place, {} AS sort FROM results "
      "WHERE law = ? AND gap IS NOT NULL), "
      "part AS (SELECT strategy, place, min(sort) AS sort, count(*) AS graphs, 100.0 * avg(gap <= 1 + 1e-9) AS "
      "optimal, "
      "avg(gap) AS mean, confidence(gap, platform, workload) AS margin, median(gap) AS median, max(gap) AS worst "
      "FROM run WHERE place IS NOT NULL GROUP BY strategy, place) "
      "SELECT strategy, place, graphs, optimal, mean, margin, median, worst, "
      "(SELECT o.strategy FROM part o WHERE o.place = part.place AND o.strategy <> part.strategy ORDER BY o.mean, "
      "o.strategy LIMIT 1), "
      "(SELECT min(o.mean) FROM part o WHERE o.place = part.place AND o.strategy <> part.strategy) "
      "FROM part ORDER BY sort, mean, strategy",
      axis.on, axis.order);
  campaign.query(sql, {SqlValue(std::string(law))}, [&](const std::vector<SqlValue>& cells) {
    GapRow row{.law = std::string(law),
               .strategy = std::get<std::string>(cells[0]),
               .on = std::get<std::string>(cells[1]),
               .graphs = std::get<std::int64_t>(cells[2]),
               .optimal = std::get<double>(cells[3]),
               .mean = std::get<double>(cells[4]),
               .median = std::get<double>(cells[6]),
               .worst = std::get<double>(cells[7]),
               .margin = real_in(cells[5]),
               .best_of_others = real_in(cells[9])};
    if (const auto* other = std::get_if<std::string>(&cells[8])) row.best_other = *other;
    if (strategies.empty() || std::ranges::find(strategies, row.strategy) != strategies.end())
      rows.push_back(std::move(row));
  });
}

}  // namespace

Study exam_study(const ExamRequest& request) {
  std::vector<Recipe> all = request.examined;
  std::set<std::string_view> laws;
  for (const Recipe& recipe : request.examined)
    for (const std::string_view law : laws_for(recipe, request.known)) laws.insert(law);
  for (const ExamKind& kind : exam_kinds())
    for (const std::string_view name : kind.beside) {
      Recipe recipe{std::string(name), resolve(name, strategy(name).parameters, {})};
      if (laws.contains(kind.law) && std::ranges::find(all, recipe) == all.end()) all.push_back(std::move(recipe));
    }
  std::string text = graphs_text(laws);
  for (const Recipe& recipe : all) {
    const std::vector<std::string_view> own = laws_for(recipe, request.known);
    text +=
        strategy_block(recipe, request.known) + fmt::format("workloads = \"law IN ('{}')\"\n", fmt::join(own, "', '"));
    if (own.front() != exam_kinds()[0].law) text += "platforms = \"cluster_processors > 0\"\n";
  }
  return parse_study(text, "exam.toml", FileSource(), {.known = request.known});
}

std::vector<GapRow> gap_rows(const CampaignReader& campaign, const std::vector<std::string>& examined) {
  std::vector<GapRow> rows;
  for (const ExamKind& kind : exam_kinds()) {
    add_rows(campaign, kind.law, k_all, {}, rows);
    for (const std::string& strategy : examined)
      for (const ExamAxis& axis : k_axes) add_rows(campaign, kind.law, axis, {strategy}, rows);
  }
  return rows;
}

}  // namespace palio
