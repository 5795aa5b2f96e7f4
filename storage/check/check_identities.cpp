// The checks of who is who: keys, canonical texts, parameters and input files.
#include <algorithm>
#include <type_traits>

#include "core/identity/canonical.h"
#include "storage/check/check_steps.h"
#include "storage/file/dimension_table.h"

namespace palio {
namespace {

// The canonical text as the typed columns, by which queries select, have it. NULL: the row lacks the parameter.
std::string text_of_columns(SQLite::Statement& row, const std::vector<ParameterColumn>& parameters) {
  Recipe recipe{row.getColumn(3).getString(), {}};
  int column = 4;
  for (const ParameterColumn& parameter : parameters) {
    const auto add = [&](const auto& value) {
      if constexpr (!std::is_same_v<decltype(value), const std::monostate&>)
        recipe.parameters.emplace(parameter.parameter(), value);
    };
    std::visit(add, value_of(row.getColumn(column++)));
  }
  return canonical_text(recipe);
}

std::int64_t check_table(const CheckContext& context, const DimensionTable& table, Finding& finding) {
  const std::vector<ParameterColumn> parameters = parameter_columns(context.database, table);
  std::string columns = fmt::format("id, key, canonical, {}", table.kind_column);
  for (const ParameterColumn& parameter : parameters) columns += ", " + quoted_name(parameter.name);
  SQLite::Statement row(context.database, fmt::format("SELECT {} FROM {}", columns, table.name));
  std::int64_t rows = 0;
  for (; row.executeStep(); ++rows) {
    const std::string canonical = row.getColumn(2).getString();
    const std::int64_t id = row.getColumn(0).getInt64();
    if (row.getColumn(1).getString() != short_key(canonical))
      add_problem(finding, "{} {} has the key of another text", table.name, id);
    if (text_of_columns(row, parameters) != canonical)
      add_problem(finding, "{} {} has other parameters than its text", table.name, id);
  }
  return rows;
}

// Recipes that read a file, and whose file is not stored.
void check_definitions(const CheckContext& context, const DimensionTable& table, Finding& finding) {
  const std::vector<ParameterColumn> parameters = parameter_columns(context.database, table);
  if (std::ranges::find(parameters, role_name(ParameterRole::digest), &ParameterColumn::name) == parameters.end())
    return;
  SQLite::Statement missing(context.database, fmt::format("SELECT label FROM {} WHERE digest IS NOT NULL AND digest "
                                                          "NOT IN (SELECT input_file.digest FROM input_file)",
                                                          table.name));
  while (missing.executeStep())
    add_problem(finding, "the input file of {} {} is missing", table.name, missing.getColumn(0).getString());
}

}  // namespace

void check_identities(const CheckContext& context, Finding& finding) {
  const std::int64_t platforms = check_table(context, k_platform_table, finding);
  const std::int64_t workloads = check_table(context, k_workload_table, finding);
  const std::int64_t strategies = check_table(context, k_strategy_table, finding);
  finding.found = fmt::format("{} platforms, {} workloads, {} strategies: keys and parameters are those of their texts",
                              platforms, workloads, strategies);
}

void check_input_files(const CheckContext& context, Finding& finding) {
  SQLite::Statement row(context.database, "SELECT digest, content FROM input_file");
  std::int64_t files = 0;
  for (; row.executeStep(); ++files) {
    const std::string digest = row.getColumn(0).getString();
    if (content_digest(row.getColumn(1).getString()) != digest)
      add_problem(finding, "the input file {} has another content than its digest says", digest);
  }
  check_definitions(context, k_platform_table, finding);
  check_definitions(context, k_workload_table, finding);
  check_definitions(context, k_strategy_table, finding);
  finding.found = fmt::format("{}, with the content of their digests", files);
}

}  // namespace palio
