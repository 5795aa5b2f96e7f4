#include "storage/read/result_ranges.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "storage/file/connection.h"
#include "storage/file/metric_columns.h"
#include "storage/sql/columns.h"
#include "storage/sql/query.h"

namespace palio {
namespace {

// The largest row, read by a statement that stays in its row and so keeps others from changing a plain file.
class ReadLock {
public:
  explicit ReadLock(SQLite::Database& database) : last_row_(database, "SELECT max(rowid) FROM main.result") {
    last_row_.executeStep();
  }
  std::int64_t last_row() { return last_row_.getColumn(0).getInt64(); }

private:
  SQLite::Statement last_row_;
};

}  // namespace

std::vector<VisitRows> result_ranges(SQLite::Database& database, const CampaignFile& file, const RangeLimits& limits) {
  const auto lock = std::make_shared<ReadLock>(database);
  const std::int64_t rows = lock->last_row();
  const std::int64_t count = std::min(rows / limits.least_rows, limits.most_ranges);
  if (count < 2 || file.header().write_ahead) return {};
  // Reading `stale`, one of the last columns, takes 0.1 s of CPU for 1.8 million results.
  const bool stale = whole_number(database, "SELECT EXISTS (SELECT 1 FROM main.result WHERE stale)") == 1;
  const std::string view = fmt::format("CREATE TEMP VIEW wanted_result AS SELECT *{} FROM main.result WHERE {}",
                                       missing_as_null(database), stale ? "NOT stale AND " : "");
  std::vector<VisitRows> ranges;
  try {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::shared_ptr<SQLite::Database> range = open_without_waiting(file);
      range->exec(fmt::format("{}rowid > {} AND rowid <= {}", view, rows * i / count, rows * (i + 1) / count));
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
