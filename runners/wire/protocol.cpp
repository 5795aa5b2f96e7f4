#include "runners/wire/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/text/json_document.h"
#include "platforms/family.h"
#include "runners/wire/completed_result.h"
#include "runners/wire/lines.h"
#include "runners/wire/wire_json.h"
#include "workloads/family.h"

namespace palio {
namespace {

using nlohmann::json;

constexpr JsonLimits k_limits{.deepest = 32};  // a line has a largest size

constexpr auto k_details = std::to_array<std::string_view>({"metrics", "realizations", "schedule"});

constexpr auto k_activities =
    std::to_array<std::string_view>({"unknown", "building", "references", "scheduling", "simulating"});

[[noreturn]] void refuse(std::string_view line, std::string_view why) {
  throw ProtocolError(fmt::format("not a protocol line ({}): {:.200}", why, line));
}

json parsed(std::string_view line) {
  if (const std::string_view odd = odd_bytes(line); !odd.empty()) refuse(line, odd);
  try {
    return json_document(line, k_limits);
  } catch (const UserError& error) {
    refuse(line, error.what());
  }
}

// As dumped(), without making a document of plain text.
std::string json_text(const std::string& text) {
  const auto is_plain = [](char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; };
  return std::ranges::all_of(text, is_plain) ? '"' + text + '"' : dumped(text);
}

std::string spec_text(const Spec& spec) {
  const std::string recipe = json_text(canonical_text(spec.recipe));
  if (spec.definition.empty()) return fmt::format(R"({{"recipe":{}}})", recipe);
  return fmt::format(R"({{"definition":{},"recipe":{}}})", json_text(spec.definition), recipe);
}

Detail read_detail_wanted(const json& object) {
  const std::string word = object.value("detail", "metrics");
  const auto found = std::ranges::find(k_details, word);
  if (found == k_details.end()) throw ProtocolError("unknown detail \"" + word + "\"");
  return static_cast<Detail>(found - k_details.begin());
}

ProcessPer read_isolation(const json& object) {
  const std::string word = object.value("isolation", "scenario");
  if (word != "scenario" && word != "group") throw ProtocolError("unknown isolation \"" + word + "\"");
  return word == "group" ? ProcessPer::group : ProcessPer::scenario;
}

std::int64_t id_of(const json& object) { return whole_number<std::int64_t>(object.at("id")); }

// Calls `read`, which may throw what nlohmann throws for missing keys and wrong types.
template <class Read>
auto reading(std::string_view line, Read read) {
  try {
    return read(parsed(line));
  } catch (const json::exception& error) {
    refuse(line, error.what());
  }
}

json code_json(const RunRequest& request, const std::set<std::string>& told) {
  json list = json::array();
  for (const CustomCode* code : wanted_code(request)) {
    json& object = list.emplace_back(json{{"place", code->place()}});
    if (told.contains(code->digest()))
      object["digest"] = code->digest();
    else
      object["manifest"] = code->manifest();
  }
  return list;
}

// All requests of a worker share a few manifests.
std::shared_ptr<const CustomCode> remembered_code(const json& object) {
  static std::map<std::pair<std::string, std::string>, std::shared_ptr<const CustomCode>> known;  // by place and digest
  const auto place = object.at("place").get<std::string>();
  const auto manifest = object.value("manifest", "");
  const bool is_told = object.contains("digest");
  const std::string digest = is_told ? object.at("digest").get<std::string>() : content_digest(manifest);
  const auto found = known.find({place, digest});
  if (found != known.end()) return found->second;
  if (is_told) throw ProtocolError(fmt::format("no request came with the manifest {} of {}", digest, place));
  return known[{place, digest}] = std::make_shared<const CustomCode>(manifest, place);
}

template <class Family>
Spec read_spec(const json& object, const Family& (*family)(std::string_view)) {
  const auto text = object.at("recipe").get<std::string>();
  return {parse_recipe(text, family(recipe_name(text)).parameters), object.value("definition", "")};
}

MetricValues read_metrics(const json& object) {
  MetricValues values;
  std::size_t known = 0;
  for (const MetricInfo& info : metric_table()) {
    const auto found = object.find(info.name);
    if (found == object.end()) continue;
    const auto value = found->template get<double>();
    if (!is_value_of(info, value))
      throw ProtocolError(fmt::format("metric {} is not a whole number: {}", info.name, value));
    values[info] = value;
    ++known;
  }
  if (known != object.size()) throw ProtocolError("unknown metric in " + object.dump());
  return values;
}

ApplicationMetrics read_application(const json& dates) {
  ApplicationMetrics application{dates.at(0), dates.at(1), dates.at(2)};
  if (dates.size() > 3) application.dedicated_makespan = dates.at(3);
  return application;
}

json failure_json(const Failure& failure) {
  return {{"outcome", to_text(failure.kind)},
          {"signal", failure.signal},
          {"message", failure.message},
          {"stderr", failure.stderr_tail}};
}

Failure read_failure(const json& object) {
  const auto word = object.at("outcome").get<std::string>();
  const std::optional<FailureKind> kind = failure_kind(word);
  if (!kind) throw ProtocolError("unknown outcome \"" + word + "\"");
  return {*kind, object.contains("signal") ? whole_number<int>(object.at("signal")) : 0, object.value("message", ""),
          object.value("stderr", "")};
}

std::string outcome_text(const Outcome& outcome) {
  if (const auto* completed = std::get_if<Completed>(&outcome)) return completed_text(*completed);
  std::string text = dumped(failure_json(std::get<Failure>(outcome)));
  text.pop_back();
  return text;
}

Outcome read_outcome(const json& object) {
  if (object.at("outcome").get<std::string>() != "completed") return read_failure(object);
  Completed completed{read_metrics(object.at("metrics")), {}};
  if (!std::isfinite(completed.metrics["makespan"])) throw ProtocolError("completed without a makespan");
  for (const json& application : object.value("applications", json::array()))
    completed.applications.push_back(read_application(application));
  for (const json& realization : object.value("realizations", json::array()))
    completed.realizations.push_back({realization.at(0), whole_number<std::int64_t>(realization.at(1))});
  return completed;
}

ScheduleDetail read_detail(const json& object, std::span<const ScheduleForm> forms) {
  for (const ScheduleForm& form : forms)
    if (object.contains(form.mark)) return form.read(object);
  throw ProtocolError("a schedule of no known kind");
}

ResultLine read_result(const json& object, std::span<const ScheduleForm> forms) {
  const json& reply = object.at("reply");
  ResultLine line{id_of(object), whole_number<int>(object.at("strategy")), {read_outcome(reply), {}}, std::nullopt};
  const double total_time = object.at("total_time").get<double>() + reply.value("elsewhere_time", 0.0);
  line.result.cost = {reply.value("schedule_time", 0.0), reply.value("simulation_time", 0.0), total_time,
                      object.at("peak_memory")};
  if (reply.contains("lp_time")) line.result.cost.lp_time = reply.at("lp_time");
  line.result.words = object.value("stderr", "");
  if (reply.contains("detail")) line.detail = read_detail(reply.at("detail"), forms);
  return line;
}

ShortageLine read_shortage(const json& object) {
  const auto word = object.at("lacks").get<std::string>();
  const std::optional<Resource> lacking = resource_of(word);
  if (!lacking) throw ProtocolError("unknown shortage \"" + word + "\"");
  return {id_of(object), Shortage(*lacking, object.value("message", ""))};
}

RunRequest read_run_request(const json& object, Recipes recipes) {
  if (object.at("type") != "run") throw ProtocolError("unknown request " + object.at("type").dump());
  RunRequest request;
  request.id = id_of(object);
  if (recipes == Recipes::whole) {
    request.platform = read_spec<PlatformFamily>(object.at("platform"), platform_family);
    request.workload = read_spec<WorkloadFamily>(object.at("workload"), workload_family);
  }
  for (const json& code : object.value("code", json::array())) request.known.add(remembered_code(code));
  for (const json& text : object.at("strategies")) {
    const auto recipe = text.get<std::string>();
    Recipe name{recipe_name(recipe), {}};
    const std::span<const ParameterSpec> parameters = request.known.named(name.name).parameters;
    request.strategies.push_back(recipes == Recipes::whole ? parse_recipe(recipe, parameters) : std::move(name));
  }
  request.time_limit = object.value("time_limit", 0.0);
  if (object.contains("memory_limit")) request.memory_limit = whole_number<std::int64_t>(object.at("memory_limit"));
  request.detail = read_detail_wanted(object);
  if (object.contains("realization")) request.realization = whole_number<int>(object.at("realization"));
  request.trace = object.value("trace", "");
  request.isolation = read_isolation(object);
  return request;
}

// A value of this name, or why there is none.
template <class Value>
std::string encode_or_failure(const char* name, const std::variant<Value, Failure>& answer) {
  if (const auto* failure = std::get_if<Failure>(&answer)) return dumped(failure_json(*failure));
  return dumped({{name, std::get<Value>(answer)}});
}

template <class Value>
std::variant<Value, Failure> decode_or_failure(const char* name, std::string_view text) {
  return reading(text, [&](const json& object) -> std::variant<Value, Failure> {
    if (object.contains(name)) return object.at(name).get<Value>();
    return read_failure(object);
  });
}

}  // namespace

std::string_view to_text(Activity activity) { return k_activities.at(static_cast<std::size_t>(activity)); }

Activity activity_of(std::string_view word) {
  const auto found = std::ranges::find(k_activities, word);
  return found == k_activities.end() ? Activity::unknown : static_cast<Activity>(found - k_activities.begin());
}

std::vector<const CustomCode*> wanted_code(const RunRequest& request) {
  std::vector<const CustomCode*> wanted;
  for (const auto& code : request.known.custom()) {
    const auto is_of_it = [&](const Recipe& recipe) { return request.known.code_of(recipe.name) == code.get(); };
    if (std::ranges::any_of(request.strategies, is_of_it)) wanted.push_back(code.get());
  }
  return wanted;
}

std::string encode(const RunRequest& request, const std::set<std::string>& told) {
  std::vector<std::string> strategies;
  for (const Recipe& strategy : request.strategies) strategies.push_back(json_text(canonical_text(strategy)));
  const json code = code_json(request, told);
  const bool is_realized = request.realization >= 0;
  return fmt::format(
      R"({{{}"detail":"{}","id":{},"isolation":"{}","memory_limit":{},"platform":{},{}"strategies":[{}],)"
      R"("time_limit":{},"trace":{},"type":"run","workload":{}}})",
      code.empty() ? "" : fmt::format(R"("code":{},)", dumped(code)),
      k_details.at(static_cast<std::size_t>(request.detail)), request.id,
      request.isolation == ProcessPer::group ? "group" : "scenario", request.memory_limit, spec_text(request.platform),
      is_realized ? fmt::format(R"("realization":{},)", request.realization) : "", fmt::join(strategies, ","),
      request.time_limit, json_text(request.trace), spec_text(request.workload));
}

std::string encode(const PlatformRequest& request) {
  return dumped({{"type", "platform"}, {"id", request.id}, {"place", request.place}, {"xml", request.xml}});
}

Request decode_any_request(std::string_view line, Recipes recipes) {
  return reading(line, [&](const json& object) -> Request {
    if (object.at("type") != "platform") return read_run_request(object, recipes);
    return PlatformRequest{id_of(object), object.at("place"), object.at("xml")};
  });
}

RunRequest decode_request(std::string_view line) {
  return reading(line, [](const json& object) { return read_run_request(object, Recipes::whole); });
}

std::string encode(const Hello& hello) {
  return dumped({{"type", "hello"},
                 {"protocol", hello.protocol},
                 {"version", hello.version},
                 {"engine", hello.engine.name},
                 {"engine_version", hello.engine.version}});
}

std::string encode(const Done& done) { return fmt::format(R"({{"id":{},"type":"done"}})", done.id); }

std::string encode(const ReadLine& read) {
  return dumped({{"type", "read"}, {"id", read.id}, {"document", read.document}, {"refusal", read.refusal}});
}

std::string encode(const Alive& alive) {
  json object{{"type", "alive"}};
  if (alive.doing != Activity::unknown) object["doing"] = to_text(alive.doing);
  return dumped(object);
}

std::string encode(const ShortageLine& line) {
  return dumped({{"type", "shortage"},
                 {"id", line.id},
                 {"lacks", to_text(line.shortage.resource())},
                 {"message", line.shortage.refused()}});
}

std::string encode_result(std::int64_t id, int strategy, std::string_view reply, double total_time, double peak_memory,
                          const std::string& words) {
  return fmt::format(R"({{"type":"result","id":{},"strategy":{},"total_time":{},"peak_memory":{},"reply":{}{}}})", id,
                     strategy, total_time, peak_memory, reply,
                     words.empty() ? "" : fmt::format(R"(,"stderr":{})", dumped(words)));
}

std::string encode_lost(std::int64_t id, std::string_view reply) {
  return fmt::format(R"({{"type":"lost","id":{},"reply":{}}})", id, reply);
}

std::string encode(const ScenarioReply& reply, std::size_t longest, std::span<const ScheduleForm> forms) {
  std::string text = outcome_text(reply.outcome);
  const auto add = [&](std::string_view key, const auto& value) {
    fmt::format_to(std::back_inserter(text), R"(,"{}":{})", key, value);
  };
  add("schedule_time", reply.schedule_time);
  add("simulation_time", reply.simulation_time);
  if (!std::isnan(reply.lp_time)) add("lp_time", reply.lp_time);
  if (reply.elsewhere_time > 0) add("elsewhere_time", reply.elsewhere_time);
  const std::size_t without_detail = text.size();
  if (reply.detail) add("detail", dumped(row_for(forms, *reply.detail).write(*reply.detail)));
  if (text.size() >= longest) text.resize(without_detail);
  return text += '}';
}

std::string encode(const Reference& reference) { return encode_or_failure("value", reference); }
Reference decode_reference(std::string_view text) { return decode_or_failure<double>("value", text); }

std::string encode(const Description& description) { return encode_or_failure("description", description); }
Description decode_description(std::string_view text) { return decode_or_failure<std::string>("description", text); }

ReplyLine decode_reply(std::string_view line, std::span<const ScheduleForm> forms) {
  if (std::optional<ResultLine> completed = read_completed(line)) return std::move(*completed);
  if (const std::optional<Done> done = read_done(line)) return *done;
  return reading(line, [&](const json& object) -> ReplyLine {
    const auto type = object.at("type").get<std::string>();
    if (type == "result") return read_result(object, forms);
    if (type == "alive") return Alive{activity_of(object.value("doing", ""))};
    if (type == "lost") return LostLine{id_of(object), {read_outcome(object.at("reply")), {}}};
    if (type == "shortage") return read_shortage(object);
    if (type == "read") return ReadLine{id_of(object), object.at("document"), object.at("refusal")};
    if (type == "done") return Done{id_of(object)};
    if (type == "hello")
      return Hello{whole_number<int>(object.at("protocol")),
                   object.at("version"),
                   {object.at("engine"), object.at("engine_version")}};
    throw ProtocolError("unknown reply \"" + type + "\"");
  });
}

}  // namespace palio
