#include "core/identity/engine_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/tool.h"

namespace palio {
namespace {

constexpr std::array k_engines{EngineChoice{"simgrid", "SimGrid", "palio-worker", "PALIO_WORKER",
                                            "SimGrid's ptask_L07 and its actors: the reference", true},
                               EngineChoice{"fluid", "fluid", "palio-worker-fluid", "PALIO_WORKER_FLUID",
                                            "the same model without SimGrid, many times faster"}};

}  // namespace

std::span<const EngineChoice> engine_table() { return k_engines; }

const EngineChoice& engine_named(std::string_view name) {
  const auto found = std::ranges::find(k_engines, name, &EngineChoice::name);
  if (found != k_engines.end()) return *found;
  std::vector<std::string_view> names;
  for (const EngineChoice& engine : k_engines) names.push_back(engine.name);
  throw UserError(
      fmt::format("there is no engine {}{}; there are {}", name, suggestion(name, names), fmt::join(names, ", ")));
}

const EngineChoice& stored_engine(std::string_view stored) {
  const auto found = std::ranges::find(k_engines, stored, &EngineChoice::stored);
  if (found != k_engines.end()) return *found;
  throw UserError(fmt::format("the campaign's engine is {}, which this palio does not have", stored));
}

bool may_share_campaign(std::string_view version, std::string_view other, bool has_bags) {
  constexpr std::array<std::string_view, 2> k_same_dates{"3.32", "4.0"};  // of SimGrid
  const auto is_known = [&](std::string_view one) {
    return std::ranges::find(k_same_dates, one) != k_same_dates.end();
  };
  return version == other || version.empty() || other.empty() || (!has_bags && is_known(version) && is_known(other));
}

std::filesystem::path worker_program(const EngineChoice& engine) {
  if (const char* named = std::getenv(engine.variable.data()); named != nullptr && *named != '\0') return named;
  return program_beside(engine.program);
}

}  // namespace palio
