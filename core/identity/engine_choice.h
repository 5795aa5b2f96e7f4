#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace palio {

/// A simulation engine that can run scenarios. Each has its own worker program.
struct EngineChoice {
  std::string_view name;      // in study files and on the command line
  std::string_view stored;    // its name in campaigns
  std::string_view program;   // file name, next to palio
  std::string_view variable;  // environment variable that names another program
  std::string_view meaning;
  bool reads_simgrid = false;  // simulates platforms of SimGrid's XML
};

/// All engines, the default one first.
std::span<const EngineChoice> engine_table();

/// The engine of this name. Throws UserError that suggests the nearest name.
const EngineChoice& engine_named(std::string_view name);

/// The engine that a campaign names. Throws UserError if this palio has no such engine.
const EngineChoice& stored_engine(std::string_view stored);

/// Whether one campaign may hold results of both versions of an engine: SimGrid 3.32 and 4.0 give the same dates to the
/// last bit, except for bags of tasks (docs/systems.md). An empty version is unknown and fits any other.
bool may_share_campaign(std::string_view version, std::string_view other, bool has_bags);

/// The engine's program next to the running one, or the one that its variable names.
std::filesystem::path worker_program(const EngineChoice& engine);

}  // namespace palio
