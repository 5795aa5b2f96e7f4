#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <numbers>
#include <type_traits>

#include "analysis/claims/claim_file.h"
#include "analysis/queries/query_tables.h"
#include "analysis/queries/ready_query.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/study/study.h"
#include "campaign/study/study_template.h"
#include "core/error.h"
#include "core/identity/engine_choice.h"
#include "core/identity/nearest.h"
#include "core/metrics.h"
#include "core/text/json_reader.h"
#include "core/text/visible_text.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

struct ListOptions {
  std::string what;
  std::string name;  // of one of them; empty: all
  CodeOptions code;
  Format format = Format::table;
};

/// All entries of one kind.
struct Listing {
  std::string_view one;  // of them
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;
  std::size_t key = 0;             // column of the names
  std::vector<std::size_t> brief;  // columns of a table for people
};

SqlValue cell(std::string_view value) { return std::string(value); }

std::string default_text(const ParameterSpec& spec) {
  // A study gives these itself: samples = N, [study] seed, the content of path.
  if (is_given_by_study(spec.role)) return "by the study";
  if (!spec.default_value.empty()) return std::string(spec.default_value);
  return spec.presence == Presence::optional ? "none" : "required";
}

// "0.135 % to 1e-09 (0.1 byte/s by default)".
std::string end_text(const ClippedNormal& draw, double end, const ParameterSpec& spec) {
  const double tail = std::erfc(std::abs(end - draw.mean) / (draw.deviation * std::numbers::sqrt2)) / 2;
  std::string text = fmt::format("{:.3g} % to {:g}", 100 * tail, end);
  if (spec.type != ParameterType::real || spec.default_value.empty()) return text;
  const Value scale = parse_value("", spec, spec.default_value);
  return text + fmt::format(" ({:g} {} by default)", end * std::get<double>(scale), spec.unit);
}

// What a parameter means, with what becomes of draws beyond their ends.
template <class Entry>
std::string meaning_of(const Entry& entry, const ParameterSpec& spec) {
  std::string meaning(spec.meaning);
  if constexpr (requires { entry.clipped; })
    for (const auto& [parameter, draw] : entry.clipped)
      if (parameter == spec.name)
        meaning += fmt::format("; draws of N({:.3g}, {:.3g}) are clipped: {}, {}", draw.mean, draw.deviation,
                               end_text(draw, draw.least, spec), end_text(draw, draw.most, spec));
  return meaning;
}

constexpr std::size_t k_parameter = 1, k_meaning = 5, k_source = 6;  // columns of a registry

// A row for the name, and one for each of its parameters.
template <class Entry>
Listing registry(std::string_view one, std::span<const Entry> entries) {
  Listing listing{one, {"name", "parameter", "default", "range", "unit", "meaning", "source"}, {}, 0, {0, k_meaning}};
  for (const Entry& entry : entries) {
    listing.rows.push_back({cell(entry.name), {}, {}, {}, {}, cell(entry.summary), cell(entry.source)});
    for (const ParameterSpec& spec : entry.parameters)
      listing.rows.push_back({cell(entry.name), cell(spec.name), default_text(spec), range_text(spec), cell(spec.unit),
                              meaning_of(entry, spec), SqlValue()});
  }
  return listing;
}

Listing metrics() {
  Listing listing{"metric", {"metric", "unit", "better", "meaning"}, {}, 0, {0, 1, 2, 3}};
  for (const MetricInfo& info : metric_table()) {
    const auto better = info.better == Better::less ? "less" : info.better == Better::more ? "more" : "";
    listing.rows.push_back({cell(info.name), cell(info.unit), cell(better), cell(info.meaning)});
  }
  return listing;
}

Listing engines() {
  Listing listing{"engine", {"engine", "carries out schedules by"}, {}, 0, {0, 1}};
  for (const EngineChoice& engine : engine_table()) listing.rows.push_back({cell(engine.name), cell(engine.meaning)});
  return listing;
}

Listing functions() {
  Listing listing{"function", {"function", "kind", "result"}, {}, 0, {0, 1, 2}};
  for (const auto infos : {function_table(), query_table_functions()})
    for (const FunctionInfo& info : infos)
      listing.rows.push_back({cell(info.call), cell(info.kind), cell(info.meaning)});
  return listing;
}

