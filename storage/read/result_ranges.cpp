#include "storage/read/result_ranges.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>

#include <memory>

#include "storage/file/connection.h"
#include "storage/sql/columns.h"
#include "storage/sql/query.h"

namespace palio {
namespace {

// A statement that stays in its first row and so keeps others from changing a plain file.
class ReadLock {
public:
  explicit ReadLock(SQLite::Database& database) : first_row_(database, "SELECT 1 FROM main.result") {
    first_row_.executeStep();
  }

private:
  SQLite::Statement first_row_;
};

std::int64_t rows_up_to(SQLite::Database& database, std::int64_t most) {
  return whole_number(database, fmt::format("SELECT count(*) FROM (SELECT 1 FROM main.result LIMIT {})", most));
}

// Conditions on the ids of results: that their platform and workload are among one of `count` equal parts of all pairs,
// in the order of ids.
std::vector<std::string> pair_ranges(SQLite::Database& database, std::int64_t count) {
  const auto ids_of = [&](std::string_view table) {
    std::vector<std::int64_t> ids;
    SQLite::Statement select(database, fmt::format("SELECT id FROM main.{} ORDER BY id", table));
    while (select.executeStep()) ids.push_back(select.getColumn(0).getInt64());
    return ids;
  };
  const std::vector<std::int64_t> platforms = ids_of("platform"), workloads = ids_of("workload");
  const std::size_t pairs = platforms.size() * workloads.size();
  if (pairs == 0) return {};  // of a damaged file
  const auto parts = static_cast<std::size_t>(count);
  const auto begin = [&](std::size_t part) {
    const std::size_t pair = pairs * part / parts;
    return fmt::format("({}, {})", platforms[pair / workloads.size()], workloads[pair % workloads.size()]);
  };
  std::vector<std::string> ranges;
  for (std::size_t part = 0; part < parts; ++part) {
    std::string range;
    if (part > 0) range = "(platform_id, workload_id) >= " + begin(part);
    if (part + 1 < parts)
      range += fmt::format("{}(platform_id, workload_id) < {}", part > 0 ? " AND " : "", begin(part + 1));
    ranges.push_back(range);
  }
  return ranges;
}

}  // namespace

std::vector<VisitRows> result_ranges(SQLite::Database& database, const CampaignFile& file, const RangeLimits& limits) {
  const auto lock = std::make_shared<ReadLock>(database);
  const std::int64_t count = rows_up_to(database, limits.least_rows * limits.most_ranges) / limits.least_rows;
  if (count < 2 || file.header().write_ahead) return {};
  const std::string view = "CREATE TEMP VIEW wanted_result AS SELECT * FROM main.measured WHERE NOT stale AND ";
  std::vector<VisitRows> ranges;
  try {
    for (const std::string& pairs : pair_ranges(database, count)) {
      const std::shared_ptr<SQLite::Database> range = open_without_waiting(file);
      range->exec(view + pairs);
      ranges.emplace_back([range, lock, path = file.path()](std::string_view sql, const VisitRow& visit) {
        visit_rows(*range, path, sql, visit);
      });
    }
  } catch (const SQLite::Exception&) {
    return {};  // another process waits to change the file: no new reader gets in
  }
  if (!file.in_place()) return {};  // another file has its name now
  return ranges;
}

}  // namespace palio
