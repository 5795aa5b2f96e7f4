#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/error.h"
#include "storage/file/rows.h"
#include "storage/sql/row_source.h"

namespace palio {

/// Marks a file as a campaign; set by schema.sql ("PALI").
inline constexpr std::uint32_t k_application_id = 0x50414C49;

/// Version of the schema of campaigns. Numbers below belong to builds before the first release.
inline constexpr std::int64_t k_schema_version = 10;

/// That of an open database, or of a file attached to it; 0 when it is new.
inline std::int64_t schema_version(const RowSource& rows, std::string_view schema = "main") {
  std::int64_t version = 0;
  rows.run(fmt::format("PRAGMA {}.user_version", schema),
           [&](const auto& row) { version = std::get<std::int64_t>(row.at(0)); });
  return version;
}

/// What an open campaign, or one attached to it, keeps of its results.
inline Kept kept_in(const RowSource& rows, std::string_view schema = "main") {
  Kept kept = Kept::metrics;
  rows.run(fmt::format("SELECT 1 FROM {}.campaign WHERE keeps = 'realizations'", schema),
           [&](const auto&) { kept = Kept::realizations; });
  return kept;
}

/// Throws UserError, with both numbers, for a campaign of another version.
inline void refuse_other_schema_version(const std::filesystem::path& file, std::int64_t version) {
  if (version == 0 || version == k_schema_version) return;
  throw UserError("{} has schema version {}, this Palio reads version {}: {}", file.string(), version, k_schema_version,
                  version > k_schema_version ? "use the newer Palio that wrote it"
                                             : "it was made before the first release; run its study into a new file");
}

}  // namespace palio