Listing queries() {
  Listing listing{"query", {"query", "answer"}, {}, 0, {0, 1}};
  for (const ReadyQuery& query : ready_queries()) listing.rows.push_back({"@" + query.name, query.says});
  return listing;
}

using StudyRow = std::vector<SqlValue>;  // without the file

StudyRow row_of(const Study& study) {
  const CampaignState state = count_state(study, {}, DoneSet(study, {}));
  return {study.name,  whole(state.instances), whole(study.strategies.size()), whole(state.wanted), study.title,
          study.source};
}

// What the studies hold whose files have these digests: to expand all of them takes seconds.
std::map<std::string, StudyRow> indexed_studies() {
  std::map<std::string, StudyRow> rows;
  const std::string index = shipped_folder("studies") / "index.json";
  if (!std::filesystem::exists(index)) return rows;
  for (const JsonReader& study : JsonReader::parse(read_text_file(index), index).elements()) {
    const auto text = [&](std::string_view key) { return study.member(key).text(); };
    const auto count = [&](std::string_view key) { return study.member(key).integer(0, std::int64_t{1} << 53); };
    rows[text("digest")] = {text("study"),      count("instances"), count("strategies"),
                            count("scenarios"), text("title"),      text("source")};
  }
  return rows;
}

Listing studies() {
  Listing listing{
      "study", {"study", "instances", "strategies", "scenarios", "title", "source", "file"}, {}, 0, {0, 3, 4}};
  std::map<std::string, StudyRow> indexed = indexed_studies();
  for (const std::string& name : shipped_studies()) {
    const std::string file = shipped_study(name);
    const auto known = indexed.find(content_digest(read_text_file(file)));
    StudyRow& row = listing.rows.emplace_back(known == indexed.end() ? row_of(load_study(file)) : known->second);
    row.emplace_back(file);
  }
  return listing;
}

// A claim without a study is about every study of its file.
Listing claims() {
  Listing listing{"claim", {"studies", "id", "place", "claim", "paper", "accept", "file"}, {}, 1, {0, 1, 3, 4}};
  for (const ClaimFile& file : shipped_claims())
    for (const Claim& claim : file.claims)
      listing.rows.push_back({fmt::format("{}", fmt::join(claim.studies.empty() ? file.studies : claim.studies, ", ")),
                              claim.id, claim.place, claim.says, claim.paper, claim.range, file.file});
  return listing;
}

// Palio's, or those of the code that was named.
std::vector<Strategy> listed_strategies(const StrategySet& given) {
  if (given.custom().empty()) return {strategies().begin(), strategies().end()};
  std::vector<Strategy> listed;
  for (const auto& code : given.custom())
    listed.insert(listed.end(), code->strategies().begin(), code->strategies().end());
  return listed;
}

constexpr std::size_t k_kind = 7, k_needs = 8;  // columns of strategies, after those of a registry

Listing strategy_listing(const std::vector<Strategy>& listed) {
  Listing listing = registry<Strategy>("strategy", listed);
  listing.columns.insert(listing.columns.end(), {"kind", "needs"});
  listing.brief = {0, k_kind, k_needs, k_meaning};
  std::size_t next = 0;
  for (auto& row : listing.rows) {
    const bool of_strategy = std::holds_alternative<std::monostate>(row[k_parameter]);
    row.resize(listing.columns.size());
    if (!of_strategy) continue;
    const Method& method = *listed[next++].method;
    row[k_kind] = cell(method.kind());
    row[k_needs] = or_null(method.needs());
  }
  return listing;
}

using Make = Listing (*)(const StrategySet& given);
constexpr auto k_kinds = std::to_array<std::pair<std::string_view, Make>>({
    {"platforms", [](const StrategySet&) { return registry("platform family", platform_families()); }},
    {"workloads", [](const StrategySet&) { return registry("workload family", workload_families()); }},
    {"strategies", [](const StrategySet& given) { return strategy_listing(listed_strategies(given)); }},
    {"metrics", [](const StrategySet&) { return metrics(); }},
    {"studies", [](const StrategySet&) { return studies(); }},
    {"claims", [](const StrategySet&) { return claims(); }},
    {"engines", [](const StrategySet&) { return engines(); }},
    {"functions", [](const StrategySet&) { return functions(); }},
    {"queries", [](const StrategySet&) { return queries(); }},
});

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, make] : k_kinds) names.push_back(name);
  return names;
}

