#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/read/result_columns.h"
#include "storage/sql/sql_function.h"
#include "storage/sql/sql_value.h"

namespace palio {

/// A campaign whose statements can be given functions, with what these ask of it: the connection of Palio's own
/// (CampaignReader), or that of another program which loaded Palio's extension. One thread.
class QueriedCampaign {
public:
  QueriedCampaign() = default;
  virtual ~QueriedCampaign() = default;
  QueriedCampaign(const QueriedCampaign&) = delete;
  QueriedCampaign& operator=(const QueriedCampaign&) = delete;

  /// Ids and canonical names of the table "platform", "workload" or "strategy"; also within a call of an SQL function.
  std::vector<std::pair<std::int64_t, std::string>> canonical_names(std::string_view table) const;
  /// The same with labels; strategies have the labels that statements see.
  std::vector<std::pair<std::int64_t, std::string>> labels(std::string_view table) const;

  /// The schema of the connection with all platforms, workloads and strategies, and with their results as `result`.
  virtual std::string_view schema() const { return "main"; }

  /// Runs one of Palio's statements, with a value for each `?`.
  virtual void query(std::string_view sql, const std::vector<SqlValue>& values,
                     const std::function<void(const std::vector<SqlValue>&)>& row) const = 0;
  /// The values of expressions over the columns of `result`, of every result that statements see there. What was read
  /// stays in memory for the next call. A table function may call it.
  virtual ResultColumns results(std::span<const std::string> expressions) const = 0;
  /// A number that differs if statements may see something else than at the last call: the campaign was changed, or
  /// narrowed to a part.
  virtual std::int64_t version() const = 0;
  /// The same for the campaign itself; always 0 if its functions are called at one moment only.
  virtual std::int64_t moment() const { return 0; }
  /// Whether statements see only a part of the campaign.
  virtual bool is_narrowed() const = 0;

  /// Adds a function for later queries. The same name may be added once for each number of arguments.
  virtual void add_aggregate(const std::string& name, int arguments, AggregateFactory factory,
                             TextNumber text_number = nullptr) = 0;
  virtual void add_function(const std::string& name, int arguments, ScalarFunction function) = 0;
  virtual void add_table(TableFunction function) = 0;

private:
  std::vector<std::pair<std::int64_t, std::string>> names(std::string_view table, std::string_view column) const;
};

}  // namespace palio
