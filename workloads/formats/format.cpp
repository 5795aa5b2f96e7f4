#include "workloads/formats/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "core/error.h"
#include "core/identity/registry.h"
#include "workloads/explicit/workload_json.h"

namespace palio {
namespace {

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

char first_of(std::string_view content) {
  const std::size_t at = content.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? '\0' : content[at];
}

bool has_text(std::string_view content, std::string_view text) { return content.find(text) != std::string_view::npos; }

bool is_wfcommons(std::string_view content) {
  return first_of(content) == '{' && has_text(content, "\"schemaVersion\"") && !has_text(content, "\"palio-workload\"");
}

bool is_networkx(std::string_view content) {
  return first_of(content) == '{' && has_text(content, "\"nodes\"") &&
         (has_text(content, "\"links\"") || has_text(content, "\"edges\"")) && !has_text(content, "\"palio-") &&
         !is_wfcommons(content) && !is_saga(content);
}

bool is_palio(std::string_view content) {
  return first_of(content) == '{' && has_text(content, "\"format\"") && !is_wfcommons(content) && !is_saga(content) &&
         !is_networkx(content);
}

bool is_estee(std::string_view content) {
  return first_of(content) == '[' && has_text(content, "\"e_d\"") && has_text(content, "\"outputs\"");
}

// Whether the outermost mapping of a YAML text has this key, as far as a look at its lines tells.
bool has_key(std::string_view content, std::string_view key) {
  return content.starts_with(key) || has_text(content, fmt::format("\n{}", key));
}

bool is_pegasus(std::string_view content) {
  return has_key(content, "pegasus:") && has_key(content, "jobs:") && !is_dot(content);
}

bool is_dslab(std::string_view content) {
  return has_key(content, "tasks:") && has_text(content, "flops:") && !is_dot(content);
}

bool is_dax(std::string_view content) { return first_of(content) == '<' && has_text(content, "<adag"); }

bool is_graphml(std::string_view content) { return first_of(content) == '<' && has_text(content, "<graphml"); }

// What a file of no known format may be, by a text in it.
struct Lookalike {
  std::string_view text, remark;
};
constexpr auto k_lookalikes = std::to_array<Lookalike>({
    {"<platform", "It is a platform of SimGrid, not a workflow"},
    {"<gexf", "It is GEXF: write GraphML"},
    {"\"workflow\"", "It looks like WfCommons, but has no schemaVersion"},
    {"\"applications\"", "It looks like Palio's own JSON, but has no \"format\": \"palio-workload\""},
    {"\"adjacency\"", "It looks like adjacency JSON of networkx: write nx.node_link_data(graph)"},
    {"\"nodes\"", "It looks like node-link JSON of networkx, but has neither edges nor links"},
    {"jobs:", "It looks like Pegasus' YAML, but has no key pegasus"},
});

std::string remark_on(std::string_view content) {
  const auto* const found =
      std::ranges::find_if(k_lookalikes, [&](const Lookalike& each) { return has_text(content, each.text); });
  return found == k_lookalikes.end() ? "" : fmt::format(". {}", found->remark);
}

// A reader that leaves no choice.
template <auto read>
DescribedWorkload without_choices(std::string_view content, std::string_view place, const WorkflowReading&) {
  return read(content, place);
}

WrittenWorkflow write_palio(const DescribedWorkload& workload, double) { return {to_json(workload), {}}; }

}  // namespace

std::span<const WorkflowFormat> workflow_formats() {
  static const auto formats = std::to_array<WorkflowFormat>({
      {k_palio_format, "Palio's own JSON", {".json"}, is_palio, without_choices<described_from_json>, write_palio},
      {"wfcommons", "WfCommons JSON, schemas 1.0 to 1.6", {}, is_wfcommons, read_wfcommons, write_wfcommons},
      {"dax", "Pegasus DAX (XML), versions 2 and 3", {".dax", ".xml"}, is_dax, read_dax, write_dax},
      {"dag", "CloudWorkflowSimulator's .dag", {".dag"}, is_dag, read_dag, write_dag},
      {"estee", "estee's JSON of one graph", {}, is_estee, read_estee, write_estee},
      {"pegasus", "Pegasus 5 YAML", {}, is_pegasus, read_pegasus, nullptr},
      {"dslab", "DSLab's YAML of one graph", {}, is_dslab, read_dslab, nullptr},
      {"saga", "SAGA's JSON of a graph and its network", {}, is_saga, without_choices<read_saga>, nullptr},
      {"hcsp",
       "times of independent tasks on unrelated machines (HCSP)",
       {},
       is_hcsp,
       without_choices<read_hcsp>,
       nullptr},
      {"stg", "standard task graphs (STG)", {".stg"}, is_stg, without_choices<read_stg>, nullptr},
      {"dot", "DOT, as daggen and SimGrid write it", {".dot", ".gv"}, is_dot, read_dot, write_dot},
      {"networkx", "node-link JSON of networkx", {}, is_networkx, read_networkx, nullptr},
      {"graphml", "GraphML", {".graphml"}, is_graphml, read_graphml, nullptr},
      {"csv", "CSV of tasks and edges with names of columns", {".csv"}, is_csv, read_csv, nullptr},
  });
  return formats;
}

std::vector<std::string_view> workflow_extensions() {
  std::vector<std::string_view> all;
  for (const WorkflowFormat& format : workflow_formats())
    all.insert(all.end(), format.extensions.begin(), format.extensions.end());
  return all;
}

const WorkflowFormat& workflow_format(std::string_view name) { return find_row(workflow_formats(), "format", name); }

std::string_view without_byte_order_mark(std::string_view content) {
  return content.starts_with(k_byte_order_mark) ? content.substr(k_byte_order_mark.size()) : content;
}

const WorkflowFormat& format_of(std::string_view content, std::string_view place) {
  const std::string_view text = without_byte_order_mark(content);
  if (first_of(text) == '\0') throw UserError("{}:1: the file is empty", place);
  std::vector<std::string_view> summaries;
  for (const WorkflowFormat& format : workflow_formats()) {
    if (format.recognises(text)) return format;
    summaries.push_back(format.summary);
  }
  const std::string remark = remark_on(text);
  if (!remark.empty()) throw UserError("{}:1: the file is in no known format{}", place, remark);
  throw UserError("{}:1: the file is in none of the known formats: {}", place, fmt::join(summaries, "; "));
}

DescribedWorkload read_workflow(std::string_view content, std::string_view place, const WorkflowReading& reading) {
  return format_of(content, place).read(without_byte_order_mark(content), place, reading);
}

}  // namespace palio
