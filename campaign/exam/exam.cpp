#include "campaign/exam/exam.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
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

std::vector<GapRow> exam_rows(const CampaignReader& campaign, const std::vector<std::string>& examined) {
  std::vector<GapRow> rows;
  for (const ExamKind& kind : exam_kinds())
    std::ranges::move(gap_rows(campaign, kind.law, examined), std::back_inserter(rows));
  return rows;
}

}  // namespace palio
