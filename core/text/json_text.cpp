#include "core/text/json_text.h"

#include <nlohmann/json.hpp>

namespace palio {

std::string json_quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_number(double value) { return nlohmann::json(value).dump(); }

}  // namespace palio
