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

std::string selection(std::span<const std::string> columns, std::string_view condition) {
  std::string chosen = "outcome";
  for (const std::string& column : columns) chosen += ", " + quoted_name(column);
  return fmt::format("SELECT {0}, {1} FROM measured WHERE NOT stale {2} ORDER BY {0}", k_scenario_columns, chosen,
                     condition);
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

/// Fills an instance result by result and reuses the memory of the previous one.
class Filling {
public:
  WalkedInstance instance;

  void begin(std::int64_t platform, std::int64_t workload) {
    instance.platform = platform;
    instance.workload = workload;
    size_ = 0;
  }

  void add(SQLite::Statement& row, std::size_t values) {
    if (size_ == instance.results.size()) instance.results.emplace_back();
    WalkedResult& result = instance.results[size_++];
    result.strategy = row.getColumn(2).getInt64();
    result.outcome.assign(row.getColumn(3).getText());
    result.values.resize(values);
    for (std::size_t i = 0; i < values; ++i) result.values[i] = number_in(row, k_first_value + static_cast<int>(i));
    result.applications.clear();
  }

  void end() { instance.results.resize(size_); }

private:
  std::size_t size_ = 0;
};

}  // namespace

struct ResultWalk::Impl : ReadableCampaign {
  template <class Body>
  decltype(auto) reading(const Body& body) {
    return with_clear_errors(file.path(), "read", body);
  }

  Impl(const std::filesystem::path& path, std::span<const std::string> chosen)
      : ReadableCampaign(path), columns(chosen.begin(), chosen.end()) {
    reading([&] {
      snapshot = std::make_unique<SQLite::Transaction>(*database);
      of_instance =
          std::make_unique<SQLite::Statement>(*database, selection(columns, "AND platform_id = ? AND workload_id = ?"));
      applications = std::make_unique<SQLite::Statement>(*database, k_applications);
      has_applications = whole_number(*database, "SELECT EXISTS (SELECT 1 FROM application_result)") != 0;
    });
  }

  void read_applications(WalkedInstance& instance) {
    if (!has_applications || instance.results.empty()) return;
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

  void walk(const std::function<void(const WalkedInstance&)>& visit) {
    SQLite::Statement all(*database, selection(columns, ""));
    Filling filling;
    const auto finish = [&] {
      filling.end();
      read_applications(filling.instance);
      if (!filling.instance.results.empty()) visit(filling.instance);
    };
    while (all.executeStep()) {
      const std::int64_t platform = all.getColumn(0).getInt64();
      const std::int64_t workload = all.getColumn(1).getInt64();
      if (platform != filling.instance.platform || workload != filling.instance.workload) {
        finish();
        filling.begin(platform, workload);
      }
      filling.add(all, columns.size());
    }
    finish();
  }

  const WalkedInstance& find(std::int64_t platform, std::int64_t workload) {
    found.begin(platform, workload);
    of_instance->reset();
    bind_all(*of_instance, platform, workload);
    while (of_instance->executeStep()) found.add(*of_instance, columns.size());
    found.end();
    read_applications(found.instance);
    return found.instance;
  }

  std::vector<std::string> columns;
  std::unique_ptr<SQLite::Transaction> snapshot;  // everything is of one moment
  std::unique_ptr<SQLite::Statement> of_instance, applications;
  bool has_applications = false;
  Filling found;
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

void ResultWalk::for_each_instance(const std::function<void(const WalkedInstance&)>& visit) const {
  impl_->reading([&] { impl_->walk(visit); });
}

const WalkedInstance& ResultWalk::instance(std::int64_t platform, std::int64_t workload) const {
  return *impl_->reading([&] { return &impl_->find(platform, workload); });
}

}  // namespace palio
