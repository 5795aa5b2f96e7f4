#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "storage/sql/sql_value.h"

namespace palio {

/// Members keep their order: legends and lists of a chart follow it.
using Json = nlohmann::ordered_json;

/// Stands for a member or an item that is left out.
inline const Json k_left_out = Json::value_t::discarded;

Json json_object(std::initializer_list<std::pair<std::string_view, Json>> members);
Json json_array(std::initializer_list<Json> items);
Json json_value(const SqlValue& value);

}  // namespace palio
