#include "storage/file/dimension_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "core/error.h"
#include "storage/file/row_checksum.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

// By ParameterType.
constexpr std::array<std::string_view, 3> k_declared_types{"INTEGER", "REAL", "TEXT"};
constexpr std::array<std::string_view, 3> k_suffixes{"integer", "real", "text"};

std::string_view suffix(ParameterType type) { return k_suffixes.at(static_cast<std::size_t>(type)); }

/// Finds and adds the rows of one table, with a prepared statement per set of parameters.
class RowAdder {
public:
  RowAdder(SQLite::Database& database, const DimensionTable& table)
      : database_(database),
        table_(table),
        columns_(parameter_columns(database, table)),
        find_(database, fmt::format("SELECT canonical FROM {} WHERE id = ?", table.name)),
        find_label_(database, fmt::format("SELECT id FROM {} WHERE label = ?", table.name)),
        add_file_(database,
                  "INSERT INTO input_file (digest, content, read) VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) "
                  "ON CONFLICT (digest) DO UPDATE SET read = excluded.read, checksum = NULL") {}

  std::int64_t id_of(const DimensionRow& row) {
    const std::string canonical = canonical_text(row.recipe);
    if (!row.definition.empty()) execute(add_file_, content_digest(row.definition), row.definition);
    if (is_version(row)) give_up_label(row, canonical);
    std::optional<std::int64_t> free;
    for (const WhichKey which : {WhichKey::first, WhichKey::second}) {
      const std::int64_t id = content_id(canonical, which);
      const std::optional<std::string> stored = text_of(id);
      if (!stored && !free) free = id;
      if (stored != canonical) continue;
      if (is_version(row)) relabel(row.label, id);
      return id;
    }
    if (!free)
      throw UserError("both keys of {} {} are those of others: leave it out of the study", table_.name, row.label);
    insert(row, canonical, *free);
    return *free;
  }

private:
  // The canonical text of a row; nothing: there is none.
  std::optional<std::string> text_of(std::int64_t id) {
    find_.bind(1, id);
    std::optional<std::string> text;
    if (find_.executeStep()) text = find_.getColumn(0).getString();
    find_.reset();
    return text;
  }

  bool has_label(const std::string& label) {
    find_label_.bindNoCopy(1, label);
    const bool found = find_label_.executeStep();
    find_label_.reset();
    return found;
  }

  std::string column_of(std::string_view parameter, ParameterType type) {
    return column_for(database_, table_, columns_, parameter, type);
  }

  // The insertion for rows with these parameters; the rows of one family share it.
  SQLite::Statement& insertion(const Parameters& parameters) {
    std::string columns = fmt::format("id, key, canonical, label, {}", table_.kind_column);
    for (const auto& [name, value] : parameters) columns += ", " + quoted_name(column_of(name, type_of(value)));
    std::unique_ptr<SQLite::Statement>& statement = insertions_[columns];
    if (!statement)
      statement = std::make_unique<SQLite::Statement>(
          database_,
          fmt::format("INSERT INTO {} ({}) VALUES ({})", table_.name, columns, question_marks(parameters.size() + 5)));
    return *statement;
  }

  // Rows of custom code: the present version has a label without digest, the others have the full text as label.
  static bool is_version(const DimensionRow& row) {
    const auto has_usual_digest = [](const ParameterSpec& spec) {
      return spec.role == ParameterRole::digest && !spec.default_value.empty();
    };
    return std::ranges::any_of(row.specs, has_usual_digest);
  }
  void give_up_label(const DimensionRow& row, const std::string& canonical) {
    execute(
        database_,
        fmt::format("UPDATE {} SET label = canonical, checksum = NULL WHERE label = ? AND canonical <> ?", table_.name),
        row.label, canonical);
  }
  void relabel(const std::string& label, std::int64_t id) {
    execute(database_,
            fmt::format("UPDATE {} SET label = ?1, checksum = NULL WHERE id = ?2 AND label <> ?1", table_.name), label,
            id);
  }

  void insert(const DimensionRow& row, const std::string& canonical, std::int64_t id) {
    for (const ParameterSpec& spec : row.specs)
      if (spec.presence == Presence::always) column_of(spec.name, spec.type);
    // Two recipes have the same label if a later version changed a default: the later one gets the full text as label.
    const std::string& label = has_label(row.label) ? canonical : row.label;
    SQLite::Statement& statement = insertion(row.recipe.parameters);
    bind_all(statement, id, short_key(id), canonical, label, row.recipe.name);
    int index = 5;
    for (const auto& [name, value] : row.recipe.parameters)
      std::visit([&](const auto& typed) { statement.bind(++index, typed); }, value);
    statement.exec();
    statement.reset();
  }

  SQLite::Database& database_;
  DimensionTable table_;
  std::vector<ParameterColumn> columns_;
  SQLite::Statement find_, find_label_, add_file_;
  std::map<std::string, std::unique_ptr<SQLite::Statement>> insertions_;
};

}  // namespace

std::string_view column_type(ParameterType type) { return k_declared_types.at(static_cast<std::size_t>(type)); }

bool ParameterColumn::holds(std::string_view wanted, ParameterType wanted_type) const {
  if (name == wanted)
    return type == wanted_type || (type == ParameterType::real && wanted_type == ParameterType::integer);
  return type == wanted_type && name == fmt::format("{}:{}", wanted, suffix(wanted_type));
}

std::string column_for(SQLite::Database& database, const DimensionTable& table, std::vector<ParameterColumn>& columns,
                       std::string_view parameter, ParameterType type) {
  const auto known = std::ranges::find_if(columns, [&](const auto& column) { return column.holds(parameter, type); });
  if (known != columns.end()) return known->name;
  const bool taken =
      is_fixed(parameter) || std::ranges::find(columns, parameter, &ParameterColumn::name) != columns.end();
  std::string name = taken ? fmt::format("{}:{}", parameter, suffix(type)) : std::string(parameter);
  database.exec(fmt::format("ALTER TABLE {} ADD COLUMN {} {}", table.name, quoted_name(name), column_type(type)));
  return columns.emplace_back(ParameterColumn{std::move(name), type}).name;
}

std::vector<std::int64_t> add_dimension_rows(SQLite::Database& database, const DimensionTable& table,
                                             std::span<const DimensionRow> rows) {
  RowAdder adder(database, table);
  std::vector<std::int64_t> ids;
  ids.reserve(rows.size());
  for (const DimensionRow& row : rows) ids.push_back(adder.id_of(row));
  for (const std::string_view changed : {table.name, std::string_view("input_file")})
    seal_rows(database, changed, "checksum IS NULL");
  return ids;
}

}  // namespace palio
