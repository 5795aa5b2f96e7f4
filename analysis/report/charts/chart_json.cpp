#include "analysis/report/charts/chart_json.h"

#include <string>
#include <variant>

namespace palio {
namespace {

struct ToJson {
  Json operator()(std::monostate) const { return nullptr; }
  template <class Value>
  Json operator()(const Value& value) const {
    return value;
  }
};

}  // namespace

Json json_object(std::initializer_list<std::pair<std::string_view, Json>> members) {
  Json object = Json::object();
  for (const auto& [name, value] : members)
    if (!value.is_discarded()) object[std::string(name)] = value;
  return object;
}

Json json_array(std::initializer_list<Json> items) {
  Json array = Json::array();
  for (const Json& item : items)
    if (!item.is_discarded()) array.push_back(item);
  return array;
}

Json json_value(const SqlValue& value) { return std::visit(ToJson{}, value); }

}  // namespace palio
