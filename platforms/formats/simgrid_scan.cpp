#include "platforms/formats/simgrid_scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// What SimGrid reads with strtod() and a unit. Where no backbone, loopback or limiter is meant, it may be empty.
enum class Least { above_zero, zero, none };
struct Quantity {
  std::string_view name;
  Least least;
  std::string_view example;
};
constexpr auto k_quantities = std::to_array<Quantity>({{"speed", Least::above_zero, "1Gf"},
                                                       {"bandwidth", Least::above_zero, "1.25GBps"},
                                                       {"bw", Least::above_zero, "1.25GBps"},
                                                       {"bw_in", Least::above_zero, "1.25GBps"},
                                                       {"bw_out", Least::above_zero, "1.25GBps"},
                                                       {"latency", Least::zero, "50us"},
                                                       {"lat", Least::zero, "50us"},
                                                       {"bb_bw", Least::none, "1.25GBps"},
                                                       {"bb_lat", Least::none, "50us"},
                                                       {"loopback_bw", Least::none, "1.25GBps"},
                                                       {"loopback_lat", Least::none, "50us"},
                                                       {"limiter_link", Least::none, "1.25GBps"}});
constexpr auto k_routings = std::to_array<std::string_view>(
    {"Cluster", "Dijkstra", "DijkstraCache", "Empty", "Floyd", "Full", "None", "Star", "Vivaldi", "Wifi"});

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
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
    if (!has_version_) fail("<platform> has no version: write version=\"{}\"", k_newest);
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
    if (depth() == 1) check_root(element, attributes);
    for (const auto& [name, why] : k_elements)
      if (element == name) refuse(element, why);
    for (const std::string_view name : k_attributes)
      if (const auto file = attributes.find(name); file && !file->empty())
        refuse(element, fmt::format("{}, by {}=\"{}\"", k_changes, name, *file));
    for (const Quantity& quantity : k_quantities)
      if (const auto value = attributes.find(quantity.name)) check_quantity(element, quantity, *value);
    if (element == "config") in_config_ = true;
    if (in_config_ && element == "prop") check_configuration(attributes);
    check_wifi(element, attributes);
    if (element == "link" && !attributes.find("latency")) refuse(element, "has no latency: write 0s for none");
    if (is_zone(element)) zones_.push_back({routing_of(element, attributes), 0, 0});
    if (element.starts_with("bypass")) bypass_ = line();
    if (element == "host" && !zones_.empty()) check_neighbours(zones_.back());
    const std::string_view speeds = attributes.find("speed").value_or("");
    check_whole(element, attributes, "core", 1, k_most_cores);
    check_whole(element, attributes, "pstate", 0, std::ranges::count(speeds, ','));
    count_hosts(element, attributes);
  }

  void end(std::string_view element) override {
    if (element == "config") in_config_ = false;
    if (is_zone(element)) zones_.pop_back();
  }

  struct Zone {
    std::string_view routing;  // of k_routings
    int hosts;                 // <host>s directly in it
    int members;               // <host>s and <peer>s
  };

  static bool is_zone(std::string_view element) { return element == "zone" || element == "AS"; }

  // Of each of a list of speeds.
  void check_quantity(std::string_view element, const Quantity& quantity, std::string_view value) const {
    if (quantity.least == Least::none && value.empty()) return;
    for (std::size_t at = 0; at <= value.size(); at = value.find(',', at) + 1) {
      const std::string one(value.substr(at, value.find(',', at) - at));
      char* unit = nullptr;
      const double number = std::strtod(one.c_str(), &unit);
      const bool is_least = number == 0 && quantity.least != Least::above_zero;
      if (unit == one.c_str() || !std::isfinite(number) || !(number > 0 || is_least))
        refuse(element,
               fmt::format("has {}=\"{}\", must be {} with its unit, such as {}", quantity.name, value,
                           quantity.least == Least::above_zero ? "a positive number" : "a number that is not negative",
                           quantity.example));
      if (value.find(',', at) == std::string_view::npos) return;
    }
  }

  void check_whole(std::string_view element, const XmlAttributes& attributes, std::string_view name, std::int64_t least,
                   std::int64_t most) const {
    const auto given = attributes.find(name);
    const auto number = parsed_number<std::int64_t>(given.value_or(""));
    if (given && !(number && *number >= least && *number <= most))
      refuse(element, fmt::format("has {}=\"{}\", must be a whole number from {} to {}", name, *given, least, most));
  }

  std::string_view routing_of(std::string_view element, const XmlAttributes& attributes) const {
    const std::string_view given = attributes.find("routing").value_or("");
    for (const std::string_view known : k_routings)
      if (equals_ignoring_case(given, known)) return known;
    if (given.empty()) return given;
    refuse(element, fmt::format("has routing=\"{}\", must be one of {}", given, fmt::join(k_routings, ", ")));
  }

  void check_neighbours(Zone& zone) const {
    if (++zone.hosts < 2) return;
    if (zone.routing == "Vivaldi")
      refuse("host",
             "is not the first one in a zone with the routing Vivaldi, where hosts have no links: write <peer>");
    if (zone.routing == "None" || zone.routing == "Empty")
      refuse("host", fmt::format("is not the first one in a zone with the routing {}, which has no routes between them",
                                 zone.routing));
  }

  void check_root(std::string_view element, const XmlAttributes& attributes) {
    if (element != "platform") fail("<{}> is not the <platform> of a file of SimGrid", element);
    const auto given = attributes.find("version");
    const auto version = parsed_number<double>(given.value_or(""));
    if (given && !(version && *version >= 3 && *version <= k_newest))
      fail("version is \"{}\", must be 3, 4 or {}", *given, k_newest);
    has_version_ = given.has_value();
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
    if (is_list || zones_.empty() || zones_.back().routing == "Cluster") return;
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

  static constexpr double k_newest = 4.1;                        // version of the form of files
  static constexpr std::int64_t k_most_numbers = 2'000'000'000;  // of a radical, which SimGrid reads as an int

  std::int64_t hosts_ = 0;
  std::vector<Zone> zones_;  // that are open
  std::size_t bypass_ = 0;   // line of the last one; 0: none
  bool has_document_type_ = false, has_version_ = false;
  bool in_config_ = false;
};

}  // namespace

void scan_simgrid(std::string_view xml, std::string_view place) { SimgridScan(place).scan(xml); }

}  // namespace palio
