#include "storage/read/campaign_digest.h"

#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>

#include "core/metrics.h"
#include "storage/file/connection.h"
#include "storage/file/metric_tables.h"
#include "storage/file/scenario_id.h"
#include "storage/sql/query.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

// The bytes of one member of the set. Texts end with a zero and numbers have a fixed size, so that two different
// members never give the same bytes; numbers are written low byte first, so that every machine gives the same.
class Bytes {
public:
  void clear() { bytes_.clear(); }
  void add(std::string_view text) {
    bytes_ += text;
    bytes_ += '\0';
  }
  void add(std::uint64_t number) {
    std::array<char, sizeof number> low_first{};
    for (char& byte : low_first) {
      byte = static_cast<char>(number);
      number >>= 8U;
    }
    bytes_.append(low_first.data(), low_first.size());
  }
  void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(const Digest& digest) {
    add(digest.high());
    add(digest.low());
  }

  Digest digest() const { return digest_of(bytes_); }

private:
  std::string bytes_;
};

using DigestById = std::unordered_map<std::int64_t, Digest>;

// The canonical texts are hashed once; a result then takes three short numbers instead of three long texts.
DigestById canonical_digests(SQLite::Database& database, std::string_view table) {
  DigestById digests;
  SQLite::Statement select(database, fmt::format("SELECT id, canonical FROM {}", table));
  while (select.executeStep())
    digests.emplace(select.getColumn(0).getInt64(), digest_of(select.getColumn(1).getString()));
  return digests;
}

// In the order of published digests: after supervisors by name. Without those of tables that have no rows.
std::vector<MetricInfo> digested_metrics(SQLite::Database& database) {
  std::vector<MetricInfo> metrics(metric_table().begin(), metric_table().end());
  const auto last = std::ranges::find(metrics, "supervisors", &MetricInfo::name);
  std::ranges::sort(last + 1, metrics.end(), {}, &MetricInfo::name);
  std::erase_if(metrics, [](const MetricInfo& metric) { return metric.in_digest == InDigest::no; });
  for (const MetricTable& table : k_metric_tables)
    if (whole_number(database, fmt::format("SELECT EXISTS (SELECT 1 FROM {})", table.name)) == 0)
      std::erase_if(metrics, [&](const MetricInfo& metric) { return metric.of == table.of; });
  return metrics;
}

class Digester {
public:
  Digester(SQLite::Database& database, const std::filesystem::path& file)
      : database_(database),
        file_(file),
        platforms_(canonical_digests(database, "platform")),
        workloads_(canonical_digests(database, "workload")),
        strategies_(canonical_digests(database, "strategy")) {}

  CampaignDigest digest() {
    add_results();
    add_applications();
    add_realizations();
    return sum_;
  }

private:
  const Digest& find(const DigestById& digests, std::int64_t id) const {
    const auto found = digests.find(id);
    if (found == digests.end())
      throw UserError("{} is damaged: a result belongs to no platform, workload or strategy; see palio check {}",
                      file_.string(), brief_shell_word(file_.string()));
    return found->second;
  }

  // The columns of the row, one after the other.
  std::int64_t next_whole() { return sqlite3_column_int64(row_, column_++); }
  double next_real() { return sqlite3_column_double(row_, column_++); }
  bool next_is_null() const { return sqlite3_column_type(row_, column_) == SQLITE_NULL; }

  // Each member begins with its kind, so that a result is never taken for an application.
  void begin(std::string_view what, sqlite3_stmt* row) {
    row_ = row;
    column_ = 0;
    bytes_.clear();
    bytes_.add(what);
    bytes_.add(find(platforms_, next_whole()));
    bytes_.add(find(workloads_, next_whole()));
    bytes_.add(find(strategies_, next_whole()));
  }

  // A metric that does not apply adds nothing, so that a later version's does not change digests of results without it.
  void add_metric(const MetricInfo& metric) {
    if (next_is_null()) {
      ++column_;
      return;
    }
    bytes_.add(metric.name);
    metric.type == MetricType::integer ? bytes_.add(next_whole()) : bytes_.add(next_real());
  }

  void add_results() {
    const std::vector<MetricInfo> metrics = digested_metrics(database_);
    const std::string columns = listed(metrics, [](const MetricInfo& metric) { return std::string(metric.name); });
    const std::string sql =
        fmt::format("SELECT {}, outcome, {} FROM measured WHERE NOT stale", k_scenario_columns, columns);
    visit_rows(database_, file_, sql, [&](sqlite3_stmt* row) {
      begin("result", row);
      const std::string outcome = std::get<std::string>(value_at(row, column_++));
      ++(outcome == "completed" ? sum_.completed : sum_.failed);
      bytes_.add(outcome);
      for (const MetricInfo& metric : metrics) add_metric(metric);
      sum_.digest += bytes_.digest();
    });
  }

  void add_applications() {
    const std::string sql = fmt::format(
        "SELECT {}, application, release_date, start, finish, dedicated_makespan FROM "
        "application_result a WHERE NOT EXISTS (SELECT 1 FROM result r WHERE r.stale AND {})",
        k_scenario_columns, same_scenario("r", "a"));
    visit_rows(database_, file_, sql, [&](sqlite3_stmt* row) {
      begin("application", row);
      bytes_.add(next_whole());
      for (int i = 0; i < 3; ++i) bytes_.add(next_real());
      if (!next_is_null()) bytes_.add(next_real());
      sum_.digest += bytes_.digest();
    });
  }

  void add_realizations() {
    const std::string sql = fmt::format(
        "SELECT {}, r, makespan, replans FROM realization a WHERE NOT EXISTS (SELECT 1 FROM result r WHERE r.stale AND "
        "{})",
        k_scenario_columns, same_scenario("r", "a"));
    visit_rows(database_, file_, sql, [&](sqlite3_stmt* row) {
      begin("realization", row);
      bytes_.add(next_whole());
      bytes_.add(next_real());
      bytes_.add(next_whole());
      sum_.digest += bytes_.digest();
    });
  }

  SQLite::Database& database_;
  const std::filesystem::path& file_;
  DigestById platforms_, workloads_, strategies_;
  sqlite3_stmt* row_ = nullptr;
  int column_ = 0;
  Bytes bytes_;
  CampaignDigest sum_;
};

}  // namespace

CampaignDigest digest_campaign(const std::filesystem::path& file) {
  const ReadableCampaign campaign(file);
  return with_clear_errors(file, "read", [&] {
    const SQLite::Transaction snapshot(*campaign.database);  // all of one moment
    return Digester(*campaign.database, file).digest();
  });
}

std::string campaign_identity(const std::filesystem::path& file) {
  const ReadableCampaign campaign(file);
  return with_clear_errors(file, "read", [&] {
    return campaign.database->execAndGet("SELECT study || ' ' || created FROM campaign").getString();
  });
}

}  // namespace palio
