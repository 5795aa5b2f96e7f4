#pragma once

#include <string>

#include "campaign/run/campaign.h"
#include "tests/support/fake_runner.h"
#include "tests/support/studies.h"

namespace palio::test {

/// Runs the small study with instant results: 4 platforms x 6 workloads x 2 strategies.
inline void store_small_study(const std::string& database) {
  Interruption interruption;
  RunOptions options;
  options.database = database;
  options.progress = ProgressDisplay::Mode::off;
  options.engine = {"fake", "1"};
  options.make_runner = [] { return std::make_unique<FakeRunner>(FakeRunner::Memory::forget); };
  run_campaign(study(k_small_study), options, interruption);
}

/// The texts of a query's first column.
inline std::vector<std::string> texts(const CampaignReader& reader, const std::string& sql) {
  std::vector<std::string> found;
  reader.query(
      sql, [](const auto&) {}, [&](const auto& row) { found.push_back(std::get<std::string>(row.front())); });
  return found;
}

}  // namespace palio::test
