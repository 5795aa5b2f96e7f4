#include "storage/read/result_walk.h"

#include <SQLiteCpp/Transaction.h>

#include <algorithm>

#include "storage/file/connection.h"
#include "storage/file/dimension_table.h"
#include "storage/file/scenario_id.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

constexpr int k_first_value = 4;  // column of the selection

std::string selection(std::span<const std::string> columns) {
  std::string chosen = "outcome";
  for (const std::string& column : columns) chosen += ", " + quoted_name(column);
  return fmt::format("SELECT {0}, {1} FROM measured WHERE NOT stale ORDER BY {0}", k_scenario_columns, chosen);
}

constexpr const char* k_applications =
    "SELECT strategy_id, release_date, start, finish, dedicated_makespan FROM application_result "
    "WHERE platform_id = ? AND workload_id = ? ORDER BY strategy_id, application";

double number_in(SQLite::Statement& row, int column) { return number_or_nan(value_of(row.getColumn(column))); }

// Whether a row t of the table is a custom strategy in the version that the study wants.
std::string version_column(SQLite::Database& database, std::string_view table) {
  if (table != k_strategy_table.name) return "0";
  const std::vector<ParameterColumn> columns = parameter_columns(database, k_strategy_table);
  if (std::ranges::find(columns, role_name(ParameterRole::digest), &ParameterColumn::name) == columns.end()) return "0";
  return "digest IS NOT NULL AND EXISTS (SELECT 1 FROM result r WHERE r.strategy_id = t.id AND NOT r.stale)";
}

}  // namespace

struct ResultWalk::Impl : ReadableCampaign {
  template <class Body>
  decltype(auto) reading(const Body& body) {
    return with_clear_errors(file.path(), "read", body);
  }

  Impl(const std::filesystem::path& path, std::span<const std::string> columns)
      : ReadableCampaign(path), value_count(static_cast<int>(columns.size())) {
    reading([&] {
      snapshot = std::make_unique<SQLite::Transaction>(*database);
      rows = std::make_unique<SQLite::Statement>(*database, selection(columns));
      applications = std::make_unique<SQLite::Statement>(*database, k_applications);
      has_applications = whole_number(*database, "SELECT EXISTS (SELECT 1 FROM application_result)") != 0;
      has_row = rows->executeStep();
    });
  }

  const WalkedInstance* next() {
    if (!has_row) return nullptr;
    read_columns(*rows, instance.platform, instance.workload);
    std::size_t size = 0;  // results of the previous instance lend their memory
    for (bool same = true; same;) {
      if (size == instance.results.size()) instance.results.emplace_back();
      read_result(instance.results[size++]);
      has_row = rows->executeStep();
      same = has_row && rows->getColumn(0).getInt64() == instance.platform &&
             rows->getColumn(1).getInt64() == instance.workload;
    }
    instance.results.resize(size);
    if (has_applications) read_applications();
    return &instance;
  }

  void read_result(WalkedResult& result) {
    result.strategy = rows->getColumn(2).getInt64();
    result.outcome.assign(rows->getColumn(3).getText());
    result.values.clear();
    for (int i = 0; i < value_count; ++i) result.values.push_back(number_in(*rows, k_first_value + i));
    result.applications.clear();
  }

  void read_applications() {
    applications->reset();
    bind_all(*applications, instance.platform, instance.workload);
    auto result = instance.results.begin();
    while (applications->executeStep()) {
      const std::int64_t strategy = applications->getColumn(0).getInt64();
      while (result != instance.results.end() && result->strategy < strategy) ++result;
      if (result == instance.results.end()) return;
      for (int i = 1; i <= 4; ++i) result->applications.push_back(number_in(*applications, i));
    }
  }

  int value_count;
  std::unique_ptr<SQLite::Transaction> snapshot;  // everything is of one moment
  std::unique_ptr<SQLite::Statement> rows, applications;
  bool has_applications = false, has_row = false;
  WalkedInstance instance;
};

ResultWalk::ResultWalk(const std::filesystem::path& file, std::span<const std::string> columns)
    : impl_(std::make_unique<Impl>(file, columns)) {}
ResultWalk::~ResultWalk() = default;

std::int64_t ResultWalk::results() const {
  return impl_->reading([&] { return whole_number(*impl_->database, "SELECT count(*) FROM result WHERE NOT stale"); });
}

std::vector<ViewColumn> ResultWalk::scenario_columns() const {
  return impl_->reading([&] { return results_scenario_columns(*impl_->database); });
}

std::vector<DimensionEntry> ResultWalk::entries(std::string_view table, std::span<const std::string> columns) const {
  return impl_->reading([&] {
    std::string chosen = "id, key, canonical, " + version_column(*impl_->database, table);
    for (const std::string& column : columns) chosen += ", " + (column.empty() ? "NULL" : quoted_name(column));
    std::vector<DimensionEntry> entries;
    SQLite::Statement select(*impl_->database, fmt::format("SELECT {} FROM {} t ORDER BY id", chosen, table));
    while (select.executeStep()) {
      DimensionEntry& entry = entries.emplace_back();
      read_columns(select, entry.id, entry.key, entry.canonical);
      entry.is_version = select.getColumn(3).getInt() != 0;
      for (int i = 4; i < select.getColumnCount(); ++i) entry.values.push_back(value_of(select.getColumn(i)));
    }
    return entries;
  });
}

const WalkedInstance* ResultWalk::next() {
  return impl_->reading([&] { return impl_->next(); });
}

}  // namespace palio
