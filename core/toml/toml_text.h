#pragma once

#include <toml++/toml.h>
#include <string_view>

namespace palio {

/// The only way in which Palio reads TOML: throws toml::parse_error also for keys that would break the stack.
toml::table parsed_toml(std::string_view text, std::string_view path = {});

}  // namespace palio
