#pragma once

#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Puts exact sums in the place of SQLite's avg(), sum() and total() for the statements of a connection: the same bits
/// in whatever order the rows are stored. Else they are SQLite's, as window functions too; only a sum of integers
/// overflows if the whole sum does, not one on its way.
void use_exact_totals(SQLite::Database& database);

}  // namespace palio
