#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file/results_view.h"

struct sqlite3_stmt;

namespace palio {

/// Calls `visit` with each row of a statement.
using VisitRow = std::function<void(sqlite3_stmt*)>;
using VisitRows = std::function<void(std::string_view sql, const VisitRow& visit)>;
/// Gives readers of one moment, each of a part of the rows and for a thread of its own, for these expressions; the ids
/// in each part are before those in the next one.
using OpenParts = std::function<std::vector<VisitRows>(std::span<const std::string> expressions)>;

/// The ids of the platforms, workloads and strategies of some results, ascending.
struct ResultDimensions {
  std::vector<std::int64_t> platforms, workloads, strategies;
};

/// The ids of a result in 12 bytes: their places in ResultDimensions, which have the order of the ids.
struct ResultId {
  std::uint32_t platform = 0, workload = 0, strategy = 0;
  auto operator<=>(const ResultId&) const = default;
};

/// Results in memory, by platform, workload and strategy. The order is the same in every column.
struct ResultColumns {
  using Values = std::vector<double>;  // NaN is NULL

  std::shared_ptr<const ResultDimensions> dimensions;
  std::shared_ptr<const std::vector<ResultId>> ids;
  std::vector<std::shared_ptr<const Values>> values;  // of each expression
};

/// Which of some results belong to a part of a campaign. They keep their places in the dimensions of the whole.
class ResultPart {
public:
  ResultPart(const ResultColumns& whole, const CampaignPart& part);
  ResultColumns of(const ResultColumns& whole) const;

private:
  std::vector<std::uint32_t> places_;
  std::shared_ptr<const std::vector<ResultId>> ids_;
};

/// What was read of the view `wanted_result` at one moment, so that it is read once for all who ask. Several threads
/// may ask, each with its own connection to the same moment.
class ResultColumnCache {
public:
  /// The values of expressions over the columns of that view: those that are new are read in one pass. `file` is for
  /// messages.
  ResultColumns get(const OpenParts& open_parts, const std::filesystem::path& file,
                    std::span<const std::string> expressions);

private:
  void read(const OpenParts& open_parts, const std::filesystem::path& file,
            const std::vector<std::string>& expressions);
  std::mutex mutex_;
  std::shared_ptr<const ResultDimensions> dimensions_;
  std::shared_ptr<const std::vector<ResultId>> ids_;
  std::map<std::string, std::shared_ptr<const ResultColumns::Values>> values_;
};

}  // namespace palio
