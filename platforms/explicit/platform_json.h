#pragma once

#include <string>
#include <string_view>

#include "core/identity/canonical.h"
#include "core/identity/parameters.h"
#include "core/text/json_reader.h"
#include "platforms/model/any_platform.h"
#include "platforms/model/platform.h"
#include "platforms/model/star.h"

namespace palio {

/// Family "file": the platform that a JSON file describes (platform_json.h). Its definition is the file's content.
AnyPlatform build_file_platform(const Recipe& recipe, std::string_view definition);

/// Family "simgrid": the same, or only some of the hosts.
AnyPlatform build_simgrid_platform(const Recipe& recipe, std::string_view definition);
inline constexpr ParameterSpec k_used_hosts = optional_parameter(
    text_parameter("used_hosts",
                   "names of the hosts to use, separated by blanks; routes are needed between these only; "
                   "by default all hosts"));

/// Reads an explicit platform (docs/file-formats.md, "palio-platform" version 1). `place` names the file in messages.
/// Throws UserError: malformed JSON, unknown key (with the nearest valid one), wrong type, value out of range.
AnyPlatform any_platform_from_json(std::string_view text, std::string_view place);

/// The "palio-platform" document (docs/file-formats.md) of clusters, a mesh or a loaded platform; reads back as the
/// same bits.
std::string to_json(const Platform& platform);

// Parts of "palio-platform" documents (docs/file-formats.md), by kind. Readers take a document whose format and version
// were checked and throw UserError as JsonReader does; writers make a whole document, which reads back as the same
// bits.

/// "bandwidth" (byte/s) and "latency" (s) of an object that may have other keys.
Link read_characteristics(const JsonReader& json);
/// The same for an object that has no other keys.
Link read_link(const JsonReader& json);

/// "idle_power" and "busy_power" (W), both or neither, of an object that may have other keys.
std::optional<Power> read_power(const JsonReader& json);
/// The same as more keys of an object; empty for none.
std::string power_json(const std::optional<Power>& power);

/// Also throws UserError for a pair of hosts with no link or two.
Platform mesh_from_json(const JsonReader& root);

Star star_from_json(const JsonReader& root);
std::string star_json(const Star& star);

inline constexpr int k_most_cores = 100'000;  // of a host

/// The platform that SimGrid has read, or only these of its hosts. `place`: of the file.
Platform simgrid_from_json(const JsonReader& root, std::string_view place, std::string_view used_hosts = {});
std::string simgrid_json(const Platform& platform);

}  // namespace palio