Listing listing_of(std::string_view what, const StrategySet& given) {
  for (const auto& [name, make] : k_kinds)
    if (name == what) return make(given);
  throw UserError("there is no list of \"{}\"{}", what, suggestion(what, kind_names()));
}

// "@summary" is also found as summary, and "median(x)" as median.
std::string_view bare(std::string_view name) {
  if (name.starts_with('@')) name.remove_prefix(1);
  return name.substr(0, name.find('('));
}

// Keeps only the entry with this name.
void choose(Listing& listing, std::string_view name) {
  std::vector<std::string> keys;
  for (const auto& row : listing.rows) keys.emplace_back(bare(std::get<std::string>(row[listing.key])));
  std::vector<std::vector<SqlValue>> chosen;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == bare(name)) chosen.push_back(std::move(listing.rows[i]));
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (chosen.empty()) throw UserError("there is no {} \"{}\"{}", listing.one, name, suggestion(name, keys));
  listing.rows = std::move(chosen);
}

bool is_registry(const Listing& listing) { return listing.columns[k_parameter] == "parameter"; }

// A row for each, without parameters.
void print_brief(const Listing& listing) {
  const auto of = [&](const auto& row) {
    std::vector<std::decay_t<decltype(row.front())>> cells;
    for (const std::size_t column : listing.brief) cells.push_back(row[column]);
    return cells;
  };
  constexpr std::size_t k_in_a_pipe = 80;  // columns; scripts have CSV
  const std::size_t screen = screen_width();
  std::string text;
  TableWriter table(text, Format::table, screen == k_any_width ? k_in_a_pipe : screen);
  table.header(of(listing.columns));
  for (const auto& row : listing.rows)
    if (!is_registry(listing) || std::holds_alternative<std::monostate>(row[k_parameter])) table.row(of(row));
  table.finish();
  show(text);
}

// One entry of a registry: what it is, where it comes from, and its parameters.
void print_entry(const Listing& listing) {
  const std::vector<SqlValue>& entry = listing.rows.front();
  const std::size_t width = screen_width();
  std::string text = cell_text(entry[listing.key]) + '\n';
  std::vector<std::string> paragraphs{cell_text(entry[k_meaning]), "Source: " + cell_text(entry[k_source])};
  if (entry.size() > k_needs) paragraphs.push_back("Schedules: " + cell_text(entry[k_kind]));
  if (entry.size() > k_needs && !cell_text(entry[k_needs]).empty())
    paragraphs.push_back("Needs: " + cell_text(entry[k_needs]));
  for (const std::string& words : paragraphs)
    for (const std::string& line : wrapped_lines(visible_line(words), width, Breaks::blanks)) text += line + '\n';
  if (listing.rows.size() == 1) return show(text + "It has no parameters.\n");
  text += '\n';
  TableWriter table(text, Format::table, width);
  table.header({listing.columns.begin() + k_parameter, listing.columns.begin() + k_source});
  for (std::size_t i = 1; i < listing.rows.size(); ++i)
    table.row({listing.rows[i].begin() + k_parameter, listing.rows[i].begin() + k_source});
  table.finish();
  show(text);
}

int run_list(const ListOptions& options) {
  const StrategySet given = given_code(options.code);
  Listing listing = listing_of(options.what, given);
  if (!options.name.empty()) choose(listing, options.name);
  const bool table = options.format == Format::table;
  if (table && options.name.empty()) {
    print_brief(listing);
  } else if (table && is_registry(listing)) {
    print_entry(listing);
  } else if (table && options.what == "queries") {
    const std::string name = cell_text(listing.rows.front()[listing.key]);
    show(fmt::format("{}\n\n{}", name, ready_sql(bare(name), "makespan")));  // which begins with what it answers
  } else {
    TableWriter lines(table ? Format::line : options.format, listing.columns);
    for (const auto& row : listing.rows) lines.row(row);
    lines.finish();
  }
  return k_success;
}

}  // namespace

void setup_list(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<ListOptions>(app, "list", "List strategies, metrics, studies, queries and more", run_list);
  command
      .add_option("what WHAT", options.what,
                  "platforms, workloads, strategies, metrics, studies, claims, engines, functions (of SQL) or queries")
      .required()
      .offer(kind_names());  // listing_of() suggests the nearest word
  command.add_option("name NAME", options.name, "Show only this one, in full");
  add_code(command, options.code, CodeUse::names);
  add_format(command, options.format);
}

}  // namespace palio
