#include "strategies/custom/custom_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/identity/nearest.h"
#include "core/metrics.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"
#include "strategies/ptg/online/policy.h"

namespace palio {
namespace {

constexpr std::size_t k_longest_name = 64;
constexpr std::size_t k_most_parameters = 64;

// Reserved names: where a parameter may stand in a study's block or a table of the database, they mean something else.
constexpr auto k_taken = std::to_array<std::string_view>({"samples", "exclude", "only", "zip", "workloads", "name",
                                                          "plugin", "command", "files", "digest", "strategy",
                                                          "platform", "workload", "scenario", "outcome", "attempt"});

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool fits_strategy(char c) {
  return is_small(c) || is_digit(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' || c == '.' || c == '_';
}
bool fits_parameter(char c) { return is_small(c) || is_digit(c) || c == '_'; }

// The enum value for the word of an optional member; the first value if it is missing.
template <class Enum, std::size_t Count>
Enum enum_of(const JsonReader& object, std::string_view key, const std::array<std::string_view, Count>& words) {
  const auto given = object.optional_member(key);
  if (!given) return Enum{};
  const std::string text = given->text();
  const auto found = std::ranges::find(words, text);
  if (found == words.end())
    given->fail(fmt::format("is none of {}{}", fmt::join(words, ", "), suggestion(text, words)));
  return static_cast<Enum>(found - words.begin());
}

enum class Kind { graphs, bags, files };
enum class Deciding { ahead, at_run_time };
enum class Answers { plain, numbered };
constexpr std::array<std::string_view, 3> k_kinds{"graphs", "bags", "files"};       // as Kind
constexpr std::array<std::string_view, 2> k_ports{"any", "one"};                    // as PortNeed
constexpr std::array<std::string_view, 2> k_clusters{"any", "one"};                 // as ClusterNeed
constexpr std::array<std::string_view, 2> k_applications{"any", "one"};             // as BatchNeed
constexpr std::array<std::string_view, 2> k_communication{"estimated", "ignored"};  // as PlannedCommunication
constexpr std::array<std::string_view, 2> k_machines{"related", "unrelated"};       // as Machines
constexpr std::array<std::string_view, 2> k_speedups{"amdahl", "any"};              // as Speedups
constexpr std::array<std::string_view, 2> k_beginnings{"empty", "any"};             // as Beginning
constexpr std::array<std::string_view, 2> k_deciding{"ahead", "at_run_time"};       // as Deciding
constexpr std::array<std::string_view, 2> k_answers{"plain", "numbered"};           // as Answers
constexpr std::array<std::string_view, 3> k_types{"real", "integer", "text"};
constexpr std::array<ParameterType, 3> k_parameter_types{ParameterType::real, ParameterType::integer,
                                                         ParameterType::text};

}  // namespace

std::shared_ptr<const Method> MethodMaker::graphs(std::size_t /*number*/, GraphTerms terms) const {
  return std::make_shared<GraphMethod>(ScheduleGraphs(), terms);
}
std::shared_ptr<const Method> MethodMaker::graphs_at_run_time(std::size_t /*number*/, GraphTerms terms) const {
  const BeginGraphs none = [](const Platform&, const Workload&, const Parameters&) -> DecideGraphs {
    throw InternalError("a strategy that is only described was asked to decide");
  };
  return std::make_shared<GraphMethod>(none, terms);
}
std::shared_ptr<const Method> MethodMaker::bags(std::size_t /*number*/, PortNeed ports) const {
  return std::make_shared<BagMethod>(MakeBagPolicy(), ports);
}
std::shared_ptr<const Method> MethodMaker::files(std::size_t /*number*/) const {
  return std::make_shared<FileMethod>(MakeFilePolicy(), nullptr);
}

class CustomCode::Reader {
public:
  Reader(CustomCode& code, const MethodMaker& maker) : code_(code), maker_(maker) {}

  void read() {
    const JsonReader root = JsonReader::parse(code_.manifest_, code_.place_);
    root.expect_keys({"library", "command", "files", "description"});
    if (const auto library = root.optional_member("library"))
      code_.content_ = library->text();
    else
      read_command(root);
    const JsonReader description = root.member("description");
    check_interface(description);
    description.expect_keys({"interface", "answers", "strategies", "files"});
    if (code_.kind_ == CodeKind::library) refuse(description, {"answers"}, "is for commands");
    code_.numbers_answers_ = enum_of<Answers>(description, "answers", k_answers) == Answers::numbered;
    const std::vector<JsonReader> rows = description.member("strategies").elements();
    if (rows.empty()) description.fail("has no strategy");
    for (const JsonReader& row : rows) add(row);
  }

private:
  void read_command(const JsonReader& root) {
    code_.kind_ = CodeKind::command;
    code_.command_ = root.member("command").text();
    for (const JsonReader& file : root.member("files").elements())
      code_.files_.push_back({file.member("name").text(), file.member("digest").text()});
  }

