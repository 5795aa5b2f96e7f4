#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace palio {

/// A simulation engine that scenarios can be carried out by. Each has a worker program of its own.
struct EngineChoice {
  std::string_view name;      // in study files and on the command line
  std::string_view stored;    // its name in campaigns
  std::string_view program;   // file name, next to palio
  std::string_view variable;  // of the environment, that names another program
  std::string_view meaning;
  bool reads_simgrid = false;  // simulates platforms of SimGrid's XML
};

/// All engines, the default one first.
std::span<const EngineChoice> engine_table();

/// Throws UserError that names the nearest.
const EngineChoice& engine_named(std::string_view name);

/// The engine that a campaign names. Throws UserError where this palio has none of that name.
const EngineChoice& stored_engine(std::string_view stored);

/// Whether results of an engine in these two versions may stand in one campaign: SimGrid 3.32 and 4.0 have the same
/// dates to the last bit but for bags of tasks (docs/systems.md). An empty version says nothing.
bool may_share_campaign(std::string_view version, std::string_view other, bool has_bags);

/// The engine's program next to the running one, or the one that its variable names.
std::filesystem::path worker_program(const EngineChoice& engine);

}  // namespace palio
