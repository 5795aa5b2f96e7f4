#include "storage/check/check.h"

#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <array>

#include "storage/check/check_steps.h"
#include "storage/file/connection.h"
#include "storage/file/row_checksum.h"
#include "storage/file/schema_guard.h"
#include "storage/file/schema_version.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

struct CheckStep {
  std::string_view name;
  void (*run)(const CheckContext& context, Finding& finding);
};

// Checks on which later ones rely come first.
constexpr auto k_steps = std::to_array<CheckStep>({
    {"pages", check_pages},
    {"schema", check_schema},
    {"references", check_references},
    {"checksums", check_checksums},
    {"scenarios", check_scenarios},
    {"outcomes", check_outcomes},
    {"failures", check_failures},
    {"applications", check_applications},
    {"realizations", check_realizations},
    {"sessions", check_sessions},
    {"identities", check_identities},
    {"input files", check_input_files},
});

// A damaged page or a missing table ends one check, not those that do not need it.
Finding run_step(const CheckStep& step, const CheckContext& context) {
  Finding finding{std::string(step.name), {}, {}};
  try {
    step.run(context, finding);
  } catch (const SQLite::Exception& error) {
    add_problem(finding, "cannot be checked: {}", error.what());
  }
  return finding;
}

// Something replaces a table: it may return anything, or run forever.
bool has_other_source(SQLite::Database& database) {
  return std::ranges::any_of(schema_differences(database), [](const SchemaDifference& difference) {
    return difference.wanted == "table" && !difference.found.empty() && difference.found != "table";
  });
}

}  // namespace

void check_campaign(const std::filesystem::path& path, const std::function<void(const Finding&)>& visit) {
  const CampaignFile file(path, CampaignFile::Access::read);
  const auto database = open_to_check(file);
  register_row_checksum(*database);
  with_clear_errors(path, "read", [&] {
    const SQLite::Transaction snapshot(*database);  // the numbers of a run in progress agree at any one moment
    for (const CheckStep& step : k_steps) {
      const Finding finding = run_step(step, {file, *database});
      if (!finding.found.empty() || !finding.sound()) visit(finding);  // nothing: what the campaign does not keep
      if (step.run == check_schema && has_other_source(*database)) return;
    }
  });
}

void refuse_damaged_pages(const std::filesystem::path& path) {
  const ReadableCampaign campaign(path);
  const std::string found = with_clear_errors(
      path, "read", [&] { return campaign.database->execAndGet("PRAGMA quick_check(1)").getString(); });
  if (found != "ok")
    throw DamagedFile(
        fmt::format("{0} is damaged: {1}; another program wrote into it. palio check {2} tells more; restore a copy of "
                    "it, or run the study into a new file",
                    path.string(), found, brief_shell_word(path.string())));
}

std::string problems_text(const Finding& finding) {
  constexpr std::size_t shown = 3;
  const auto& problems = finding.problems;
  const auto end = problems.begin() + static_cast<std::ptrdiff_t>(std::min(shown, problems.size()));
  const std::string first = fmt::format("{}", fmt::join(problems.begin(), end, "; "));
  return problems.size() <= shown ? first : fmt::format("{}; and {} more", first, problems.size() - shown);
}

}  // namespace palio
