#include "platforms/formats/simgrid_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/number.h"
#include "core/text/visible_text.h"
#include "core/xml/xml_reader.h"
#include "platforms/explicit/platform_json.h"
#include "platforms/formats/simgrid_update.h"
#include "platforms/model/platform.h"

namespace palio {
namespace {

struct Refused {
  std::string_view name;
  std::string_view why;
};

constexpr std::string_view k_changes = "makes the platform change over time";
constexpr std::string_view k_acts = "starts a program of its own";
constexpr std::string_view k_gone = "is no longer supported by SimGrid";
constexpr auto k_elements = std::to_array<Refused>({{"trace", k_changes},
                                                    {"trace_connect", k_changes},
                                                    {"actor", k_acts},
                                                    {"process", k_acts},
                                                    {"include", k_gone},
                                                    {"storage", k_gone},
                                                    {"storage_type", k_gone},
                                                    {"mount", k_gone}});
constexpr auto k_attributes = std::to_array<std::string_view>(
    {"availability_file", "state_file", "speed_file", "bandwidth_file", "latency_file"});
constexpr auto k_quantities = std::to_array<std::string_view>(
    {"speed", "bandwidth", "latency", "bw", "lat", "bb_bw", "bb_lat", "loopback_bw", "loopback_lat"});

bool equals_ignoring_case(std::string_view a, std::string_view lower) {
  return std::ranges::equal(a, lower, [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x + 32 : x) == y; });
}

struct Setting {
  std::string_view id;
  std::string_view value;  // empty: any
};

// Settings for parallel tasks, the default of a setting that changes dates, and for stars as Palio exports them.
constexpr auto k_settings = std::to_array<Setting>({{"host/model", "ptask_L07"},
                                                    {"maxmin/concurrency-limit", "-1"},
                                                    {"network/TCP-gamma", ""},
                                                    {"network/model", "CM02"},
                                                    {"network/bandwidth-factor", "1"},
                                                    {"network/latency-factor", "1"},
                                                    {"network/weight-S", "0"},
                                                    {"network/crosstraffic", "0"}});

class SimgridScan final : XmlReader {
public:
  explicit SimgridScan(std::string_view place) : XmlReader(place) {}

  void scan(std::string_view xml) {
    check_encoding(xml);
    parse(without_remarks(xml));
    if (hosts_ == 0) fail("there is no host");
    if (hosts_ > k_most_hosts && bypass_ > 0)
      fail_at(bypass_,
              fmt::format("a bypass is possible with at most {} hosts, this file has {}", k_most_hosts, hosts_));
  }

private:
  // SimGrid takes bytes as they are and ignores the declared encoding.
  void check_encoding(std::string_view xml) const {
    const std::size_t wrong = first_wrong_byte(xml);
    if (wrong < xml.size()) fail_at(line_of(xml, wrong), "is not UTF-8, the only encoding that is read");
  }

  void document_type() override { has_document_type_ = true; }

  void start(std::string_view element, const XmlAttributes& attributes) override {
    if (depth() == 1) check_root(element);
    for (const auto& [name, why] : k_elements)
      if (element == name) refuse(element, why);
    for (const std::string_view name : k_attributes)
      if (const auto file = attributes.find(name); file && !file->empty())
        refuse(element, fmt::format("{}, by {}=\"{}\"", k_changes, name, *file));
    for (const std::string_view name : k_quantities)  // SimGrid reads them with strtod()
      if (const auto value = attributes.find(name);
          value && std::isnan(std::strtod(std::string(*value).c_str(), nullptr)))
        refuse(element, fmt::format("has {}=\"{}\", which is no number", name, *value));
    if (element == "config") in_config_ = true;
    if (in_config_ && element == "prop") check_configuration(attributes);
    check_wifi(element, attributes);
    if (is_zone(element)) zones_.push_back({std::string(attributes.find("routing").value_or("")), 0, 0});
    if (element.starts_with("bypass")) bypass_ = line();
    if (element == "host" && !zones_.empty()) check_neighbours(zones_.back());
    if (const auto cores = parsed_number<std::int64_t>(attributes.find("core").value_or(""));
        cores && *cores > k_most_cores)
      refuse(element, fmt::format("has {} cores, {} are the most", *cores, k_most_cores));
    count_hosts(element, attributes);
  }

  void end(std::string_view element) override {
    if (element == "config") in_config_ = false;
    if (is_zone(element)) zones_.pop_back();
  }

  struct Zone {
    std::string routing;
    int hosts;    // <host>s directly in it
    int members;  // <host>s and <peer>s
  };

