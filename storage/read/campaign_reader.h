#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file/results_view.h"
#include "storage/file/rows.h"
#include "storage/read/instance_table.h"
#include "storage/read/queried_campaign.h"

namespace palio {

/// Of the results that the present study wants.
struct ResultCounts {
  std::int64_t completed = 0;
  std::map<std::string, std::int64_t> failed;  // by failure word
  std::int64_t stale = 0;                      // not among them: what the present study does not want

  std::int64_t all_failed() const;
  std::int64_t all() const { return completed + all_failed(); }
};

/// Of the results that the present study wants, those that a second engine also ran.
struct AuditedResults {
  std::int64_t count = 0;
  std::int64_t different = 0;     // of them: failures engines_differ
  double largest_difference = 0;  // relative, among the others
};

/// "18,144 also simulated by SimGrid: none differs, largest relative difference of the others 0".
std::string audit_text(const AuditedResults& audited);

/// Read-only view of a campaign file; works while a run is in progress. One thread. In statements `result` holds only
/// what the present study wants of that table, so that no query, claim or figure counts stale results; the table itself
/// is `main.result`.
class CampaignReader final : public QueriedCampaign {
public:
  /// Throws UserError: no such file, not a Palio database, a newer schema.
  explicit CampaignReader(const std::filesystem::path& file);
  ~CampaignReader() override;

  /// From now on statements and counts() see these campaigns as well, as one with this
  /// (storage/read/united_campaigns.h); the other functions of this class stay with this one.
  void unite(std::span<const std::filesystem::path> others);

  /// Makes queries join on instances by index, if this one looks as if it did: of 1.8 million results that takes 0.4 s.
  /// Everything then belongs to one moment, as after hold().
  void prepare_joins(std::string_view sql);

  CampaignInfo info() const;
  /// The request of the latest run; empty: an earlier version was killed before its first session.
  std::optional<CampaignRequest> request() const;
  /// The latest request for the same shard of the same selection as `part`; the rest may differ.
  std::optional<CampaignRequest> request_of(const CampaignRequest& part) const;
  std::vector<SessionRow> sessions() const;
  Kept kept() const;
  /// Whether every row of a table has the checksum that it was stored with.
  bool is_as_stored(std::string_view table) const;
  ResultCounts counts() const;
  AuditedResults audited() const;
  /// The columns of `results` that describe platforms, workloads and strategies.
  std::vector<ViewColumn> scenario_columns() const;
  /// The families of the table "platform" or "workload".
  std::vector<std::string> families(std::string_view table) const;
  /// Calls `visit` for every stored result, also a stale one, in the order of ids.
  void for_each_result(const std::function<void(const ScenarioId&, bool completed)>& visit) const;
  /// The same for every result that the present study wants.
  void for_each_wanted(const std::function<void(const ScenarioId&)>& visit) const;
  /// What was read stays in memory also for the other readers of one snapshot.
  ResultColumns results(std::span<const std::string> expressions) const override;

  /// Runs one read-only statement. `header` gets the column names once, `row` each row. Throws UserError with SQLite's
  /// message for a statement that is wrong, that writes, or that is not exactly one.
  void query(std::string_view sql, const std::function<void(const std::vector<std::string>&)>& header,
             const std::function<void(const std::vector<SqlValue>&)>& row) const;

  std::string_view schema() const override;
  void query(std::string_view sql, const std::vector<SqlValue>& values,
             const std::function<void(const std::vector<SqlValue>&)>& row) const override;

  /// Queries that take longer fail; without a limit they may take any time.
  void limit_time(double seconds);

  /// From now until let_go() everything that is read belongs to one moment.
  void hold();
  void let_go();
  std::int64_t version() const override;
  bool is_narrowed() const override;

  /// Calls `body` in one transaction: all that it reads belongs to one moment, and what it prepared is gone afterwards.
  void in_snapshot(const std::function<void()>& body) const;
  /// Until its end, statements see only that part of the campaign, with its strategies under the labels of the part.
  void narrow(const CampaignPart& part) const;
  /// Runs statements that make temporary tables, views and indices for later queries; the campaign stays as it is.
  /// Throws UserError for a statement that is wrong or does anything else.
  void prepare(std::string_view sql) const;
  /// Makes the temporary table `instance` of storage/read/instance_table.h.
  void prepare_instances(std::span<const InstanceColumn> columns) const;

  void add_aggregate(const std::string& name, int arguments, AggregateFactory factory,
                     TextNumber text_number = nullptr) override;
  void add_function(const std::string& name, int arguments, ScalarFunction function) override;
  void add_table(TableFunction function) override;

private:
  friend std::vector<std::unique_ptr<CampaignReader>> read_one_snapshot(const std::filesystem::path& file,
                                                                        std::size_t readers);

  struct Impl;
  struct WholeAgain;
  std::unique_ptr<Impl> impl_;
};

/// Opens a campaign several times, for several threads that read the same moment of it, also while a run is in
/// progress; they share what results() keeps. Throws UserError like CampaignReader, and if the campaign changes too
/// often.
std::vector<std::unique_ptr<CampaignReader>> read_one_snapshot(const std::filesystem::path& file, std::size_t readers);

}  // namespace palio