  // Before keys that a later version may have.
  static void check_interface(const JsonReader& description) {
    const auto given = description.optional_member("interface");
    if (!given) return;
    if (const std::int64_t version = given->integer(1, std::numeric_limits<std::int32_t>::max());
        version > k_interface_version)
      given->fail(
          fmt::format("is {}, and this Palio takes up to version {} of its interface for strategies: use a later Palio",
                      version, k_interface_version));
  }

  std::string_view kept(std::string text) { return code_.texts_.emplace_back(std::move(text)); }
  std::string_view optional_text(const JsonReader& object, std::string_view key) {
    const auto given = object.optional_member(key);
    return given ? kept(given->text()) : std::string_view();
  }

  void add(const JsonReader& json) {
    json.expect_keys({"name", "summary", "source", "schedules", "clusters", "applications", "machines", "speedups",
                      "decides", "beginning", "communication", "yardstick", "ports", "parameters"});
    Strategy row;
    row.name = name_of(json.member("name"), fits_strategy, "letters, digits, -, +, . and _");
    if (std::ranges::find(code_.rows_, row.name, &Strategy::name) != code_.rows_.end())
      json.member("name").fail(fmt::format("names a second strategy {}", row.name));
    row.summary = kept(json.member("summary").text());
    row.source = optional_text(json, "source");
    row.method = method_of(json);
    row.parameters = parameters_of(json, method_if<GraphMethod>(row));
    code_.rows_.push_back(std::move(row));
  }

  std::shared_ptr<const Method> method_of(const JsonReader& json) {
    const auto kind = enum_of<Kind>(json, "schedules", k_kinds);
    if (kind != Kind::graphs && code_.kind_ == CodeKind::command)
      json.member("schedules").fail("is for libraries: a command schedules task graphs alone");
    if (kind != Kind::graphs)
      refuse(json,
             {"clusters", "applications", "machines", "speedups", "decides", "beginning", "communication", "yardstick"},
             "is for strategies that schedule graphs");
    if (kind != Kind::bags) refuse(json, {"ports"}, "is for strategies that schedule bags");
    const std::size_t number = code_.rows_.size();
    switch (kind) {
      case Kind::bags: return maker_.bags(number, enum_of<PortNeed>(json, "ports", k_ports));
      case Kind::files: return maker_.files(number);
      case Kind::graphs: break;
    }
    const GraphTerms terms{.clusters = enum_of<ClusterNeed>(json, "clusters", k_clusters),
                           .batches = enum_of<BatchNeed>(json, "applications", k_applications),
                           .machines = enum_of<Machines>(json, "machines", k_machines),
                           .speedups = enum_of<Speedups>(json, "speedups", k_speedups),
                           .beginning = enum_of<Beginning>(json, "beginning", k_beginnings),
                           .communication = enum_of<PlannedCommunication>(json, "communication", k_communication),
                           .dedicated = optional_text(json, "yardstick")};
    if (enum_of<Deciding>(json, "decides", k_deciding) == Deciding::ahead) return maker_.graphs(number, terms);
    refuse(json, {"beginning", "communication"}, "is for strategies that decide ahead");
    return maker_.graphs_at_run_time(number, terms);
  }

  static void refuse(const JsonReader& json, std::initializer_list<std::string_view> keys, std::string_view why) {
    for (const std::string_view key : keys)
      if (const auto given = json.optional_member(key)) given->fail(why);
  }

  template <class Fits>
  std::string_view name_of(const JsonReader& json, Fits fits, std::string_view allowed) {
    const std::string name = json.text();
    if (name.empty() || name.size() > k_longest_name || !std::ranges::all_of(name, fits))
      json.fail(fmt::format("must be 1 to {} characters: {}", k_longest_name, allowed));
    return kept(name);
  }

