#include "storage/file/schema_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>

#include "core/text/visible_text.h"
#include "storage/file/dimension_table.h"
#include "storage/file/results_view.h"
#include "storage/file/schema/made_schema.h"
#include "storage/file/schema_version.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

/// A row of sqlite_schema.
struct Object {
  std::string type;   // "virtual table" is told from "table"
  std::string table;  // that it belongs to
  std::string definition;

  bool operator==(const Object&) const = default;
};

using Objects = std::map<std::string, Object>;  // by name

Objects objects(const RowSource& rows, std::string_view schema) {
  Objects found;
  constexpr std::string_view k_select = R"(
    SELECT name, iif(typeof(type) || typeof(name) || typeof(tbl_name) || typeof(coalesce(sql, '')) = 'texttexttexttext',
                     type, 'damaged entry'), tbl_name, sql FROM {}.sqlite_schema)";
  rows.run(fmt::format(k_select, schema), [&](const auto& row) {
    Object object{text_at(row, 1), text_at(row, 2), text_at(row, 3)};
    if (object.definition.starts_with("CREATE VIRTUAL TABLE")) object.type = "virtual table";
    found.emplace(text_at(row, 0), std::move(object));
  });
  return found;
}

// The schema of a new campaign, without the views of results.
const Objects& made_schema() {
  static const Objects made = [] {
    Objects all;
    for (const MadeObject& one : k_made_objects)
      all.emplace(one.name, Object{std::string(one.type), std::string(one.table), std::string(one.definition)});
    return all;
  }();
  return made;
}

// A definition without the columns `, "name" TYPE`.
std::string without_columns(std::string definition) {
  constexpr auto k_types = std::to_array<std::string_view>({" INTEGER", " REAL", " TEXT"});
  for (std::size_t at = 0; (at = definition.find(", \"", at)) != std::string::npos;) {
    const std::string_view rest = std::string_view(definition).substr(at);
    const std::size_t quote = rest.find('"', 3);
    const std::string_view after = quote == std::string_view::npos ? "" : rest.substr(quote + 1);
    const auto type = std::ranges::find_if(k_types, [&](std::string_view name) {
      return after.starts_with(name) && after.size() > name.size() &&
             (after[name.size()] == ',' || after[name.size()] == ')');
    });
    if (type == k_types.end())
      ++at;
    else
      definition.erase(at, quote + 1 + type->size());
  }
  return definition;
}

// Dimension tables grow a column per parameter, anywhere among the schema's columns.
std::string without_grown_columns(const std::string& table, const std::string& definition) {
  constexpr std::array tables{k_platform_table.name, k_workload_table.name, k_strategy_table.name};
  if (std::ranges::find(tables, table) == tables.end()) return definition;
  return without_columns(definition);
}

