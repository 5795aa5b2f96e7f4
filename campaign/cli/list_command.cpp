#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "analysis/claims/claim_file.h"
#include "analysis/queries/ready_query.h"
#include "analysis/statistics/sql_functions.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options.h"
#include "campaign/cli/table.h"
#include "campaign/range_text.h"
#include "campaign/study.h"
#include "core/metrics.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

struct ListOptions {
  std::string what;
  Format format = Format::table;
};

SqlValue text(std::string_view value) { return std::string(value); }

std::string default_text(const ParameterSpec& spec) {
  // A study gives these itself: samples = N, [study] seed, the content of path.
  if (spec.name == "sample" || spec.name == "seed" || spec.name == "digest") return "by the study";
  return spec.default_value.empty() ? "required" : std::string(spec.default_value);
}

// A row for the name, and one for each of its parameters.
template <class Entry>
void list_registry(std::span<const Entry> entries, TableWriter& table) {
  table.header({"name", "parameter", "default", "range", "unit", "meaning", "source"});
  for (const Entry& entry : entries) {
    table.row({text(entry.name), {}, {}, {}, {}, text(entry.summary), text(entry.source)});
    for (const ParameterSpec& spec : entry.parameters)
      table.row({text(entry.name),
                 text(spec.name),
                 default_text(spec),
                 range_text(spec),
                 text(spec.unit),
                 text(spec.meaning),
                 {}});
  }
}

std::string_view word(Better better) {
  switch (better) {
    case Better::less: return "less";
    case Better::more: return "more";
    case Better::neither: break;
  }
  return "";
}

void list_metrics(TableWriter& table) {
  table.header({"metric", "unit", "better", "meaning"});
  for (const MetricInfo& info : metric_table())
    table.row({text(info.name), text(info.unit), text(word(info.better)), text(info.meaning)});
}

void list_functions(TableWriter& table) {
  table.header({"function", "kind", "result"});
  for (const FunctionInfo& info : function_table()) table.row({text(info.call), text(info.kind), text(info.meaning)});
}

void list_queries(TableWriter& table) {
  table.header({"query", "answer"});
  for (const ReadyQuery& query : ready_queries()) table.row({"@" + query.name, query.says});
}

void list_studies(TableWriter& table) {
  table.header({"study", "instances", "strategies", "scenarios", "title", "file"});
  for (const std::string& file : shipped_studies()) {
    const Study study = load_study(file);
    table.row({study.name, static_cast<std::int64_t>(study.instance_count()),
               static_cast<std::int64_t>(study.strategies.size()), static_cast<std::int64_t>(study.scenario_count()),
               study.title, file});
  }
}

// A claim without a study is about every study of its file.
void list_claims(TableWriter& table) {
  table.header({"studies", "id", "place", "claim", "paper", "accept", "file"});
  for (const ClaimFile& file : shipped_claims())
    for (const Claim& claim : file.claims)
      table.row({claim.study.empty() ? fmt::format("{}", fmt::join(file.studies, ", ")) : claim.study, claim.id,
                 claim.place, claim.says, claim.paper, claim.range, file.file});
}

int run_list(const ListOptions& options) {
  TableWriter table(stdout, options.format);
  if (options.what == "platforms") list_registry(platform_families(), table);
  if (options.what == "workloads") list_registry(workload_families(), table);
  if (options.what == "strategies") list_registry(strategies(), table);
  if (options.what == "metrics") list_metrics(table);
  if (options.what == "studies") list_studies(table);
  if (options.what == "claims") list_claims(table);
  if (options.what == "functions") list_functions(table);
  if (options.what == "queries") list_queries(table);
  table.finish();
  return k_success;
}

}  // namespace

void setup_list(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ListOptions>();
  CLI::App* command =
      app.add_subcommand("list", "Show what there is of strategies, metrics, studies, queries and others");
  require_choice(
      *command
           ->add_option("what", options->what,
                        "platforms, workloads, strategies, metrics, studies, claims, functions (of SQL) or queries")
           ->required()
           ->type_name("WHAT"),
      {"platforms", "workloads", "strategies", "metrics", "studies", "claims", "functions", "queries"});
  add_format(*command, options->format);
  command->callback([options, &chosen] { chosen = [options] { return run_list(*options); }; });
}

}  // namespace palio