  // `graphs`: null for a strategy of another kind, which has no policies.
  std::span<const ParameterSpec> parameters_of(const JsonReader& json, const GraphMethod* graphs) {
    std::vector<ParameterSpec>& specs = code_.parameters_.emplace_back();
    if (const auto list = json.optional_member("parameters"))
      for (const JsonReader& parameter : list->elements()) {
        if (specs.size() == k_most_parameters)
          list->fail(fmt::format("has more than {} parameters", k_most_parameters));
        specs.push_back(parameter_of(parameter, specs));
        if (graphs != nullptr && std::ranges::find(k_policy_parameters, specs.back().name, &ParameterSpec::name) !=
                                     k_policy_parameters.end())
          parameter.member("name").fail("is a parameter of policies (docs/uncertain.md): choose another");
      }
    std::vector<std::string_view>& only = code_.choices_.emplace_back();
    only.push_back(code_.digest_);
    specs.push_back({.name = role_name(ParameterRole::digest),
                     .type = ParameterType::text,
                     .unit = "",
                     .meaning = "digest of the code",
                     .default_value = code_.digest_,
                     .choices = only,
                     .role = ParameterRole::digest});
    if (graphs != nullptr) add_policies(*graphs, specs);
    return specs;
  }

  ParameterSpec parameter_of(const JsonReader& json, const std::vector<ParameterSpec>& before) {
    json.expect_keys({"name", "type", "unit", "meaning", "min", "max", "default", "choices"});
    const JsonReader name = json.member("name");
    ParameterSpec spec{.name = name_of(name, fits_parameter, "small letters, digits and _"),
                       .type = k_parameter_types.at(enum_of<std::size_t>(json, "type", k_types)),
                       .unit = optional_text(json, "unit"),
                       .meaning = kept(json.member("meaning").text()),
                       .default_value = ""};
    if (!is_small(spec.name.front())) name.fail("must begin with a small letter");
    if (std::ranges::find(before, spec.name, &ParameterSpec::name) != before.end())
      name.fail("is the name of a parameter before it");
    if (std::ranges::find(k_taken, spec.name) != k_taken.end() ||
        std::ranges::find(metric_table(), spec.name, &MetricInfo::name) != metric_table().end())
      name.fail("is a reserved name: choose another");
    if (spec.type == ParameterType::text)
      spec.choices = choices_of(json);
    else
      read_range(json, spec);
    read_default(json, spec);
    return spec;
  }

  std::span<const std::string_view> choices_of(const JsonReader& json) {
    refuse(json, {"min", "max"}, "is for numbers: a text has choices");
    const auto given = json.optional_member("choices");
    if (!given) return {};
    std::vector<std::string_view>& choices = code_.choices_.emplace_back();
    for (const JsonReader& choice : given->elements()) choices.push_back(kept(choice.text()));
    if (choices.empty()) given->fail("must name at least one text");
    return choices;
  }

  static void read_range(const JsonReader& json, ParameterSpec& spec) {
    refuse(json, {"choices"}, "are for texts: a number has min and max");
    spec.min = json.member("min").number(JsonRange::any);
    spec.max = json.member("max").number(JsonRange::any);
    if (spec.min > spec.max) json.member("min").fail("must not be above max");
  }

  // Without a default, a study must give the value.
  void read_default(const JsonReader& json, ParameterSpec& spec) {
    const auto given = json.optional_member("default");
    if (!given) return;
    const Value value = spec.type == ParameterType::text ? Value(given->text()) : Value(given->number(JsonRange::any));
    try {
      spec.default_value = kept(to_text(checked_value("the strategy", spec, value)));
    } catch (const UserError& error) {
      given->fail(fmt::format("does not fit: {}", error.what()));
    }
  }

  CustomCode& code_;
  const MethodMaker& maker_;
};

std::string CustomCode::called() const {
  if (kind_ == CodeKind::command) return fmt::format("the command \"{}\"", command_);
  return place_.empty() ? "a library" : place_;
}

CustomCode::CustomCode(std::string manifest, std::string place, const MethodMaker& maker)
    : manifest_(std::move(manifest)), digest_(content_digest(manifest_)), place_(std::move(place)) {
  Reader(*this, maker).read();
}

std::span<const ParameterSpec> own_parameters(const Strategy& custom) {
  const auto digest = std::ranges::find(custom.parameters, ParameterRole::digest, &ParameterSpec::role);
  return custom.parameters.first(static_cast<std::size_t>(digest - custom.parameters.begin()));
}

std::string library_manifest(const std::string& content_digest, const std::string& description) {
  return fmt::format("{{\"library\": {},\n\"description\": {}}}\n", json_quoted(content_digest), description);
}

std::string command_manifest(const std::string& command, std::span<const CodeFile> files,
                             const std::string& description) {
  std::string list;
  for (const CodeFile& file : files)
    list += fmt::format("{}{{\"name\": {}, \"digest\": {}}}", list.empty() ? "" : ", ", json_quoted(file.name),
                        json_quoted(file.digest));
  return fmt::format("{{\"command\": {},\n\"files\": [{}],\n\"description\": {}}}\n", json_quoted(command), list,
                     description);
}

}  // namespace palio
