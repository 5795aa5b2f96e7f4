#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "analysis/annotated/annotated_sql.h"
#include "analysis/queries/query_tables.h"
#include "analysis/queries/ready_query.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {

/// Asks ready queries of a small campaign.
class ReadyQueries : public testing::Test {
protected:
  using Row = std::map<std::string, SqlValue>;  // by column

  std::vector<Row> ask(const std::string& query, const std::string& metric = "makespan",
                       const std::vector<std::string>& strategies = {}) {
    CampaignReader reader(file_);
    add_query_functions(reader);
    std::vector<std::string> columns;
    std::vector<Row> rows;
    reader.query(
        ready_sql(query, metric, strategies), [&](const std::vector<std::string>& names) { columns = names; },
        [&](const std::vector<SqlValue>& values) {
          rows.emplace_back();
          for (std::size_t i = 0; i < values.size(); ++i) rows.back()[columns[i]] = values[i];
        });
    return rows;
  }

  // A number with six digits, a text as it is, NULL as nothing.
  static std::string text(const Row& row, const std::string& column) {
    const SqlValue& value = row.at(column);
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.6g}", *real);
    return std::holds_alternative<std::string>(value) ? std::get<std::string>(value) : "";
  }

  // The rows with the columns of a list, in the order in which they came.
  static std::vector<std::string> lines(const std::vector<Row>& rows, const std::string& columns) {
    std::vector<std::string> lines;
    for (const Row& row : rows) {
      std::vector<std::string> cells;
      for (const std::string& column : split_list(columns, ' ')) cells.push_back(text(row, column));
      lines.push_back(fmt::format("{}", fmt::join(cells, " | ")));
    }
    return lines;
  }

  static MadeResult made(const std::string& strategy, int instance, double makespan) {
    return {.sample = instance, .strategy = strategy, .makespan = makespan};
  }

  static MadeResult failing(const std::string& strategy, int instance) {
    return {.sample = instance, .strategy = strategy, .fails = true};
  }

  // Makespans of 1 and these values of another metric on one instance after the other, of A, B, C there.
  static std::vector<MadeResult> with(double MadeResult::*metric, const std::vector<std::vector<double>>& instances) {
    std::vector<MadeResult> results;
    for (std::size_t i = 0; i < instances.size(); ++i)
      for (std::size_t s = 0; s < instances[i].size(); ++s) {
        results.push_back(made(std::string(1, static_cast<char>('A' + s)), static_cast<int>(i), 1));
        results.back().*metric = instances[i][s];
      }
    return results;
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
};

}  // namespace palio::test
