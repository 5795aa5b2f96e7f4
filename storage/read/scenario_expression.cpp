#include "storage/read/scenario_expression.h"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "storage/file/dimension_table.h"
#include "storage/file/row_checksum.h"
#include "storage/file/schema/made_schema.h"
#include "storage/sql/columns.h"
#include "storage/sql/query.h"

namespace palio {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0;
}

bool equal_words(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// The length of the first token: a quoted text or name, a comment, a word or a single character. A doubled quote within
// quotes ends one token and begins another, which makes no difference.
std::size_t token_length(std::string_view sql) {
  const auto up_to = [&](std::string_view end, std::size_t from) {
    const std::size_t found = sql.find(end, from);
    return found == std::string_view::npos ? sql.size() : found + end.size();
  };
  if (sql.starts_with("--")) return up_to("\n", 2);
  if (sql.starts_with("/*")) return up_to("*/", 2);
  if (sql.front() == '[') return up_to("]", 1);
  if (sql.front() == '\'' || sql.front() == '"' || sql.front() == '`') return up_to(sql.substr(0, 1), 1);
  const auto end = std::ranges::find_if_not(sql, is_word);
  return std::max<std::size_t>(1, static_cast<std::size_t>(end - sql.begin()));
}

// Whether the text is "a = b" for two columns of texts or two of numbers, as usually written.
bool equates(std::string text, const std::vector<ViewColumn>& columns) {
  const auto is_text = [](const ViewColumn& column) { return column.type == ParameterType::text; };
  if (columns.size() != 2 || is_text(columns[0]) != is_text(columns[1])) return false;
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '\t'; });
  const auto equation = [&](std::size_t left) { return columns[left].name + '=' + columns[1 - left].name; };
  return text == equation(0) || text == equation(1);
}

// Functions of the date and the clock.
constexpr auto k_clocks = std::to_array<const char*>({"date", "time", "datetime", "julianday", "unixepoch", "strftime",
                                                      "current_date", "current_time", "current_timestamp"});

// The Permission for expressions that only read and use no clock; records the columns that they name in a
// std::set<std::string>.
int allow_and_note(void* names, int action, const char* first, const char* second, const char* database,
                   const char* trigger) {
  if (action == SQLITE_READ) static_cast<std::set<std::string>*>(names)->emplace(second);
  const auto named = [&](const char* clock) { return sqlite3_stricmp(clock, second) == 0; };
  if (action == SQLITE_FUNCTION && std::ranges::any_of(k_clocks, named)) return SQLITE_DENY;
  return allow_reading(nullptr, action, first, second, database, trigger);
}

struct Part {
  StatementHandle evaluation;
  std::vector<ViewColumn> columns;
  std::vector<int> parameters;  // of the evaluation, for each of them
  bool is_equality = false;
};

}  // namespace

// Takes the names from a campaign in memory, which also knows them if parameters share names.
std::vector<ViewColumn> scenario_columns(std::span<const DimensionRow> platforms,
                                         std::span<const DimensionRow> workloads,
                                         std::span<const DimensionRow> strategies) {
  SQLite::Database campaign(":memory:", SQLite::OPEN_READWRITE);
  campaign.exec(std::string(k_schema_sql));
  register_row_checksum(campaign);
  add_dimension_rows(campaign, k_platform_table, platforms);
  add_dimension_rows(campaign, k_workload_table, workloads);
  add_dimension_rows(campaign, k_strategy_table, strategies);
  return results_scenario_columns(campaign);
}

std::vector<std::string> conjunction_parts(std::string_view sql) {
  std::vector<std::string> parts(1);
  int depth = 0;     // of parentheses and CASE
  int betweens = 0;  // whose AND is to come
  for (std::string_view rest = sql; !rest.empty();) {
    const std::string_view token = rest.substr(0, token_length(rest));
    rest.remove_prefix(token.size());
    if (token == "(" || equal_words(token, "CASE")) ++depth;
    if (token == ")" || equal_words(token, "END")) --depth;
    if (depth == 0 && equal_words(token, "OR")) return {std::string(sql)};
    if (depth == 0 && equal_words(token, "BETWEEN")) ++betweens;
    const bool joins = depth == 0 && equal_words(token, "AND");
    if (joins && betweens == 0)
      parts.emplace_back();
    else
      parts.back() += token;
    if (joins && betweens > 0) --betweens;
  }
  return parts;
}

// An unterminated comment or text would swallow what follows the expression.
std::string why_no_expression(const std::string& sql) {
  for (std::size_t at = sql.find(';'); at != std::string::npos; at = sql.find(';', at + 1))
    if (sqlite3_complete(sql.substr(0, at + 1).c_str()) != 0) return "a semicolon ends it: leave it out";
  if (sqlite3_complete((sql + "\n;").c_str()) != 0) return {};
  if (sqlite3_complete((sql + "*/;").c_str()) != 0)
    return "a comment begins with /* and does not end: close it with */";
  return "a quote is opened and not closed";
}

class ScenarioExpression::Impl {
public:
  Impl(std::string_view sql, std::span<const DimensionRow> platforms, std::span<const DimensionRow> workloads,
       std::span<const DimensionRow> strategies, std::string_view called)
      : sql_(sql), called_(called), columns_(scenario_columns(platforms, workloads, strategies)) {
    // "HCPA" in double quotes is a name, never a text.
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
    sqlite3_limit(handle(), SQLITE_LIMIT_LENGTH, 1'000'000);  // byte; of a value
    database_.exec(fmt::format("CREATE TABLE results ({})", declarations()));
    if (sql_.find_first_not_of(" \t\n") == std::string::npos) refuse("it is empty");
    if (const std::string why = why_no_expression(sql_); !why.empty()) refuse(why);
    names_of(sql_);
    refuse_what_changes();
    const std::vector<std::string> texts = conjunction_parts(sql_);
    if (std::ranges::all_of(texts, [&](const std::string& text) { return compiled(evaluation_sql(text)) != nullptr; }))
      for (const std::string& text : texts) parts_.push_back(part(text));
    else
      parts_.push_back(part(sql_));
  }

