#include "storage/read/campaign_digest.h"

#include <SQLiteCpp/Transaction.h>

#include <array>
#include <bit>
#include <unordered_map>

#include "storage/file/connection.h"
#include "storage/file/metric_columns.h"
#include "storage/file/scenario_id.h"
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

class Digester {
public:
  explicit Digester(SQLite::Database& database)
      : database_(database),
        platforms_(canonical_digests(database, "platform")),
        workloads_(canonical_digests(database, "workload")),
        strategies_(canonical_digests(database, "strategy")) {}

  CampaignDigest digest() {
    add_results();
    add_applications();
    return sum_;
  }

private:
  const Digest& find(const DigestById& digests, std::int64_t id) const {
    const auto found = digests.find(id);
    if (found == digests.end())
      throw UserError("{0} is damaged: a result belongs to no platform, workload or strategy; see palio check {0}",
                      database_.getFilename());
    return found->second;
  }

  // The columns of the row, one after the other.
  SQLite::Column next() { return row_->getColumn(column_++); }

  // Each member begins with its kind, so that a result is never taken for an application.
  void begin(std::string_view what, SQLite::Statement& row) {
    row_ = &row;
    column_ = 0;
    bytes_.clear();
    bytes_.add(what);
    bytes_.add(find(platforms_, next().getInt64()));
    bytes_.add(find(workloads_, next().getInt64()));
    bytes_.add(find(strategies_, next().getInt64()));
  }

  // A metric that does not apply adds nothing, so that metrics added by a later version do not change digests.
  void add_metric(const MetricColumn& metric) {
    const SQLite::Column value = next();
    if (value.isNull()) return;
    bytes_.add(std::string_view(metric.name));
    metric.type == MetricType::integer ? bytes_.add(value.getInt64()) : bytes_.add(value.getDouble());
  }

  void add_results() {
    const std::vector<MetricColumn> metrics = metric_columns(database_);
    const std::string columns = listed(metrics, [](const MetricColumn& metric) { return quoted_name(metric.name); });
    SQLite::Statement select(
        database_, fmt::format("SELECT {}, outcome, {} FROM result WHERE NOT stale", k_scenario_columns, columns));
    while (select.executeStep()) {
      begin("result", select);
      const std::string outcome = next().getString();
      ++(outcome == "completed" ? sum_.completed : sum_.failed);
      bytes_.add(outcome);
      for (const MetricColumn& metric : metrics) add_metric(metric);
      sum_.digest += bytes_.digest();
    }
  }

  void add_applications() {
    SQLite::Statement select(
        database_, fmt::format("SELECT {}, application, release_date, start, finish, dedicated_makespan FROM "
                               "application_result a WHERE NOT EXISTS (SELECT 1 FROM result r WHERE r.stale AND {})",
                               k_scenario_columns, same_scenario("r", "a")));
    while (select.executeStep()) {
      begin("application", select);
      bytes_.add(next().getInt64());
      for (int i = 0; i < 3; ++i) bytes_.add(next().getDouble());
      if (const SQLite::Column dedicated = next(); !dedicated.isNull()) bytes_.add(dedicated.getDouble());
      sum_.digest += bytes_.digest();
    }
  }

  SQLite::Database& database_;
  DigestById platforms_, workloads_, strategies_;
  SQLite::Statement* row_ = nullptr;
  int column_ = 0;
  Bytes bytes_;
  CampaignDigest sum_;
};

}  // namespace

CampaignDigest digest_campaign(const std::filesystem::path& file) {
  const ReadableCampaign campaign(file);
  return with_clear_errors(file, "read", [&] {
    const SQLite::Transaction snapshot(*campaign.database);  // all of one moment
    return Digester(*campaign.database).digest();
  });
}

}  // namespace palio
