#include "platforms/explicit/platform_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/identity/nearest.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

PortModel read_port_model(const JsonReader& star) {
  const auto given = star.optional_member("port_model");
  if (!given) return PortModel::one_port;
  const std::string text = given->text();
  if (std::ranges::find(k_port_models, text) == k_port_models.end())
    given->fail("cannot be \"{}\"{}", text, suggestion(text, k_port_models));
  return port_model_of(text);
}

Worker read_worker(const JsonReader& json) {
  json.expect_keys({"speed", "link"});
  return {json.member("speed").number(JsonRange::positive), read_link(json.member("link"))};
}

}  // namespace

Star star_from_json(const JsonReader& root) {
  root.expect_keys({"format", "version", "star"});
  const JsonReader json = root.member("star");
  json.expect_keys({"master_bandwidth", "port_model", "workers"});
  Star star;
  const JsonReader workers = json.member("workers");
  for (const JsonReader& element : workers.elements()) star.workers.push_back(read_worker(element));
  if (star.workers.empty()) workers.fail("is empty, a star needs at least one worker");
  const auto fastest = std::ranges::max_element(star.workers, {}, [](const Worker& w) { return w.link.bandwidth; });
  const auto master = json.optional_member("master_bandwidth");
  star.master_bandwidth = master ? master->number(JsonRange::positive) : fastest->link.bandwidth;
  star.port_model = read_port_model(json);
  return star;
}

std::string star_json(const Star& star) {
  std::string text = fmt::format(
      "{{\"format\": \"palio-platform\", \"version\": 1, \"star\": {{\n\"master_bandwidth\": {}, \"port_model\": "
      "\"{}\", "
      "\"workers\": [",
      json_number(star.master_bandwidth), k_port_models[static_cast<std::size_t>(star.port_model)]);
  const char* separator = "";
  for (const Worker& worker : star.workers)
    text += fmt::format("{}\n{{\"speed\": {}, \"link\": {{\"bandwidth\": {}, \"latency\": {}}}}}",
                        std::exchange(separator, ","), json_number(worker.speed), json_number(worker.link.bandwidth),
                        json_number(worker.link.latency));
  return text + "]}}\n";
}

}  // namespace palio