  bool holds(const Part& part, std::span<const SqlValue> values) {
    sqlite3_stmt* statement = part.evaluation.get();
    sqlite3_reset(statement);
    for (std::size_t i = 0; i < values.size(); ++i) bind_value(statement, part.parameters[i], values[i]);
    if (sqlite3_step(statement) != SQLITE_ROW) refuse(sqlite3_errmsg(handle()));
    return sqlite3_column_int(statement, 0) != 0;
  }

  std::span<const Part> parts() const { return parts_; }

private:
  sqlite3* handle() { return database_.getHandle(); }

  [[noreturn]] void refuse(std::string_view reason) const {
    throw UserError("{} {}: {}{}", called_, sql_, reason,
                    reason.starts_with("Expression tree is too large")
                        ? ": SQLite takes no more conditions joined by AND or OR; a list of values is one condition, "
                          "x IN (1, 2, 3)"
                        : "");
  }

  std::string declarations() const {
    return listed(columns_, [](const ViewColumn& column) {
      return fmt::format("{} {}", quoted_name(column.name), column_type(column.type));
    });
  }

  // A parameter is compared like a column of its type.
  std::string evaluation_sql(std::string_view expression) const {
    int place = 0;
    const std::string row = listed(columns_, [&](const ViewColumn& column) {
      return fmt::format("CAST(?{} AS {}) AS {}", ++place, column_type(column.type), quoted_name(column.name));
    });
    return fmt::format("SELECT ({}\n) IS TRUE FROM (SELECT {})", expression, row);
  }

  // Null when SQLite refuses it.
  StatementHandle compiled(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    return StatementHandle(statement);
  }

  // The columns that an expression names. Without parentheses around it, so that it cannot close them.
  std::set<std::string> names_of(std::string_view expression) {
    std::set<std::string> names;
    StatementHandle statement;
    {
      const Authorized guard(handle(), allow_and_note, &names);
      statement = compiled(fmt::format("SELECT {}\nFROM results", expression));
    }
    if (!statement && sqlite3_errcode(handle()) == SQLITE_AUTH)
      refuse("it may only compare what a study says of a scenario, whatever the date");
    if (!statement) refuse(mistake());
    return names;
  }

  // SQLite requires of a generated column what is needed here: no subquery, no aggregate, nothing random.
  void refuse_what_changes() {
    if (compiled(fmt::format("CREATE TABLE t ({}, wanted AS ({}\n))", declarations(), sql_))) return;
    std::string reason = sqlite3_errmsg(handle());
    const std::string_view place = " in generated columns";
    if (const std::size_t at = reason.find(place); at != std::string::npos) reason.replace(at, place.size(), " here");
    refuse(reason);
  }

  // SQLite's message, and what may have been meant.
  std::string mistake() {
    std::string message = sqlite3_errmsg(handle());
    if (message == "near \"FROM\": syntax error" && sql_.find("FROM") == std::string::npos) return "it ends too early";
    const std::string_view start = "no such column: ";
    if (!message.starts_with(start)) return message;
    std::vector<std::string_view> valid;
    for (const ViewColumn& column : columns_) valid.push_back(column.name);
    // From version 3.41 on: no such column: "WQ" - should this be a string literal in single-quotes?
    std::string name = message.substr(start.size(), message.find(" - should") - start.size());
    if (name.starts_with('"') && name.size() > 1) name = name.substr(1, name.size() - 2);
    const bool quoted = sql_.find(quoted_name(name)) != std::string::npos;
    const bool text = quoted || nearest_name(name, valid).empty();
    return fmt::format("before a scenario runs it has no column {}{}{}", name,
                       text ? "; a text is in single quotes: '" + name + "'" : "", suggestion(name, valid));
  }

  Part part(const std::string& text) {
    const std::set<std::string> names = names_of(text);
    Part part{compiled(evaluation_sql(text)), {}, {}, false};
    if (!part.evaluation) refuse(sqlite3_errmsg(handle()));
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!names.contains(columns_[i].name)) continue;
      part.columns.push_back(columns_[i]);
      part.parameters.push_back(static_cast<int>(i) + 1);
    }
    part.is_equality = equates(text, part.columns);
    return part;
  }

  std::string sql_, called_;
  SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE};
  std::vector<ViewColumn> columns_;
  std::vector<Part> parts_;  // destroyed before the database
};

ScenarioExpression::ScenarioExpression(std::string_view sql, std::span<const DimensionRow> platforms,
                                       std::span<const DimensionRow> workloads,
                                       std::span<const DimensionRow> strategies, std::string_view called)
    : impl_(std::make_unique<Impl>(sql, platforms, workloads, strategies, called)) {}
ScenarioExpression::~ScenarioExpression() = default;

std::size_t ScenarioExpression::part_count() const { return impl_->parts().size(); }

const std::vector<ViewColumn>& ScenarioExpression::columns(std::size_t part) const {
  return impl_->parts()[part].columns;
}

bool ScenarioExpression::is_equality(std::size_t part) const { return impl_->parts()[part].is_equality; }

bool ScenarioExpression::holds(std::size_t part, std::span<const SqlValue> values) {
  return impl_->holds(impl_->parts()[part], values);
}

}  // namespace palio
