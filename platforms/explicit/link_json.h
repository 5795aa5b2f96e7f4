#pragma once

#include "core/text/json_reader.h"
#include "platforms/model/platform.h"

namespace palio {

/// "bandwidth" (byte/s) and "latency" (s) of an object that may have other keys. Throws UserError as JsonReader does.
inline Link read_characteristics(const JsonReader& json) {
  return {json.member("bandwidth").number(JsonRange::positive), json.member("latency").number(JsonRange::not_negative)};
}

/// The same of an object that has no other keys.
inline Link read_link(const JsonReader& json) {
  json.expect_keys({"bandwidth", "latency"});
  return read_characteristics(json);
}

}  // namespace palio
