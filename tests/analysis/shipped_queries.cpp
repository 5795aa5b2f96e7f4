#include "tests/analysis/shipped_queries.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"
#include "strategies/registry.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

struct AsText {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const {
    return value == std::floor(value) ? fmt::format("{:.1f}", value) : fmt::format("{:.15g}", value);
  }
  std::string operator()(const std::string& value) const { return value; }
};

std::string as_lines(const std::vector<std::vector<std::string>>& rows) {
  std::string lines;
  for (const std::vector<std::string>& row : rows) lines += fmt::format("{}\n", fmt::join(row, "|"));
  return lines;
}

}  // namespace

std::vector<std::vector<std::string>> answer(const std::string& query, const std::string& campaign) {
  const std::string file = fmt::format("{}/tables/{}.sql", PALIO_ANALYSIS, query);
  std::vector<std::vector<std::string>> rows;
  for (const std::vector<SqlValue>& values : rows_of(CampaignReader(campaign), read_text_file(file))) {
    rows.emplace_back();
    for (const SqlValue& value : values) rows.back().push_back(std::visit(AsText(), value));
  }
  EXPECT_EQ(output_of(fmt::format("sqlite3 -batch -list '{}' < '{}' 2>&1", campaign, file)), as_lines(rows));
  return rows;
}

std::vector<std::vector<std::string>> answer(const std::string& query, const std::vector<MadeResult>& results) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), results);
  return answer(query, folder.file("made.db"));
}

std::vector<std::string> study_labels(const std::string& study) {
  std::vector<std::string> labels;
  for (const Recipe& recipe : load_study(fmt::format("{}/{}.toml", PALIO_STUDIES, study)).strategies)
    labels.push_back(label(recipe, strategy(recipe.name).parameters));
  return labels;
}

}  // namespace palio::test
