#pragma once

#include <set>
#include <string>

#include "storage/sql/row_source.h"

namespace palio {

/// The SELECT of the view `results` of the main database with only these of its columns, and without the tables that
/// they do not need.
std::string trimmed_results(const RowSource& rows, const std::set<std::string>& columns);

}  // namespace palio
