#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace palio {

/// What the check of a campaign finds wrong with a part; nothing if it is sound. Reads all of it.
std::optional<std::string> damage_of(const std::filesystem::path& part);

/// Renames a damaged part, so that its shard begins anew and nothing is lost. Returns what to say about it.
std::string set_aside(const std::filesystem::path& part, const std::string& damage);

}  // namespace palio
