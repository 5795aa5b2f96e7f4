#include "runners/engines/simgrid/platform/platform_reading.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <map>
#include <memory>
#include <simgrid/s4u.hpp>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "platforms/explicit/platform_json.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/engine_platform.h"
#include "runners/engines/simgrid/platform/host_groups.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

// Its number, and whether it was there already, of each route once.
class Routes {
public:
  int number(const Route& route) {
    const auto [place, is_new] = numbers_.try_emplace({route.latency, route.sender, route.receiver, route.shared},
                                                      static_cast<int>(routes_.size()));
    if (is_new) routes_.push_back(route);
    return place->second;
  }
  std::vector<Route> take() { return std::move(routes_); }

private:
  std::map<std::array<double, 4>, int> numbers_;
  std::vector<Route> routes_;
};

Cluster cluster_of(const HostGroups& found, std::size_t group) {
  const HostGroups::Hosts& hosts = found.groups()[group];
  Cluster cluster{};
  cluster.name = found.name(group);
  cluster.speed = hosts.front()->get_speed();
  cluster.cores = hosts.front()->get_core_count();
  cluster.processors = static_cast<int>(hosts.size()) * cluster.cores;
  return cluster;
}

Platform platform_of(const HostGroups::Hosts& hosts, const std::string& xml) {
  const HostGroups found(hosts);
  const std::size_t count = found.groups().size();
  Platform platform;
  LoadedNetwork network;
  Routes routes;
  network.xml = xml;
  for (std::size_t a = 0; a < count; ++a) {
    platform.clusters.push_back(cluster_of(found, a));
    for (const sg4::Host* host : found.groups()[a]) network.hosts.push_back(host->get_name());
    for (std::size_t b = 0; b < count; ++b) network.between.push_back(routes.number(found.route(a, b)));
  }
  network.routes = routes.take();
  platform.interconnect = Interconnect::loaded;
  platform.loaded = std::make_shared<const LoadedNetwork>(std::move(network));
  return platform;
}

constexpr auto k_crashes = std::to_array<int>({SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL});
constexpr std::size_t k_longest_place = 1024;  // byte

std::array<char, k_longest_place + 64> crash_line;
std::size_t crash_place_length = 0;
std::array<char, 65536> crash_stack;  // a nested file may have used up the other one

// Nothing here takes memory from a heap that may be in ruins.
void report_crash(int signal) {
  const auto written = fmt::format_to_n(crash_line.data() + crash_place_length, crash_line.size() - crash_place_length,
                                        ":{}: SimGrid ends here\n", simgrid_api::parsed_line());
  [[maybe_unused]] const ssize_t count =
      write(STDERR_FILENO, crash_line.data(), static_cast<std::size_t>(written.out - crash_line.data()));
  raise(signal);
}

void set_crash_handlers(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const int signal : k_crashes) sigaction(signal, &action, nullptr);
}

// As long as it lives, a crash of the process writes to standard error, as the last line, how far SimGrid has read a
// platform file: "place:line: SimGrid ends here".
class CrashReport {
public:
  explicit CrashReport(const std::string& place) {
    const std::string_view shown = std::string_view(place).substr(0, k_longest_place);
    crash_line[0] = '\n';  // whatever stands on the line before
    crash_place_length = 1 + shown.copy(crash_line.data() + 1, shown.size());
    stack_t own{};
    own.ss_sp = crash_stack.data();
    own.ss_size = crash_stack.size();
    sigaltstack(&own, nullptr);
    set_crash_handlers(report_crash);
  }
  ~CrashReport() { set_crash_handlers(SIG_DFL); }
  CrashReport(const CrashReport&) = delete;
  CrashReport& operator=(const CrashReport&) = delete;
};

}  // namespace

std::string read_simgrid_platform(const std::string& xml, const std::string& place) {
  // Kept: the process ends soon, and nobody needs to take it down.
  auto& arguments = *new EngineArguments({"--cfg=host/model:ptask_L07"});
  new sg4::Engine(arguments.count(), arguments.values());
  const CrashReport report(place);
  const HostGroups::Hosts hosts = load_platform(xml, place);
  try {
    sg4::Engine::get_instance()->seal_platform();  // only then all routes are there
    if (is_star_loaded()) return star_json(star_of(hosts));
    const Platform platform = platform_of(hosts, xml);
    check(platform);
    return simgrid_json(platform);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", place, error.what()));
  }
}

}  // namespace palio
