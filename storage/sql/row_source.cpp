#include "storage/sql/row_source.h"

#include "storage/sql/columns.h"

namespace palio {

RowSource::RowSource(SQLite::Database& database)
    : query_([&database](std::string_view sql, const Visit& visit) {
        SQLite::Statement statement(database, std::string(sql));
        std::vector<SqlValue> row(statement.getColumnCount());
        while (statement.executeStep()) {
          for (int i = 0; i < statement.getColumnCount(); ++i) row[i] = value_of(statement.getColumn(i));
          visit(row);
        }
      }) {}

}  // namespace palio
