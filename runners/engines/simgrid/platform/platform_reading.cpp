#include "runners/engines/simgrid/platform/platform_reading.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <optional>
#include <simgrid/s4u.hpp>
#include <string_view>
#include <utility>
#include <xbt/config.hpp>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "platforms/explicit/platform_json.h"
#include "platforms/model/star.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/engine_platform.h"
#include "runners/engines/simgrid/platform/host_groups.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

Cluster cluster_of(const HostGroups& found, std::size_t group) {
  const HostGroups::Hosts& hosts = found.groups()[group];
  Cluster cluster{};
  cluster.name = found.name(group);
  cluster.speed = hosts.front()->get_speed();
  cluster.cores = hosts.front()->get_core_count();
  cluster.power = power_of(*hosts.front());
  cluster.processors = static_cast<int>(hosts.size()) * cluster.cores;
  return cluster;
}

Platform platform_of(const HostGroups::Hosts& hosts, const std::string& xml) {
  const HostGroups found(hosts, xml.find("<bypass") == std::string::npos ? Bypasses::none : Bypasses::some);
  const std::size_t count = found.groups().size();
  Platform platform;
  LoadedNetwork network;
  network.xml = xml;
  std::map<std::array<double, 4>, int> numbers;  // each route once
  const auto number_of = [&](const std::optional<Route>& route) {
    if (!route) return LoadedNetwork::k_no_route;
    const auto [place, is_new] = numbers.try_emplace({route->latency, route->sender, route->receiver, route->shared},
                                                     static_cast<int>(network.routes.size()));
    if (is_new) network.routes.push_back(*route);
    return place->second;
  };
  for (std::size_t a = 0; a < count; ++a) {
    platform.clusters.push_back(cluster_of(found, a));
    for (const sg4::Host* host : found.groups()[a]) network.hosts.push_back(host->get_name());
    for (std::size_t b = 0; b < count; ++b) network.between.push_back(number_of(found.route(a, b)));
  }
  platform.interconnect = Interconnect::loaded;
  platform.loaded = std::make_shared<const LoadedNetwork>(std::move(network));
  return platform;
}

using Options = std::vector<std::string>;

constexpr std::string_view k_star_model = "CM02";
constexpr std::string_view k_model = "a file with network/model CM02 must be a star as Palio exports it";

[[noreturn]] void refuse(const sg4::Host& worker, std::string_view why) {
  throw UserError(fmt::format("host {} {}: {}", worker.get_name(), why, k_model));
}

// The capacities of the two links between a worker and the master, in the order of the route, and its latency.
struct Way {
  double first = 0, last = 0;  // byte/s
  double latency = 0;          // s
};

Way way_of(const sg4::Host& worker, const sg4::Host* from, const sg4::Host* to) {
  Way way;
  std::vector<sg4::Link*> links;
  from->route_to(to, links, &way.latency);
  const auto is_shared = [](const sg4::Link* link) {
    return link->get_sharing_policy() == sg4::Link::SharingPolicy::SHARED;
  };
  if (links.size() != 2 || !std::ranges::all_of(links, is_shared))
    refuse(worker, "does not have one link of its own behind one of the master's");
  way.first = links[0]->get_bandwidth();
  way.last = links[1]->get_bandwidth();
  return way;
}

PortModel ports_of(const sg4::Host& master) {
  const char* given = master.get_property("port_model");
  if (given == nullptr) return PortModel::one_port;
  if (std::ranges::find(k_port_models, std::string_view(given)) == k_port_models.end())
    throw UserError(fmt::format("the port_model of host {} cannot be \"{}\"", master.get_name(), given));
  return port_model_of(std::string_view(given));
}

// Whether the file that was loaded is for masters and workers: Palio's export of a star chooses this model.
bool is_star_loaded() { return simgrid::config::get_value<std::string>("network/model") == k_star_model; }

// The star that the hosts of a loaded platform are: "master", and workers that each have one link of their own on the
// way from it and back, behind one of the master's.
Star star_of(const HostGroups::Hosts& hosts) {
  const auto found = std::ranges::find_if(hosts, [](const sg4::Host* host) { return host->get_name() == "master"; });
  if (found == hosts.end()) throw UserError(fmt::format("there is no host master: {}", k_model));
  const sg4::Host* master = *found;
  Star star;
  star.port_model = ports_of(*master);
  for (const sg4::Host* host : hosts) {
    if (host == master) continue;
    const Way to = way_of(*host, master, host), back = way_of(*host, host, master);
    if (back.first != to.last || back.last != to.first || back.latency != to.latency)
      refuse(*host, "has other links back to the master");
    if (!star.workers.empty() && to.first != star.master_bandwidth)
      refuse(*host, "is behind another link of the master");
    star.master_bandwidth = to.first;
    star.workers.push_back({host->get_speed(), {to.last, to.latency}});
  }
  check(star);
  return star;
}

constexpr auto k_crashes = std::to_array<int>({SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL});
constexpr std::size_t k_longest_place = 1024;  // byte

std::array<char, k_longest_place + 64> crash_line;
std::size_t crash_place_length = 0;
std::array<char, 65536> crash_stack;  // deep nesting in the file may have used up the other one

// Allocates nothing: the heap may be corrupt.
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

// During its lifetime, a crash of the process writes to standard error, as the last line, how far SimGrid has read a
// platform file: "place:line: SimGrid ends here".
class CrashReport {
public:
  explicit CrashReport(const std::string& place) {
    const std::string_view shown = std::string_view(place).substr(0, k_longest_place);
    crash_line[0] = '\n';  // ends a line that was begun
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

// With the line of the host that a message begins with, as far as the file names it.
std::string place_of(std::string_view message, std::string_view xml, const std::string& place) {
  constexpr std::string_view k_host = "host ";
  if (!message.starts_with(k_host)) return place;
  message.remove_prefix(k_host.size());
  const std::string_view name = message.substr(0, message.find(' '));
  for (const char quote : {'"', '\''})
    if (const std::size_t at = xml.find(fmt::format("{1}{0}{1}", name, quote)); at != std::string_view::npos)
      return fmt::format("{}:{}", place, line_of(xml, at));
  return place;
}

}  // namespace

std::string read_simgrid_platform(const std::string& xml, const std::string& place) {
  // Never taken down: the process ends soon. A file with a network model, as that of a star, needs another one of
  // hosts.
  const bool may_be_star = xml.find(k_star_model) != std::string::npos;
  auto& arguments = *new EngineArguments(may_be_star ? Options{} : Options{"--cfg=host/model:ptask_L07"});
  new sg4::Engine(arguments.count(), arguments.values());
  const CrashReport report(place);
  const HostGroups::Hosts hosts = load_platform(xml, place);
  try {
    sg4::Engine::get_instance()->seal_platform();  // before that, some routes are missing
    if (is_star_loaded()) return star_json(star_of(hosts));
    const Platform platform = platform_of(hosts, xml);
    check(platform);
    return simgrid_json(platform);
  } catch (const UserError& error) {
    throw UserError("{}: {}", place_of(error.what(), xml, place), error.what());
  }
}

}  // namespace palio
