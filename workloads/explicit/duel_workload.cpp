#include "workloads/explicit/file_families.h"

#include <array>

#include "core/identity/registry.h"

namespace palio {
namespace {

constexpr ParameterSpec text(std::string_view name, std::string_view meaning) {
  return {.name = name, .type = ParameterType::text, .meaning = meaning};
}

constexpr ParameterSpec count(std::string_view name, std::string_view meaning, double least) {
  return {.name = name, .type = ParameterType::integer, .meaning = meaning, .min = least, .max = 1e15};
}

constexpr auto k_duel_parameters = std::to_array<ParameterSpec>({
    k_file_parameters[0],
    k_file_digest,
    text("network", "digest of the platform that it was found with"),
    text("target", "strategy that it is to be bad for"),
    text("base", "strategy that the target is compared with"),
    count("restart", "number of the search", 0),
    count("evaluation", "number of the instance in its search; the start is 0", 0),
    count("parent", "evaluation of the instance before it that was stored; -1: it is the start", -1),
    count("steps", "moves that were made since its parent", 0),
    text("move", "the last of them"),
    {.name = "ratio",
     .meaning = "makespan of the target, as a multiple of that of the base, as the search saw them",
     .min = 0,
     .max = 1e300},
});

}  // namespace

std::span<const ParameterSpec> duel_workload_parameters() { return k_duel_parameters; }

}  // namespace palio
