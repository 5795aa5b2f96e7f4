#pragma once

#include <functional>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

#include <simgrid/version.h>  // needs what s4u.hpp defines

#if SIMGRID_VERSION >= 33600
#include <simgrid/simcall.hpp>
#else
#include <simgrid/simix.hpp>
#endif

// One name for each call that differs between SimGrid 3.32 and 4.1. Built and tested with 3.32 and 4.0; other versions
// follow their headers. No other file checks the version.

#if SIMGRID_VERSION >= 33300
extern int simgrid_parse_lineno;
#else
extern int surf_parse_lineno;
#endif

namespace palio::simgrid_api {

namespace sg4 = simgrid::s4u;

/// The line that SimGrid's platform parser has reached. No header of SimGrid declares it.
inline int parsed_line() {
#if SIMGRID_VERSION >= 33300
  return simgrid_parse_lineno;
#else
  return surf_parse_lineno;
#endif
}

/// The root zone, with full routing. SimGrid 4 has already created it. Call this first.
inline sg4::NetZone* full_root_zone() {
#if SIMGRID_VERSION >= 40000
  return sg4::Engine::get_instance()->get_netzone_root();
#else
  return sg4::create_full_zone("root");
#endif
}

/// A zone whose routes all cross its center, below `parent`, or below the root.
inline sg4::NetZone* add_star_zone(const std::string& name, sg4::NetZone* parent = nullptr) {
  if (parent == nullptr) parent = sg4::Engine::get_instance()->get_netzone_root();
#if SIMGRID_VERSION >= 40000
  return parent->add_netzone_star(name);
#else
  if (parent == nullptr) parent = sg4::create_star_zone("root");  // the first zone is the root
  return sg4::create_star_zone(name)->set_parent(parent);
#endif
}

/// `speed`: flop/s.
inline sg4::Host* add_host(sg4::NetZone* zone, const std::string& name, double speed) {
#if SIMGRID_VERSION >= 40000
  return zone->add_host(name, speed);
#else
  return zone->create_host(name, speed);
#endif
}

/// `bandwidth`: byte/s.
inline sg4::Link* add_link(sg4::NetZone* zone, const std::string& name, double bandwidth) {
#if SIMGRID_VERSION >= 40000
  return zone->add_link(name, bandwidth);
#else
  return zone->create_link(name, bandwidth);
#endif
}

/// From one host of a zone to another; null: the center of a star zone.
inline void add_route(sg4::NetZone* zone, const sg4::Host* from, const sg4::Host* to,
                      const std::vector<sg4::LinkInRoute>& links) {
#if SIMGRID_VERSION >= 33600
  zone->add_route(from, to, links, false);
#else
  const auto end = [](const sg4::Host* host) { return host == nullptr ? nullptr : host->get_netpoint(); };
  zone->add_route(end(from), end(to), nullptr, nullptr, links, false);
#endif
}

/// Connects a star zone over these links, in both directions, to the center of the star zone around it.
inline void connect(sg4::NetZone* zone, const std::vector<sg4::LinkInRoute>& links) {
#if SIMGRID_VERSION >= 40000
  const sg4::Host* gateway = zone->add_host(zone->get_name() + "-gateway", 1.0);  // routers cannot have such a route
  zone->add_route(gateway, nullptr, std::vector<sg4::LinkInRoute>{});
  zone->set_gateway(gateway);
  zone->get_parent()->add_route(zone, nullptr, links);
#else
  simgrid::kernel::routing::NetPoint* gateway = zone->create_router(zone->get_name() + "-gateway");
  zone->add_route(gateway, nullptr, nullptr, nullptr, std::vector<sg4::LinkInRoute>{});
  zone->get_parent()->add_route(zone->get_netpoint(), nullptr, gateway, nullptr, links);
#endif
}

inline sg4::ActorPtr add_actor(const std::string& name, sg4::Host* host, const std::function<void()>& code) {
#if SIMGRID_VERSION >= 40100
  return host->add_actor(name, code);
#elif SIMGRID_VERSION >= 40000
  return sg4::Engine::add_actor(name, host, code);
#else
  return sg4::Actor::create(name, host, code);
#endif
}

/// Starts an activity now or, if it waits for others, when these have ended.
inline void start(const sg4::ExecPtr& activity) {
#if SIMGRID_VERSION >= 33300
  activity->start();
#else
  activity->vetoable_start();
#endif
}

/// Calls `tell` at each completion of an execution, and perhaps of other activities, too.
inline void on_completion(const std::function<void(const sg4::Activity&)>& tell) {
#if SIMGRID_VERSION >= 33300
  sg4::Exec::on_completion_cb(tell);
#else
  sg4::Activity::on_completion_cb(tell);
#endif
}

/// Leaves the edges between zones, hosts and links out of traces. SimGrid 4.0 looks for them from a zone that it made
/// before it began to trace, and ends with std::out_of_range.
#if SIMGRID_VERSION >= 40000
inline constexpr const char* k_trace_topology = "--cfg=tracing/platform/topology:no";
#else
inline constexpr const char* k_trace_topology = "--cfg=tracing/platform/topology:yes";
#endif

#if SIMGRID_VERSION >= 33300
inline constexpr const char* k_date_precision = "precision/timing";
#else
inline constexpr const char* k_date_precision = "surf/precision";
#endif

}  // namespace palio::simgrid_api
