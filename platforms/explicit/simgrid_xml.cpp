#include "platforms/explicit/simgrid_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "core/text/xml_text.h"
#include "platforms/model/platform.h"

namespace palio {
namespace {

enum class Policy { shared, fatpipe };  // fatpipe: bounds each message alone

using Properties = std::initializer_list<std::pair<std::string_view, std::string>>;

// XML cannot contain control characters.
std::string escaped(std::string_view text) { return xml_escaped(visible_line(text)); }

class Document {
public:
  Document(Properties configuration) {
    put("<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version=\"4.1\">\n  <config>\n");
    for (const auto& [id, value] : configuration) put("    <prop id=\"{}\" value=\"{}\"/>\n", id, value);
    put("  </config>\n");
  }

  void open_zone(std::string_view routing) { put("  <zone id=\"palio\" routing=\"{}\">\n", routing); }
  std::string close() {
    put("  </zone>\n</platform>\n");
    return std::move(text_);
  }

  // With a property, if its value is not empty.
  void host(std::string_view id, double speed, std::string_view property = {}, std::string_view value = {}) {
    put("    <host id=\"{}\" speed=\"{}f\"", id, speed);
    if (value.empty()) return put("/>\n");
    put("><prop id=\"{}\" value=\"{}\"/></host>\n", property, escaped(value));
  }
  void router(std::string_view id) { put("    <router id=\"{}\"/>\n", id); }
  void link(std::string_view id, const Link& link, Policy policy) {
    put("    <link id=\"{}\" bandwidth=\"{}Bps\" latency=\"{}s\" sharing_policy=\"{}\"/>\n", id, link.bandwidth,
        link.latency, policy == Policy::fatpipe ? "FATPIPE" : "SHARED");
  }

  // Processors from `first` on, each behind its own link and the switch.
  void cluster(std::size_t number, int first, const Cluster& cluster) {
    put("    <cluster id=\"cluster{0}\" prefix=\"p\" suffix=\"\" radical=\"{1}-{2}\" router_id=\"gateway{0}\"\n",
        number, first, first + cluster.processors - 1);
    put("             speed=\"{}f\" bw=\"{}Bps\" lat=\"{}s\" sharing_policy=\"SHARED\"\n", cluster.speed,
        cluster.processor_link.bandwidth, cluster.processor_link.latency);
    put("             bb_bw=\"{}Bps\" bb_lat=\"{}s\" bb_sharing_policy=\"FATPIPE\"><prop id=\"name\" value=\"{}\"/>"
        "</cluster>\n",
        cluster.cluster_switch.bandwidth, cluster.cluster_switch.latency, escaped(cluster.name));
  }

