#include "runners/engines/simgrid/platform/star_routes.h"

#include <algorithm>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <string_view>
#include <typeinfo>

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;
using simgrid::kernel::routing::NetZoneImpl;

// By the name of its type, which the library does not export.
bool is_star(const sg4::NetZone* zone) {
  const NetZoneImpl& impl = *zone->get_impl();
  return std::string_view(typeid(impl).name()).find("StarZone") != std::string_view::npos;
}

bool is_within(const sg4::NetZone* inner, const sg4::NetZone* outer) {
  const NetZoneImpl* zone = inner->get_impl();
  while (zone != nullptr && zone != outer->get_impl()) zone = zone->get_parent();
  return zone != nullptr;
}

bool are_alike(const sg4::Link& a, const sg4::Link& b) {
  return a.get_bandwidth() == b.get_bandwidth() && a.get_latency() == b.get_latency();
}

template <class Links>
bool are_alike_by_link(const Links& a, const Links& b) {
  return std::ranges::equal(a, b, [](const auto* x, const auto* y) { return are_alike(*x, *y); });
}

}  // namespace

StarRoutes::Links StarRoutes::links(const NetPoint* from, const NetPoint* to) {
  if (known_links_.empty())
    for (const sg4::Link* link : sg4::Engine::get_instance()->get_all_links()) known_links_[link->get_impl()] = link;
  std::vector<simgrid::kernel::resource::StandardLinkImpl*> found;
  double latency = 0;
  NetZoneImpl::get_global_route(from, to, found, &latency);
  Links links;
  for (const auto* link : found) links.push_back(known_links_.at(link));
  return links;
}

// A router without links of its own, so that a route to it is a host's way up, and a route from it a host's way down.
// Null: there is none.
const StarRoutes::NetPoint* StarRoutes::centre_of(sg4::NetZone* zone) {
  const auto [place, is_new] = centres_.try_emplace(zone, nullptr);
  if (is_new)
    for (const NetPoint* point : zone->get_impl()->get_vertices())
      if (point->is_router() && links(point, point).empty()) place->second = point;
  return place->second;
}

// The halves of the routes of a group, up or down. At each place there must be one link for all hosts, or a link for
// each host that no other host uses: then no two routes of the group share links in another way than the others do.
template <class Half>
bool StarRoutes::add_halves(const Hosts& hosts, Half half_of, Owners& owners) {
  const Links first = half_of(hosts.front()), last = half_of(hosts.back());
  for (const sg4::Host* host : hosts) {
    const Links half = half_of(host);
    if (!are_alike_by_link(half, first)) return false;
    for (std::size_t i = 0; i < half.size(); ++i) {
      const sg4::Host* owner = first[i] == last[i] ? nullptr : host;
      if (owner == nullptr && half[i] != first[i]) return false;
      if (owners.try_emplace(half[i], owner).first->second != owner) return false;
    }
  }
  return true;
}

bool StarRoutes::surely_alike(const Hosts& from, const Hosts& to) {
  sg4::NetZone *source = from.front()->get_englobing_zone(), *target = to.front()->get_englobing_zone();
  if (bypasses_ == Bypasses::some || !is_star(source) || !is_star(target)) return false;
  Owners owners;
  if (source == target) {
    const NetPoint* centre = centre_of(source);
    return centre != nullptr &&
           add_halves(
               from, [&](const sg4::Host* host) { return links(host->get_netpoint(), centre); }, owners) &&
           add_halves(
               to, [&](const sg4::Host* host) { return links(centre, host->get_netpoint()); }, owners);
  }
  // Between zones a route is a way to the gateway of the one, what is between, and a way from the gateway of the other.
  if (is_within(source, target) || is_within(target, source)) return false;
  const NetPoint *one = from.front()->get_netpoint(), *other = to.front()->get_netpoint();
  const Links first = links(one, other);
  const auto has_equal_way = [&](const sg4::Host* host) {
    return are_alike_by_link(links(host->get_netpoint(), other), first);
  };
  const auto has_equal_way_back = [&](const sg4::Host* host) {
    return are_alike_by_link(links(one, host->get_netpoint()), first);
  };
  return std::ranges::all_of(from, has_equal_way) && std::ranges::all_of(to, has_equal_way_back);
}

}  // namespace palio
