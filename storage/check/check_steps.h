#pragma once

#include <fmt/format.h>

#include <utility>

#include "storage/check/check.h"
#include "storage/file/campaign_file.h"
#include "storage/sql/columns.h"

namespace palio {

/// What a check may use.
struct CheckContext {
  const CampaignFile& file;
  SQLite::Database& database;
};

template <class... Arguments>
void add_problem(Finding& finding, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  finding.problems.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
}

// Each fills in what it found. Checks of the database itself (check_database.cpp):
void check_pages(const CheckContext& context, Finding& finding);
void check_schema(const CheckContext& context, Finding& finding);
void check_references(const CheckContext& context, Finding& finding);
void check_checksums(const CheckContext& context, Finding& finding);

// Checks of its contents (check_contents.cpp): results,
void check_scenarios(const CheckContext& context, Finding& finding);
void check_outcomes(const CheckContext& context, Finding& finding);
void check_failures(const CheckContext& context, Finding& finding);
void check_applications(const CheckContext& context, Finding& finding);
void check_realizations(const CheckContext& context, Finding& finding);
void check_sessions(const CheckContext& context, Finding& finding);

// and identities.
void check_identities(const CheckContext& context, Finding& finding);
void check_input_files(const CheckContext& context, Finding& finding);

}  // namespace palio
