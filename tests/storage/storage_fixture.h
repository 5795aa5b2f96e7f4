#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"
#include "storage/check/check.h"
#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {

using Rows = std::vector<std::vector<SqlValue>>;

/// The rows that a query gives.
inline Rows rows_of(const CampaignReader& reader, const std::string& sql) {
  Rows rows;
  reader.query(
      sql, [](const auto&) {}, [&](const auto& row) { rows.push_back(row); });
  return rows;
}

/// The first column of them.
inline std::vector<SqlValue> column_of(const CampaignReader& reader, const std::string& sql) {
  std::vector<SqlValue> column;
  for (const auto& row : rows_of(reader, sql)) column.push_back(row.at(0));
  return column;
}

inline std::string bytes_of(const std::string& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

/// Writes this byte, again and again, into a file.
inline void overwrite(const std::string& file, std::uintmax_t from, std::uintmax_t size, char byte) {
  std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
  bytes.seekp(static_cast<std::streamoff>(from));
  bytes << std::string(size, byte);
}

/// The page that a table begins with, for overwrite().
inline std::uintmax_t root_page_of(const std::string& file, const std::string& table) {
  return std::stoul(sqlite_shell(file, "SELECT (rootpage - 1) * 4096 FROM sqlite_schema WHERE name = '" + table + "'"));
}

/// "check: problem" of all problems; the refusal of a file that cannot be opened.
inline std::vector<std::string> problems_of(const std::string& file) {
  std::vector<std::string> all;
  try {
    check_campaign(file, [&](const Finding& finding) {
      for (const std::string& problem : finding.problems) all.push_back(finding.check + ": " + problem);
    });
  } catch (const UserError& error) {  // anything else would be an internal error
    all.emplace_back(error.what());
  }
  return all;
}

/// A folder with a place for a campaign.
class StorageTest : public testing::Test {
protected:
  ResultStore open() const { return {file_, study_info("first")}; }
  std::string sql(const std::string& text) const { return sqlite_shell(file_, text); }
  void expect_sound() const { EXPECT_THAT(problems_of(file_), testing::IsEmpty()); }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
};

/// An empty campaign that is open to be read.
class EmptyCampaignTest : public StorageTest {
protected:
  EmptyCampaignTest() {
    open();
    reader_.emplace(file_);
  }

  std::vector<SqlValue> column(const std::string& sql) const { return column_of(*reader_, sql); }

  std::optional<CampaignReader> reader_;
};

/// A campaign of 3 platforms, so many workloads and 3 strategies that is read while it is written. No results at first.
class ReaderTest : public StorageTest {
protected:
  explicit ReaderTest(std::int64_t workloads = 3) {
    add_samples(store_, 3, workloads, 3);
    store_.begin_session(session_info());
  }

  void write(const std::vector<StoredResult>& batch) { store_.write(batch); }

  ResultStore store_{file_, study_info("first")};
  CampaignReader reader_{file_};
};

}  // namespace palio::test
