#pragma once

#include "core/text/json_reader.h"
#include "platforms/model/platform.h"

namespace palio {

/// {"bandwidth": byte/s, "latency": s}. Throws UserError as JsonReader does.
inline Link read_link(const JsonReader& json) {
  json.expect_keys({"bandwidth", "latency"});
  return {json.member("bandwidth").number(JsonRange::positive), json.member("latency").number(JsonRange::not_negative)};
}

}  // namespace palio
