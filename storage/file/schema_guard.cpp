#include "storage/file/schema_guard.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "core/error.h"
#include "storage/file/migrations.h"
#include "storage/file/results_view.h"

namespace palio {
namespace {

// The definition of a view by the latest step of the schema that makes it; empty: none does.
std::string_view defined_by_schema(const std::string& name) {
  const std::string beginning = fmt::format("CREATE VIEW {} AS", name);
  std::string_view latest;
  for (const Migration& step : schema_migrations()) {
    const std::size_t begin = step.sql.find(beginning);
    if (begin != std::string_view::npos) latest = step.sql.substr(begin, step.sql.find(';', begin) - begin);
  }
  return latest;
}

bool is_ours(SQLite::Database& database, const std::string& name, const std::string& definition) {
  if (const auto view = results_view(name)) return definition == results_view_definition(database, *view);
  return definition == defined_by_schema(name);
}

[[noreturn]] void refuse(const ForeignObject& object, const std::filesystem::path& file) {
  throw UserError(fmt::format(
      "{0} holds the {1} \"{2}\", which Palio did not make: it could change what is stored or what is read. Look at it "
      "with: sqlite3 {0} \"SELECT sql FROM sqlite_schema WHERE name = '{2}'\"; when it is gone (DROP {1}), palio check "
      "{0} tells what it has done",
      file.string(), object.type, object.name));
}

}  // namespace

std::vector<ForeignObject> foreign_objects(SQLite::Database& database) {
  std::vector<ForeignObject> foreign;
  SQLite::Statement select(database,
                           "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY name");
  while (select.executeStep()) {
    const ForeignObject object{select.getColumn(0).getString(), select.getColumn(1).getString()};
    if (object.type == "trigger" || !is_ours(database, object.name, select.getColumn(2).getString()))
      foreign.push_back(object);
  }
  return foreign;
}

void refuse_foreign_triggers(SQLite::Database& database, const std::filesystem::path& file) {
  SQLite::Statement select(database, "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name");
  if (select.executeStep()) refuse({"trigger", select.getColumn(0).getString()}, file);
}

void refuse_foreign_objects(SQLite::Database& database, const std::filesystem::path& file) {
  const auto foreign = foreign_objects(database);
  if (!foreign.empty()) refuse(foreign.front(), file);
}

}  // namespace palio
