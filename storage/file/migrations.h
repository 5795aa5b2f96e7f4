#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "storage/file/rows.h"
#include "storage/sql/row_source.h"

namespace palio {

/// Marks a file as a campaign; set by schema.sql ("PALI").
inline constexpr std::uint32_t k_application_id = 0x50414C49;

/// One step of the schema, from `version` - 1 to `version`.
struct Migration {
  std::int64_t version;
  std::string_view name;
  std::string_view sql;
  void (*fill)(SQLite::Database& database) = nullptr;    // what SQL alone cannot do, after it
  void (*before)(SQLite::Database& database) = nullptr;  // and before it
};

/// All steps, in order; the first is schema.sql. A released step is never changed: add another.
std::span<const Migration> schema_migrations();

/// Version of the schema that campaigns have, new ones and those that were migrated.
constexpr std::int64_t newest_schema() { return 8; }

/// The version after it, with the tables of realizations. Only campaigns that keep them have it: all others stay as
/// small, and readable by earlier builds.
constexpr std::int64_t schema_with_realizations() { return 9; }

/// The steps of a campaign.
std::span<const Migration> schema_migrations(Kept kept);

/// Version of the schema of an open database, or of a file attached to it; 0 when it is new.
inline std::int64_t schema_version(const RowSource& rows, std::string_view schema = "main") {
  std::int64_t version = 0;
  rows.run(fmt::format("PRAGMA {}.user_version", schema),
           [&](const auto& row) { version = std::get<std::int64_t>(row.at(0)); });
  return version;
}

/// What an open database, or a file attached to it, keeps of its results.
inline Kept kept_in(const RowSource& rows, std::string_view schema = "main") {
  return schema_version(rows, schema) < schema_with_realizations() ? Kept::metrics : Kept::realizations;
}

/// Throws UserError with both numbers when this Palio does not know the version.
void refuse_newer_schema(const std::filesystem::path& file, std::int64_t version);

/// Applies the missing steps, each completely or not at all; inside the caller's transaction if there is one.
void migrate(SQLite::Database& database, std::span<const Migration> migrations);

}  // namespace palio
