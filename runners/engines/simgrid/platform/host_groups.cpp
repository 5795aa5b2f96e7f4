#include "runners/engines/simgrid/platform/host_groups.h"

#include <simgrid/kernel/routing/NetZoneImpl.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <sstream>
#include <string_view>
#include <typeinfo>
#include <utility>

#include "core/error.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;
using Links = std::vector<sg4::Link*>;

// No link: there is no route.
Links links_between(const sg4::Host* from, const sg4::Host* to, double& latency) {
  Links links;
  try {
    from->route_to(to, links, &latency);
  } catch (const std::exception&) {
    return {};
  }
  return links;
}

Links links_between(const sg4::Host* from, const sg4::Host* to) {
  double latency = 0;
  return links_between(from, to, latency);
}

std::string_view property(const auto& of, const char* name) {
  const char* value = of.get_property(name);
  return value == nullptr ? std::string_view() : value;
}

constexpr const char* k_name = "name";  // as Palio's own export has it
constexpr const char* k_wattage = "wattage_per_state";

bool are_side_by_side(const sg4::Host& a, const sg4::Host& b) {
  return a.get_englobing_zone() == b.get_englobing_zone() && a.get_speed() == b.get_speed() &&
         a.get_core_count() == b.get_core_count() && property(a, k_name) == property(b, k_name) &&
         property(a, k_wattage) == property(b, k_wattage) && a.get_pstate() == b.get_pstate();
}

// By the name of its type, which the library does not export.
bool is_topology(const sg4::Host& host) {
  const simgrid::kernel::routing::NetZoneImpl& zone = *host.get_englobing_zone()->get_impl();
  const std::string_view type = typeid(zone).name();
  constexpr auto k_topologies = std::to_array<std::string_view>({"TorusZone", "FatTreeZone", "DragonflyZone"});
  return std::ranges::any_of(k_topologies,
                             [&](std::string_view name) { return type.find(name) != std::string_view::npos; });
}

bool holds(const Links& links, const sg4::Link* link) { return std::ranges::find(links, link) != links.end(); }

// Adds a link to a route. only_sender: no other sender to the same receiver crosses the link; only_receiver: no other
// receiver from the same sender does.
void add(const sg4::Link& link, bool only_sender, bool only_receiver, Route& route) {
  // A link that bounds each message alone counts as the sender's: a sender never has more than all its messages.
  const bool is_uncontended = link.get_sharing_policy() == sg4::Link::SharingPolicy::FATPIPE;
  double& share = only_sender || is_uncontended ? route.sender : only_receiver ? route.receiver : route.shared;
  share = std::min(share, link.get_bandwidth());
}

}  // namespace

std::optional<Power> power_of(const sg4::Host& host) {
  const std::string given(property(host, k_wattage));
  if (given.empty()) return std::nullopt;
  std::istringstream states(given);
  std::string state;
  for (unsigned long at = 0; at <= host.get_pstate(); ++at)
    if (!std::getline(states, state, ',')) state.clear();
  std::ranges::replace(state, ':', ' ');
  std::istringstream numbers(state);
  // Idle, perhaps what the first busy core adds to, all cores busy.
  const std::vector<double> watts{std::istream_iterator<double>(numbers), {}};
  if (!numbers.eof() || (watts.size() != 2 && watts.size() != 3) || std::ranges::min(watts) < 0)
    throw UserError("host {} has the {} \"{}\", must be Idle:Busy or Idle:Epsilon:Busy in W for each speed",
                    host.get_name(), k_wattage, given);
  const int cores = host.get_core_count();
  if (cores > 1 && watts.size() == 3 && watts[1] != watts[0]) return std::nullopt;
  return Power{watts.front() / cores, watts.back() / cores};
}

HostGroups::HostGroups(const Hosts& hosts, Bypasses bypasses) : star_routes_(bypasses) {
  for (sg4::Host* host : hosts) {
    if (groups_.empty() || !are_side_by_side(*groups_.back().front(), *host)) groups_.emplace_back();
    groups_.back().push_back(host);
  }
  check_count();
  for (std::vector<std::size_t> uneven = find_uneven(); !uneven.empty(); uneven = find_uneven()) {
    split(uneven);
    check_count();
  }
}

void HostGroups::check_count() const {
  if (groups_.size() > k_most_hosts)
    throw UserError(
        "has {} clusters as strategies see it, {} are the most: consecutive hosts with equal routes are one",
        groups_.size(), k_most_hosts);
}

HostGroups::Way HostGroups::way_between(const sg4::Host* from, const sg4::Host* to) {
  Way way;
  const Links links = links_between(from, to, way.latency);
  if (links.empty()) return {.exists = false};
  for (const sg4::Link* link : links) way.bandwidth = std::min(way.bandwidth, link->get_bandwidth());
  return way;
}