  // In this direction only.
  void route(std::string_view from, std::string_view to, std::initializer_list<std::string_view> links) {
    put("    <route src=\"{}\" dst=\"{}\" symmetrical=\"NO\">", from, to);
    for (const std::string_view link : links) put("<link_ctn id=\"{}\"/>", link);
    put("</route>\n");
  }
  void zone_route(std::size_t from, std::size_t to, bool has_backbone) {
    put("    <zoneRoute src=\"cluster{0}\" dst=\"cluster{1}\" gw_src=\"gateway{0}\" gw_dst=\"gateway{1}\">"
        "<link_ctn id=\"uplink{0}\"/>{2}<link_ctn id=\"uplink{1}\"/></zoneRoute>\n",
        from, to, has_backbone ? "<link_ctn id=\"backbone\"/>" : "");
  }
  void host_link(std::string_view host, std::string_view up, std::string_view down) {
    put("    <host_link id=\"{}\" up=\"{}\" down=\"{}\"/>\n", host, up, down);
  }

private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  std::string text_;
};

std::string processor(int number) { return fmt::format("p{}", number); }

// Clusters joined by their uplinks and by the backbone, if any.
void write_clusters(Document& document, const Platform& platform) {
  document.open_zone("Full");
  const std::vector<Cluster>& clusters = platform.clusters;
  const bool has_backbone = platform.interconnect == Interconnect::backbone;
  int first = 0;
  for (std::size_t k = 0; k < clusters.size(); ++k) {
    document.cluster(k, first, clusters[k]);
    first += clusters[k].processors;
  }
  if (clusters.size() == 1) return;
  for (std::size_t k = 0; k < clusters.size(); ++k)
    document.link(fmt::format("uplink{}", k), clusters[k].uplink, Policy::shared);
  if (has_backbone) document.link("backbone", platform.backbone, Policy::shared);
  for (std::size_t a = 0; a < clusters.size(); ++a)
    for (std::size_t b = a + 1; b < clusters.size(); ++b) document.zone_route(a, b, has_backbone);
}

// Two routers with the shared switch between them: a cluster of SimGrid would have its own switch.
void write_shared_switch(Document& document, const Platform& platform) {
  document.open_zone("DijkstraCache");
  std::vector<Link> links;
  for (const Cluster& cluster : platform.clusters)
    for (int i = 0; i < cluster.processors; ++i) {
      document.host(processor(static_cast<int>(links.size())), cluster.speed, "name", cluster.name);
      links.push_back(cluster.processor_link);
    }
  document.router("into-switch");
  document.router("out-of-switch");
  document.link("switch", platform.shared_switch, Policy::fatpipe);
  for (std::size_t p = 0; p < links.size(); ++p) document.link(fmt::format("link{}", p), links[p], Policy::shared);
  document.route("into-switch", "out-of-switch", {"switch"});
  for (std::size_t p = 0; p < links.size(); ++p) {
    const std::string host = processor(static_cast<int>(p)), link = fmt::format("link{}", p);
    document.route(host, "into-switch", {link});
    document.route("out-of-switch", host, {link});
  }
}

void write_mesh(Document& document, const Platform& platform) {
  document.open_zone("Full");
  const int hosts = processor_count(platform);
  const auto for_pairs = [&](auto visit) {
    for (int a = 0; a < hosts; ++a)
      for (int b = 0; b < hosts; ++b)
        if (a != b) visit(a, b, fmt::format("pair{}-{}", a, b));
  };
  for (int host = 0; host < hosts; ++host)
    document.host(processor(host), platform.clusters[host].speed, "name", platform.clusters[host].name);
  const bool is_shared = has_contention(platform);
  const auto link_of = [](int host) { return fmt::format("link{}", host); };
  if (is_shared)
    for (int host = 0; host < hosts; ++host)
      document.link(link_of(host), platform.clusters[host].processor_link, Policy::shared);
  for_pairs([&](int a, int b, const std::string& link) {
    document.link(link, pair_link(platform, a, b), is_shared ? Policy::shared : Policy::fatpipe);
  });
  for_pairs([&](int a, int b, const std::string& link) {
    if (is_shared)
      document.route(processor(a), processor(b), {link_of(a), link, link_of(b)});
    else
      document.route(processor(a), processor(b), {link});
  });
}

std::string xml_of(const Platform& platform) {
  if (platform.interconnect == Interconnect::loaded) return platform.loaded->xml;
  Document document({{"host/model", "ptask_L07"}, {"network/TCP-gamma", fmt::format("{}", platform.tcp_gamma)}});
  switch (platform.interconnect) {
    case Interconnect::backbone:
    case Interconnect::uplinks: write_clusters(document, platform); break;
    case Interconnect::shared_switch: write_shared_switch(document, platform); break;
    case Interconnect::mesh: write_mesh(document, platform); break;
    case Interconnect::loaded: break;  // it has its own file
  }
  return document.close();
}

void check_latencies(const Star& star) {
  const auto differs = std::ranges::adjacent_find(
      star.workers, [](const Worker& a, const Worker& b) { return a.link.latency != b.link.latency; });
  if (star.port_model == PortModel::one_port || differs == star.workers.end()) return;
  const auto number = differs - star.workers.begin();
  throw UserError(
      "SimGrid cannot give the times of a multi-port star whose links differ in latency, since it shares the master's "
      "bandwidth by latencies: worker {} has {} s, worker {} has {} s",
      number, differs->link.latency, number + 1, std::next(differs)->link.latency);
}

// Each node sends over a link and receives over another; a message has the latency of the worker's link.
std::string xml_of(const Star& star) {
  check_latencies(star);
  Document document({{"network/model", "CM02"},
                     {"network/bandwidth-factor", "1"},
                     {"network/latency-factor", "1"},
                     {"network/weight-S", "0"},
                     {"network/TCP-gamma", "0"},
                     {"network/crosstraffic", "0"}});
  document.open_zone("Cluster");
  std::vector<std::pair<std::string, Link>> nodes{{"master", {star.master_bandwidth, 0}}};
  // SimGrid has no multi-port model, but Palio reads this property.
  document.host("master", 1, "port_model",
                star.port_model == PortModel::one_port ? "" : k_port_models[static_cast<std::size_t>(star.port_model)]);
  for (const Worker& worker : star.workers) {
    nodes.emplace_back(fmt::format("worker{}", nodes.size() - 1), worker.link);
    document.host(nodes.back().first, worker.speed);
  }
  for (const auto& [name, link] : nodes)
    for (const char* direction : {"up", "down"})
      document.link(fmt::format("{}-{}", name, direction), link, Policy::shared);
  for (const auto& [name, link] : nodes)
    document.host_link(name, fmt::format("{}-up", name), fmt::format("{}-down", name));
  return document.close();
}

}  // namespace

std::string to_simgrid_xml(const AnyPlatform& platform) {
  if (const auto* star = as_if<Star>(platform)) return xml_of(*star);
  return xml_of(as<Platform>(platform));
}

}  // namespace palio
