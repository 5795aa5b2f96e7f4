#include "tests/lint/layer_table.h"

namespace palio::lint {

std::span<const Layer> layer_table() {
  static const std::vector<Layer> table{
      {"core", {}},
      {"plugin", {}},
      {"workloads", {"core"}},
      {"platforms", {"core"}},
      {"strategies", {"core", "workloads", "platforms"}},
      {"storage", {"core"}},
      {"runners", {"core", "plugin", "workloads", "platforms", "strategies"}},
      {"analysis", {"core", "storage"}},
      {"campaign", {"core", "workloads", "platforms", "strategies", "storage", "runners", "analysis"}},
      {"campaign/cli", {"core", "workloads", "platforms", "strategies", "storage", "runners", "analysis", "campaign"}},
      {"tests",
       {"core", "plugin", "workloads", "platforms", "strategies", "storage", "runners", "analysis", "campaign",
        "campaign/cli"}},
  };
  return table;
}

std::span<const Library> library_table() {
  static const std::vector<Library> table{
      {{"fmt/"}, {""}},  // core links it and its headers may show up everywhere: texts are made in every layer
      {{"boost/random"}, {"core/"}},
      {{"boost/math"}, {"analysis/statistics/"}},
      {{"xxhash.h"}, {"core/"}},
      {{"nlohmann/"}, {"core/", "runners/", "analysis/report/charts/", "tests/kinds/"}},
      {{"expat.h"}, {"core/xml/"}},
      {{"simdjson.h"}, {"workloads/formats/"}},
      {{"coin/"}, {"strategies/lp/"}},
      {{"SQLiteCpp/", "sqlite3.h"}, {"storage/"}},
      {{"simgrid/", "xbt/"}, {"runners/engines/simgrid/", "tests/bench/engines/bare_loop/"}},
      {{"toml++/"}, {"campaign/"}, {"campaign/cli/"}},
      {{"oneapi/", "tbb/"}, {"campaign/run/executor", "campaign/run/side_by_side"}},
      {{"CLI/"}, {"campaign/cli/syntax/syntax"}},
      {{"sanitizer/"}, {"campaign/run/handover"}},
      {{"palio/"}, {"plugin/", "tests/own/plugins/", "tests/bench/scheduling/one_by_one"}},  // as others find them
      {{"gtest/", "gmock/"}, {"tests/"}},
      {{"benchmark/"}, {"tests/bench/"}},
  };
  return table;
}

}  // namespace palio::lint
