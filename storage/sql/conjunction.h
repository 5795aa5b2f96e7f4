#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// The parts of an SQL expression that are joined by AND: "a = 1 AND (b OR c)" has two. An expression that is no such
/// conjunction has one, itself. What SQLite would not compile may be parted anyhow.
std::vector<std::string> conjunction_parts(std::string_view sql);

}  // namespace palio
