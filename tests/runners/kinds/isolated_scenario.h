#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

#include "runners/worker/isolation.h"
#include "strategies/registry.h"

namespace palio::test {

inline Recipe recipe(const std::string& text) { return parse_recipe(text, strategy(recipe_name(text)).parameters); }

/// Runs a scenario in a separate process, as a worker does. `instance` returns its instance there.
template <class GetInstance>
ResultLine isolated_scenario(GetInstance instance, const Recipe& recipe, Detail detail = Detail::metrics) {
  Isolation isolation(STDOUT_FILENO);
  const ChildReport report =
      isolation.run([&] { return encode(run_scenario(instance(), recipe, detail)); }, {.cpu_time = 60});
  ReplyLine line = decode_reply(encode_result(1, 0, std::get<std::string>(report.answer), 0, 0));
  return std::get<ResultLine>(std::move(line));
}

/// The metrics of these names are near these values.
inline void expect_metrics(const MetricValues& metrics, double tolerance,
                           std::initializer_list<std::pair<std::string_view, double>> expected) {
  for (const auto& [name, value] : expected) EXPECT_NEAR(metrics[name], value, tolerance) << name;
}

}  // namespace palio::test
