#pragma once

#include <set>
#include <string>

#include "storage/sql/row_source.h"

namespace palio {

/// Whether the view leaves out what the present study does not want.
enum class StaleResults { left_out, none_stored };

/// The SELECT of the view `results` of the main database with only these of its columns, and without the tables that
/// they do not need.
std::string trimmed_results(const RowSource& rows, const std::set<std::string>& columns, StaleResults stale);

}  // namespace palio
