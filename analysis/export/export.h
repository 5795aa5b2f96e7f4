#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/output_file.h"
#include "storage/read/campaign_reader.h"

namespace palio {

enum class ExportFormat { csv, json_lines };

/// The tables of a campaign, under stable names; only one that keeps realizations has the last.
inline constexpr auto k_exported_tables =
    std::to_array<std::string_view>({"results", "applications", "failures", "campaign", "realizations"});

/// The query that reads the rows of a table for which `condition` holds, unless it is empty. Throws UserError.
std::string export_query(std::string_view table, const std::string& condition);

/// The ids of the completed scenarios for which `condition` on the columns of `results` holds, unless it is empty.
/// Throws UserError.
std::vector<std::string> completed_scenarios(const CampaignReader& reader, const std::string& condition);

/// Streams the answer to a query: CSV (RFC 4180, lines end with a line feed, NULL is an empty cell and an
/// empty text "") or JSON lines (an object per row). Numbers read back as the same bits. Returns the number of rows.
std::int64_t export_rows(const CampaignReader& reader, std::string_view sql, ExportFormat format, OutputFile& out);

}  // namespace palio
