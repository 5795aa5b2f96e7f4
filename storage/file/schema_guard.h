#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "storage/sql/row_source.h"

namespace palio {

/// Something in a campaign's schema that differs from Palio's: it could change what is stored, or what is read.
struct SchemaDifference {
  std::string name;
  std::string found;   // "table", "virtual table", "view", "index", "trigger"; empty: it is missing
  std::string wanted;  // the same of what Palio makes; empty: nothing of this name

  /// Whether it is missing and holds no results, so that Palio can make it again. SQLite's own indices belong to their
  /// tables.
  bool can_be_made() const { return found.empty() && wanted != "table" && !name.starts_with("sqlite_"); }
};

/// All of them, tables first: by name, type and definition, for the parameter columns of the file. Plain tables and
/// indices with other names do not count: they change nothing that Palio reads. `schema`: "main", or the name of an
/// attached file.
std::vector<SchemaDifference> schema_differences(const RowSource& rows, std::string_view schema = "main");

/// "the view results was altered"
std::string to_text(const SchemaDifference& difference);

/// Throws DamagedFile naming the first difference and the next step.
void refuse_other_schema(const RowSource& rows, const std::filesystem::path& file, std::string_view schema = "main");

/// The same for a file that bring_up_to_date() repairs before anything is read.
void refuse_unmendable_schema(const RowSource& rows, const std::filesystem::path& file);

/// The statement that makes an object of the schema, but no view of results.
std::string made_definition(const std::string& name);

}  // namespace palio
