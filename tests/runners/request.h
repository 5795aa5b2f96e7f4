#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runners/wire/protocol.h"
#include "strategies/registry.h"

namespace palio::test {

inline constexpr std::string_view k_platform = R"({"format":"palio-platform","version":1,"clusters":[
  {"name":"c0","processors":4,"speed":1e9,"processor_link":{"bandwidth":1.25e8,"latency":1e-4}}]})";
inline constexpr std::string_view k_workload = R"({"format":"palio-workload","version":1,"applications":[{"name":"a",
  "tasks":[{"name":"t","flop":8e9,"alpha":0}],"edges":[]}]})";

inline Spec spec(std::string_view content) {
  return {{"file", {{"path", std::string("f.json")}, {"digest", content_digest(content)}}}, std::string(content)};
}

/// One task of 8 Gflop that can be split, on four processors of 1 Gflop/s.
inline RunRequest request(const std::vector<std::string>& strategies) {
  RunRequest made{.id = 5, .platform = spec(k_platform), .workload = spec(k_workload), .strategies = {}};
  for (const std::string& text : strategies)
    made.strategies.push_back(parse_recipe(text, strategy(recipe_name(text)).parameters));
  return made;
}

inline double makespan(const ScenarioResult& result) { return std::get<Completed>(result.outcome).metrics["makespan"]; }
inline const Failure& failure(const ScenarioResult& result) { return std::get<Failure>(result.outcome); }

}  // namespace palio::test
