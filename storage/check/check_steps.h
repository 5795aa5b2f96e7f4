#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "storage/check/check.h"
#include "storage/file/campaign_file.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// What a check may look at.
struct CheckContext {
  const CampaignFile& file;
  SQLite::Database& database;
};

/// One row of the table of checks: fills in what it found.
struct CheckStep {
  std::string_view name;
  void (*run)(const CheckContext& context, Finding& finding);
};

/// All checks in the order in which they are made: what later ones rely on first.
std::span<const CheckStep> check_steps();

// Of the database itself (check_database.cpp).
void check_pages(const CheckContext& context, Finding& finding);
void check_schema(const CheckContext& context, Finding& finding);
void check_references(const CheckContext& context, Finding& finding);

// Of every value, by the checksum of its row (check_checksums.cpp).
void check_checksums(const CheckContext& context, Finding& finding);

// Of what it says about results (check_results.cpp).
void check_scenarios(const CheckContext& context, Finding& finding);
void check_outcomes(const CheckContext& context, Finding& finding);
void check_failures(const CheckContext& context, Finding& finding);
void check_applications(const CheckContext& context, Finding& finding);
void check_sessions(const CheckContext& context, Finding& finding);

// Of who is who (check_identities.cpp).
void check_identities(const CheckContext& context, Finding& finding);
void check_input_files(const CheckContext& context, Finding& finding);

/// The single number that a query gives; 0 for NULL.
std::int64_t number_of(SQLite::Database& database, const std::string& sql);

}  // namespace palio
