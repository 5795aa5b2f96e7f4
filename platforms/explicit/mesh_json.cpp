#include "platforms/explicit/platform_json.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/identity/nearest.h"

namespace palio {
namespace {

class MeshReader {
public:
  explicit MeshReader(JsonReader mesh) : mesh_(std::move(mesh)) {
    mesh_.expect_keys({"hosts", "links", "other_links", "contention"});
    platform_.interconnect = Interconnect::mesh;
  }

  Platform read() {
    read_hosts();
    platform_.pair_links.resize(hosts() * hosts());
    given_.resize(hosts() * hosts());
    if (const auto links = mesh_.optional_member("links"))
      for (const JsonReader& link : links->elements()) read_pair(link);
    add_other_links();
    if (wants_contention()) add_contention(platform_);
    return std::move(platform_);
  }

private:
  std::size_t hosts() const { return platform_.clusters.size(); }

  void read_hosts() {
    const JsonReader list = mesh_.member("hosts");
    const std::vector<JsonReader> hosts = list.elements();
    if (hosts.empty()) list.fail("is empty, a mesh needs at least one host");
    if (hosts.size() > k_most_hosts) list.fail("has {} hosts, a mesh has at most {}", hosts.size(), k_most_hosts);
    for (const JsonReader& host : hosts) {
      host.expect_keys({"name", "speed"});
      const std::string name = host.member("name").text();
      if (!numbers_.try_emplace(name, numbers_.size()).second)
        host.member("name").fail("is \"{}\", the name of another host too", name);
      platform_.clusters.push_back({name, 1, host.member("speed").number(JsonRange::positive), {}, {}, {}});
    }
  }

  bool wants_contention() const {
    const auto given = mesh_.optional_member("contention");
    if (!given) return false;
    const std::string word = given->text();
    if (word != "on" && word != "off") given->fail("is \"{}\", must be \"on\" or \"off\"", word);
    return word == "on";
  }

  // {"between": [a, b], ...} for both directions, {"from": a, "to": b, ...} for one.
  void read_pair(const JsonReader& json) {
    json.expect_keys({"between", "from", "to", "bandwidth", "latency"});
    const Link link = read_characteristics(json);
    const auto between = json.optional_member("between");
    if (!between) return set(json, host(json.member("from")), host(json.member("to")), link);
    for (const char* key : {"from", "to"})
      if (const auto end = json.optional_member(key)) end->fail("makes no sense with \"between\"");
    const std::vector<JsonReader> ends = between->elements();
    if (ends.size() != 2) between->fail("has {} hosts, must have 2", ends.size());
    const std::size_t a = host(ends[0]), b = host(ends[1]);
    set(json, a, b, link);
    set(json, b, a, link);
  }

  std::size_t host(const JsonReader& json) const {
    const std::string name = json.text();
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    json.fail("is not a host, \"{}\"{}", name,
              suggestion(name, numbers_, &std::pair<const std::string, std::size_t>::first));
  }

  void set(const JsonReader& json, std::size_t from, std::size_t to, const Link& link) {
    if (from == to) json.fail("joins a host with itself, where data need no link");
    const std::size_t place = from * hosts() + to;
    if (given_[place]) json.fail("is the second link {}", pair_title(from, to));
    given_[place] = true;
    platform_.pair_links[place] = link;
  }

  void add_other_links() {
    const auto given = mesh_.optional_member("other_links");
    const std::optional<Link> other = given ? std::optional(read_link(*given)) : std::nullopt;
    for (std::size_t from = 0; from < hosts(); ++from)
      for (std::size_t to = 0; to < hosts(); ++to) {
        const std::size_t place = from * hosts() + to;
        if (from == to || given_[place]) continue;
        if (!other)
          mesh_.fail("has no link {}: give it, or \"other_links\" for all pairs without one", pair_title(from, to));
        platform_.pair_links[place] = *other;
      }
  }

  std::string pair_title(std::size_t from, std::size_t to) const {
    return fmt::format("from \"{}\" to \"{}\"", platform_.clusters[from].name, platform_.clusters[to].name);
  }

  JsonReader mesh_;
  Platform platform_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  // of hosts
  std::vector<bool> given_;                                  // as platform_.pair_links
};

}  // namespace

Platform mesh_from_json(const JsonReader& root) {
  root.expect_keys({"format", "version", "mesh"});
  return MeshReader(root.member("mesh")).read();
}

}  // namespace palio
