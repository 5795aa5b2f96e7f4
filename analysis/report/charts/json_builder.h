#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/read/campaign_reader.h"

namespace palio {

/// A member of a JSON object: its name and its value, which is JSON already; without a value it is left out.
using JsonMember = std::pair<std::string_view, std::string>;

std::string json_object(std::initializer_list<JsonMember> members);
/// Empty items are left out.
std::string json_array(const std::vector<std::string>& items);
std::string json_value(const SqlValue& value);

/// JSON that can stand inside a script element: no '<', so that no name can end the element or begin a comment.
std::string json_for_page(std::string_view json);

}  // namespace palio
