#pragma once

#include <string>
#include <utility>
#include <vector>

namespace palio::bench {

/// What was measured on, and with which versions: name and value, in the order of the report.
using Facts = std::vector<std::pair<std::string, std::string>>;

Facts machine_facts();

}  // namespace palio::bench
