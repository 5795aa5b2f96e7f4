#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "storage/file/campaign_file.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// The view `all_results` of several campaigns selects from this table, which is nowhere: stale results are not united.
inline constexpr std::string_view k_no_all_results = "no_all_results";

/// Campaigns that a reading connection sees as one. Temporary tables and views take the names of the first campaign's
/// own and hold the wanted results of all. Platforms, workloads and strategies of one identity are one row, so
/// strategies of several campaigns meet on common instances; a strategy that several campaigns ran on the same
/// instance, or of whose label there are several codes, is one for each campaign: "HCPA in a.db". The column `campaign`
/// of results, failures, applications, session and campaign is the file as it was given.
class UnitedCampaigns {
public:
  /// `first` is open as the main database. Throws UserError as CampaignReader does, for a file that comes twice, and
  /// for more than SQLite attaches.
  UnitedCampaigns(SQLite::Database& database, const std::filesystem::path& first,
                  std::span<const std::filesystem::path> others);

private:
  std::vector<std::unique_ptr<CampaignFile>> files_;  // their connections are this one
};

}  // namespace palio
