#pragma once

#include <string>

#include "storage/file/rows.h"

namespace palio {

/// What a run keeps of its results: what is typed (`--keep`; empty: nothing is), and what the campaign in `database`
/// keeps already. Throws UserError where the campaign has results without what is typed.
Kept kept_for(const std::string& typed, const std::string& database);

}  // namespace palio
