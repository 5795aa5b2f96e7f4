#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A trigger, or a view that is not as Palio makes it: it could change what is stored, or what is read of it.
struct ForeignObject {
  std::string type;  // "trigger", "view"
  std::string name;
};

/// All triggers, and all views that Palio does not make or makes differently.
std::vector<ForeignObject> foreign_objects(SQLite::Database& database);

/// Throws UserError naming the first foreign trigger. Before anything is written, also by a migration.
void refuse_foreign_triggers(SQLite::Database& database, const std::filesystem::path& file);

/// Throws UserError naming the first foreign object of a database of the newest version.
void refuse_foreign_objects(SQLite::Database& database, const std::filesystem::path& file);

}  // namespace palio