bool is_as_made(const std::string& name, const Object& made, const Object& found) {
  if (made == found) return true;
  return made.type == "table" && made.type == found.type && made.table == found.table &&
         made.definition == without_grown_columns(name, found.definition);
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Names of SQLite's table functions and of what Palio makes, compared without case.
bool is_taken(const std::string& name) {
  return made_schema().contains(name) || is_results_view(name) || name.starts_with("pragma_") ||
         name.starts_with("json_");
}

// A table without references to Palio's, an index that refuses no row, what SQLite makes for these, and SQLite's
// statistics.
bool changes_nothing(const std::string& name, const Object& object) {
  if (is_taken(lower_case(name))) return false;
  if (object.type == "table") return lower_case(object.definition).find("references") == std::string::npos;
  if (object.type != "index") return false;
  return object.definition.empty() ? !made_schema().contains(object.table)
                                   : object.definition.starts_with("CREATE INDEX ");
}

// The views of results are made from the columns of the tables.
void compare_results_views(const RowSource& rows, std::string_view schema, const Objects& found,
                           std::vector<SchemaDifference>& different) {
  for (const ResultsView view : {ResultsView::results, ResultsView::all_results, ResultsView::realizations}) {
    const std::string name(name_of(view));
    const auto there = found.find(name);
    const bool none = view == ResultsView::realizations && kept_in(rows, schema) == Kept::metrics;
    if (there == found.end()) {
      if (!none) different.push_back({name, "", "view"});
    } else if (none) {
      different.push_back({name, there->second.type, ""});
    } else if (there->second.type != "view" ||
               there->second.definition != results_view_definition(rows, view, schema)) {
      different.push_back({name, there->second.type, "view"});
    }
  }
}

bool concerns_table(const SchemaDifference& difference) {
  return difference.wanted == "table" || difference.found.ends_with("table");
}

// "DROP TABLE"
std::string_view way_to_drop(std::string_view type) {
  if (type == "view") return "DROP VIEW";
  if (type == "trigger") return "DROP TRIGGER";
  return type == "index" ? "DROP INDEX" : "DROP TABLE";
}

std::string refusal(const SchemaDifference& difference, const std::string& file) {
  const std::string word = brief_shell_word(file);
  if (difference.can_be_made())
    return fmt::format("{} is damaged: {}; palio run STUDY --db {} makes it again", file, to_text(difference), word);
  if (difference.wanted == "table" || difference.found.empty())
    return fmt::format("{} is damaged: {}; restore a copy of it, or run the study into a new file", file,
                       to_text(difference));
  return fmt::format(
      "{0} holds the {1} \"{2}\", which Palio did not make: it could change what is stored or what is read. Look at it "
      "with: sqlite3 {5} .schema; when it is gone ({3}), palio {4}",
      file, difference.found, visible_line(difference.name), way_to_drop(difference.found),
      difference.wanted.empty()
          ? fmt::format("check {} tells what it has done", word)
          : fmt::format("run STUDY --db {} makes the {} of that name again", word, difference.wanted),
      word);
}

}  // namespace

std::vector<SchemaDifference> schema_differences(const RowSource& rows, std::string_view schema) {
  // All of one moment: a run may just be adding a parameter and its column of the views.
  rows.run("SAVEPOINT moment");
  const std::shared_ptr<void> moment(nullptr, [&](void*) {
    try {
      rows.run("RELEASE moment");
    } catch (const std::exception&) {  // what was read failed before
    }
  });
  if (schema_version(rows, schema) == 0) return {};  // a new file
  Objects found = objects(rows, schema);
  thread_local Objects sound;  // the last one without differences: parts of a campaign are alike
  if (sound == found) return {};
  const Objects& made = made_schema();
  std::vector<SchemaDifference> different;
  for (const auto& [name, object] : made) {
    const auto there = found.find(name);
    if (there == found.end() && (!object.definition.empty() || found.contains(object.table)))
      different.push_back({name, "", object.type});
    else if (there != found.end() && !is_as_made(name, object, there->second))
      different.push_back({name, there->second.type, object.type});
  }
  for (const auto& [name, object] : found)
    if (!made.contains(name) && !is_results_view(name) && !changes_nothing(name, object))
      different.push_back({name, object.type, ""});
  if (std::ranges::none_of(different, concerns_table)) compare_results_views(rows, schema, found, different);
  if (different.empty()) sound = std::move(found);
  std::stable_partition(different.begin(), different.end(), concerns_table);
  return different;
}

std::string to_text(const SchemaDifference& difference) {
  const std::string name = visible_line(difference.name);
  if (difference.found.empty()) return fmt::format("the {} {} is missing", difference.wanted, name);
  if (difference.wanted.empty()) return fmt::format("the {} \"{}\" was not made by Palio", difference.found, name);
  if (difference.found == difference.wanted) return fmt::format("the {} {} was altered", difference.wanted, name);
  return fmt::format("the {} {} is a {}", difference.wanted, name, difference.found);
}

void refuse_other_schema(const RowSource& rows, const std::filesystem::path& file, std::string_view schema) {
  const auto different = schema_differences(rows, schema);
  if (!different.empty()) throw DamagedFile(refusal(different.front(), file.string()));
}

void refuse_unmendable_schema(const RowSource& rows, const std::filesystem::path& file) {
  for (const SchemaDifference& difference : schema_differences(rows))
    if (!difference.can_be_made()) throw DamagedFile(refusal(difference, file.string()));
}

std::string made_definition(const std::string& name) { return made_schema().at(name).definition; }

}  // namespace palio
