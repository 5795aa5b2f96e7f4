#include "storage/file/dimension_table.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "core/error.h"
#include "storage/file/row_checksum.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 7> k_fixed_columns{"id",     "key",  "canonical", "label",
                                                          "family", "name", "checksum"};

std::string_view column_type(ParameterType type) {
  switch (type) {
    case ParameterType::integer: return "INTEGER";
    case ParameterType::real: return "REAL";
    case ParameterType::text: return "TEXT";
  }
  return "";
}

// Column name -> declared type; all columns of the table.
std::map<std::string, std::string, std::less<>> columns_of(SQLite::Database& database, const DimensionTable& table) {
  std::map<std::string, std::string, std::less<>> columns;
  SQLite::Statement select(database, fmt::format("SELECT name, type FROM pragma_table_info('{}')", table.name));
  while (select.executeStep()) columns.emplace(select.getColumn(0).getString(), select.getColumn(1).getString());
  return columns;
}

bool fits(std::string_view type, std::string_view column) {
  return type == column || (type == "INTEGER" && column == "REAL");
}

/// Finds and adds the rows of one table, with a prepared statement per set of parameters.
class RowAdder {
public:
  RowAdder(SQLite::Database& database, const DimensionTable& table)
      : database_(database),
        table_(table),
        columns_(columns_of(database, table)),
        find_(database, fmt::format("SELECT id FROM {} WHERE canonical = ?", table.name)),
        find_label_(database, fmt::format("SELECT 1 FROM {} WHERE label = ?", table.name)),
        add_file_(database, "INSERT INTO input_file (digest, content) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING") {}

  std::int64_t id_of(const DimensionRow& row) {
    const std::string canonical = canonical_text(row.recipe);
    find_.bindNoCopy(1, canonical);
    const bool found = find_.executeStep();
    const std::int64_t id = found ? find_.getColumn(0).getInt64() : 0;
    find_.reset();
    return found ? id : insert(row, canonical);
  }

private:
  void add_column(const std::string& owner, const ParameterSpec& spec) {
    const std::string_view type = column_type(spec.type);
    if (std::ranges::find(k_fixed_columns, spec.name) != k_fixed_columns.end())
      throw InternalError(fmt::format("parameter \"{}\" of {} has the name of a column that table {} needs itself",
                                      spec.name, owner, table_.name));
    const auto known = columns_.find(spec.name);
    if (known == columns_.end()) {
      database_.exec(fmt::format("ALTER TABLE {} ADD COLUMN {} {}", table_.name, quoted_name(spec.name), type));
      columns_.emplace(spec.name, type);
    } else if (!fits(type, known->second)) {
      throw InternalError(
          fmt::format("parameter \"{}\" of {} is {}, but column {} of table {} is {}: parameters of one "
                      "name must have one type",
                      spec.name, owner, type, spec.name, table_.name, known->second));
    }
  }

  // The insertion for rows with these parameters; the rows of one family share it.
  SQLite::Statement& insertion(const Parameters& parameters) {
    std::string columns = fmt::format("key, canonical, label, {}", table_.kind_column);
    std::string values = "?, ?, ?, ?";
    for (const auto& [name, value] : parameters) {
      columns += ", " + quoted_name(name);
      values += ", ?";
    }
    std::unique_ptr<SQLite::Statement>& statement = insertions_[columns];
    if (!statement)
      statement = std::make_unique<SQLite::Statement>(
          database_, fmt::format("INSERT INTO {} ({}) VALUES ({})", table_.name, columns, values));
    return *statement;
  }

  // Two recipes have one label when a default changed between two versions of Palio: the later one is labelled in full.
  std::string free_label(const DimensionRow& row, const std::string& canonical) {
    find_label_.bindNoCopy(1, row.label);
    const bool taken = find_label_.executeStep();
    find_label_.reset();
    return taken ? canonical : row.label;
  }

  void add_input_file(const std::string& content) {
    const std::string digest = content_digest(content);
    add_file_.bindNoCopy(1, digest);
    add_file_.bindNoCopy(2, content);
    add_file_.exec();
    add_file_.reset();
  }

  std::int64_t insert(const DimensionRow& row, const std::string& canonical) {
    for (const ParameterSpec& spec : row.specs) add_column(row.recipe.name, spec);
    if (!row.definition.empty()) add_input_file(row.definition);
    SQLite::Statement& statement = insertion(row.recipe.parameters);
    int index = 0;
    statement.bind(++index, short_key(canonical));
    statement.bind(++index, canonical);
    statement.bind(++index, free_label(row, canonical));
    statement.bind(++index, row.recipe.name);
    for (const auto& [name, value] : row.recipe.parameters)
      std::visit([&](const auto& typed) { statement.bind(++index, typed); }, value);
    statement.exec();
    statement.reset();
    return database_.getLastInsertRowid();
  }

  SQLite::Database& database_;
  DimensionTable table_;
  std::map<std::string, std::string, std::less<>> columns_;
  SQLite::Statement find_;
  SQLite::Statement find_label_;
  SQLite::Statement add_file_;
  std::map<std::string, std::unique_ptr<SQLite::Statement>> insertions_;
};

}  // namespace

std::vector<std::string> parameter_columns(SQLite::Database& database, const DimensionTable& table) {
  std::vector<std::string> names;
  for (const auto& [name, type] : columns_of(database, table))
    if (std::ranges::find(k_fixed_columns, name) == k_fixed_columns.end()) names.push_back(name);
  return names;
}

std::vector<std::int64_t> add_dimension_rows(SQLite::Database& database, const DimensionTable& table,
                                             std::span<const DimensionRow> rows) {
  RowAdder adder(database, table);
  std::vector<std::int64_t> ids;
  ids.reserve(rows.size());
  for (const DimensionRow& row : rows) ids.push_back(adder.id_of(row));
  seal_rows(database, table.name, "checksum IS NULL");
  return ids;
}

std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace palio