// Of the first pair of hosts.
HostGroups::Way HostGroups::first_way(std::size_t from, std::size_t to) const {
  const Hosts& receivers = groups_[to];
  if (from != to) return way_between(groups_[from].front(), receivers.front());
  return receivers.size() < 2 ? Way{} : way_between(receivers[0], receivers[1]);
}

// Finds the route between two groups; if their hosts have different ones, returns the group whose hosts differ.
std::optional<std::size_t> HostGroups::look(std::size_t from, std::size_t to) {
  Way& worst = ways_[from * groups_.size() + to];
  worst = first_way(from, to);
  try {
    if (worst.exists && star_routes_.surely_alike(groups_[from], groups_[to])) return std::nullopt;
  } catch (const std::exception&) {  // a host has no route: look at each pair
  }
  const bool may_differ = is_topology(*groups_[from].front()) || is_topology(*groups_[to].front());
  for (const sg4::Host* a : groups_[from])
    for (const sg4::Host* b : groups_[to]) {
      if (a == b) continue;
      const Way way = way_between(a, b);
      if (way.exists == worst.exists && way.latency == worst.latency && way.bandwidth == worst.bandwidth) continue;
      if (!may_differ || way.exists != worst.exists) return a == groups_[from].front() ? to : from;
      worst = {std::max(way.latency, worst.latency), std::min(way.bandwidth, worst.bandwidth), true};
    }
  return std::nullopt;
}

// The groups to be split, ascending.
std::vector<std::size_t> HostGroups::find_uneven() {
  ways_.assign(groups_.size() * groups_.size(), {});
  std::vector<std::size_t> uneven;
  for (std::size_t a = 0; a < groups_.size(); ++a)
    for (std::size_t b = 0; b < groups_.size(); ++b)
      if (const auto differing = look(a, b)) uneven.push_back(*differing);
  std::ranges::sort(uneven);
  uneven.erase(std::unique(uneven.begin(), uneven.end()), uneven.end());
  return uneven;
}

void HostGroups::split(const std::vector<std::size_t>& uneven) {
  std::vector<Hosts> groups;
  for (std::size_t k = 0; k < groups_.size(); ++k)
    if (std::ranges::binary_search(uneven, k))
      for (sg4::Host* host : groups_[k]) groups.push_back({host});
    else
      groups.push_back(std::move(groups_[k]));
  groups_ = std::move(groups);
}

std::string HostGroups::name(std::size_t group) const {
  const sg4::Host& host = *groups_[group].front();
  if (const std::string_view given = property(host, k_name); !given.empty()) return std::string(given);
  const sg4::NetZone* zone = host.get_englobing_zone();
  const auto is_of_zone = [&](const Hosts& other) { return other.front()->get_englobing_zone() == zone; };
  if (std::ranges::count_if(groups_, is_of_zone) > 1) return host.get_name();
  const std::string_view given = property(*zone, k_name);
  return given.empty() ? zone->get_name() : std::string(given);
}

std::optional<Route> HostGroups::route(std::size_t from, std::size_t to) const {
  const Hosts &senders = groups_[from], &receivers = groups_[to];
  const std::size_t first_other = from == to ? 1 : 0;  // within a group the receiver is another host than the sender
  const Way& alone = way(from, to);
  if (!alone.exists) return std::nullopt;
  if (receivers.size() == first_other) return Route();
  Route route;
  route.latency = alone.latency;
  const Links links = links_between(senders[0], receivers[first_other]);
  const bool is_pair = first_other == 1 && senders.size() == 2;
  const bool has_other_sender = senders.size() > 1 + first_other;
  const bool has_other_receiver = receivers.size() > 1 + first_other;
  const Links of_other_sender =
      has_other_sender ? links_between(senders[1 + first_other], receivers[first_other]) : links;
  const Links of_other_receiver = has_other_receiver ? links_between(senders[0], receivers[1 + first_other]) : links;
  for (const sg4::Link* link : links) {
    // With only two hosts, its position on the route alone tells whose link it is.
    const bool only_sender = is_pair ? links.size() > 1 && link == links.front() : !holds(of_other_sender, link);
    const bool only_receiver = is_pair ? links.size() > 1 && link == links.back() : !holds(of_other_receiver, link);
    add(*link, only_sender, only_receiver, route);
  }
  if (alone.is_worst) route.sender = std::min(route.sender, alone.bandwidth);
  if (alone.is_worst) route.receiver = std::min(route.receiver, alone.bandwidth);
  return route;
}

}  // namespace palio