  static bool is_zone(std::string_view element) { return element == "zone" || element == "AS"; }

  void check_neighbours(Zone& zone) const {
    if (++zone.hosts < 2) return;
    if (equals_ignoring_case(zone.routing, "vivaldi"))
      refuse("host",
             "is not the first one in a zone with the routing Vivaldi, where hosts have no links: write <peer>");
    if (equals_ignoring_case(zone.routing, "none") || equals_ignoring_case(zone.routing, "empty"))
      refuse("host", fmt::format("is not the first one in a zone with the routing {}, which has no routes between them",
                                 zone.routing));
  }

  void check_root(std::string_view element) const {
    if (element != "platform") fail("<{}> is not the <platform> of a file of SimGrid", element);
    if (!has_document_type_)
      fail(
          "before <platform> there must be <!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">, or SimGrid "
          "does not read it");
  }

  void check_configuration(const XmlAttributes& attributes) const {
    const std::string_view id = attributes.find("id").value_or(""), value = attributes.find("value").value_or("");
    const auto is_this = [&](const Setting& known) {
      const auto number = parsed_number<double>(value);
      return id == known.id &&
             (value == known.value || known.value.empty() || (number && number == parsed_number<double>(known.value)));
    };
    if (std::ranges::any_of(k_settings, is_this)) return;
    fail(
        "configures {} as {}: Palio simulates with SimGrid's model ptask_L07, of which a file may choose "
        "network/TCP-gamma alone, and stars with CM02 without factors",
        id, value);
  }

  void check_wifi(std::string_view element, const XmlAttributes& attributes) const {
    if (attributes.find("sharing_policy") == "WIFI" ||
        equals_ignoring_case(attributes.find("routing").value_or(""), "wifi"))
      refuse(element, "is Wi-Fi, which SimGrid's model of parallel tasks does not have");
  }

  void count_hosts(std::string_view element, const XmlAttributes& attributes) {
    const bool is_list = element == "cluster" || element == "cabinet";
    if (!is_list && element != "host" && element != "peer") return;
    const std::int64_t more = is_list ? hosts_of(element, attributes.find("radical").value_or("")) : 1;
    hosts_ += more;
    if (hosts_ > k_most_loaded_hosts) fail("with <{}> there are more than {} hosts", element, k_most_loaded_hosts);
    const std::string_view topology = attributes.find("topology").value_or("FLAT");
    if (element == "cluster" && topology != "FLAT" && more > k_most_hosts)
      refuse(element, fmt::format("has {} hosts, {} are the most with the topology {}", more, k_most_hosts, topology));
    if (is_list || zones_.empty() || equals_ignoring_case(zones_.back().routing, "cluster")) return;
    if (++zones_.back().members > k_most_hosts)
      refuse(element, fmt::format("is one of more than {} hosts in a zone with the routing {}: only clusters may be "
                                  "larger, whose hosts have equal routes",
                                  k_most_hosts, zones_.back().routing));
  }

  // The number of hosts in a list such as "0-3,5,8-11".
  std::int64_t hosts_of(std::string_view element, std::string_view radical) const {
    std::int64_t hosts = 0;
    for (std::string_view rest = radical; !rest.empty();) {
      const std::string_view group = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(group.size() + 1, rest.size()));
      const std::string_view begin = group.substr(0, group.find('-'));
      const std::string_view end = begin.size() == group.size() ? begin : group.substr(begin.size() + 1);
      const auto first = number_of_host(begin), last = number_of_host(end);
      if (!first || !last || *first > *last || *last > k_most_numbers)
        refuse(element, fmt::format("has the radical \"{}\", must be like 0-3,5", radical));
      hosts += *last - *first + 1;
    }
    return hosts;
  }

  // SimGrid allows blanks before it.
  static std::optional<std::int64_t> number_of_host(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return parsed_number<std::int64_t>(text);
  }

  [[noreturn]] void refuse(std::string_view element, std::string_view why) const { fail("<{}> {}", element, why); }

  static constexpr std::int64_t k_most_numbers = 2'000'000'000;  // of a radical, which SimGrid reads as an int

  std::int64_t hosts_ = 0;
  std::vector<Zone> zones_;  // that are open
  std::size_t bypass_ = 0;   // line of the last one; 0: none
  bool has_document_type_ = false;
  bool in_config_ = false;
};

}  // namespace

void scan_simgrid(std::string_view xml, std::string_view place) { SimgridScan(place).scan(xml); }

}  // namespace palio
