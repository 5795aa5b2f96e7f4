#include "platforms/families/families.h"

#include <array>

namespace palio {
namespace {

constexpr auto k_homogeneous_star_parameters = std::to_array<ParameterSpec>({
    {"workers", ParameterType::integer, "", "number of workers; master and supervisors come on top", 1, 1000000, ""},
    {"speed", ParameterType::real, "flop/s", "speed of each worker", 1, 1e18, "1e9"},
    {"bandwidth", ParameterType::real, "byte/s", "bandwidth of every link and of the master's port", 1, 1e18, "1e6"},
    {"latency", ParameterType::real, "s", "latency of every link", 0, 1e3, "0"},
});

}  // namespace

std::span<const ParameterSpec> homogeneous_star_parameters() { return k_homogeneous_star_parameters; }

Star build_homogeneous_star(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const Worker worker{real_of(given, "speed"), {real_of(given, "bandwidth"), real_of(given, "latency")}};
  const auto workers = static_cast<std::size_t>(integer_of(given, "workers"));
  return {std::vector<Worker>(workers, worker), worker.link.bandwidth, PortModel::one_port};
}

}  // namespace palio
