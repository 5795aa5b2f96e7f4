#pragma once

#include <string>

#include "core/text/json_reader.h"
#include "platforms/model/platform.h"
#include "platforms/model/star.h"

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

/// The mesh of a "palio-platform" document (docs/file-formats.md) whose format and version were checked. Throws
/// UserError as JsonReader does; also for a pair of hosts that has no link, or two.
Platform mesh_from_json(const JsonReader& root);

/// The star of a "palio-platform" document (docs/file-formats.md) whose format and version were checked. Throws
/// UserError as JsonReader does.
Star star_from_json(const JsonReader& root);

/// The whole document of a star; reads back as the same bits.
std::string star_json(const Star& star);

inline constexpr int k_most_cores = 100'000;  // of a host

/// The platform that SimGrid has read, of a "palio-platform" document (docs/file-formats.md) whose format and version
/// were checked. Throws UserError as JsonReader does.
Platform simgrid_from_json(const JsonReader& root);

/// The whole document of such a platform; reads back as the same bits.
std::string simgrid_json(const Platform& platform);

}  // namespace palio
