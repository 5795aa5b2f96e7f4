#include "platforms/families/families.h"

#include <array>

#include "core/identity/random_stream.h"
#include "core/identity/registry.h"

namespace palio {
namespace {

constexpr auto k_homogeneous_star_parameters = std::to_array<ParameterSpec>({
    {"workers", ParameterType::integer, "", "number of workers, not counting master and supervisors", 1, 1000000, ""},
    {"speed", ParameterType::real, "flop/s", "speed of each worker", 1, 1e18, "1e9"},
    {"bandwidth", ParameterType::real, "byte/s", "bandwidth of every link and of the master's port", 1, 1e18, "1e6"},
    {"latency", ParameterType::real, "s", "latency of every link", 0, 1e3, "0"},
});

constexpr auto k_random_star_parameters = std::to_array<ParameterSpec>({
    {"workers", ParameterType::integer, "", "workers around the master", 1, 100000, "8"},
    scale_parameter("base_speed", "flop/s", "speed of a worker that is not slowed down", 1, 1e18, "1e9"),
    scale_parameter("base_bandwidth", "byte/s", "bandwidth of a link that is not slowed down", 1, 1e18, "12.5e6"),
    {"max_slowdown", ParameterType::real, "", "links and workers are slower by factors from 1 to this", 1, 1e6, "10"},
    scale_parameter("master_bandwidth", "byte/s", "outgoing bandwidth of the master; 0: as base_bandwidth", 0, 1e18,
                    "0"),
    leaving_draws(text_parameter("port_model", "messages that the master sends at a time: one, or any number",
                                 k_port_models[0], k_port_models)),
    k_sample,
    k_seed,
});

}  // namespace

std::span<const ParameterSpec> homogeneous_star_parameters() { return k_homogeneous_star_parameters; }

Star build_homogeneous_star(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const Worker worker{real_of(given, "speed"), {real_of(given, "bandwidth"), real_of(given, "latency")}};
  const auto workers = static_cast<std::size_t>(integer_of(given, "workers"));
  return {std::vector<Worker>(workers, worker), worker.link.bandwidth, PortModel::one_port};
}

std::span<const ParameterSpec> random_star_parameters() { return k_random_star_parameters; }

Star build_random_star(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const double speed = real_of(given, "base_speed");
  const double bandwidth = real_of(given, "base_bandwidth");
  const double slowest = real_of(given, "max_slowdown");
  RandomStream speeds(recipe, k_random_star_parameters, "speeds");
  RandomStream links(recipe, k_random_star_parameters, "links");

  Star star;
  for (std::int64_t i = 0; i < integer_of(given, "workers"); ++i)
    star.workers.push_back({speed / speeds.uniform_real(1, slowest), {bandwidth / links.uniform_real(1, slowest), 0}});
  const double master = real_of(given, "master_bandwidth");
  star.master_bandwidth = master > 0 ? master : bandwidth;
  star.port_model = port_model_of(text_of(given, "port_model"));
  return star;
}

}  // namespace palio
