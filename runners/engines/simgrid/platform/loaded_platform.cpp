#include "runners/engines/simgrid/platform/engine_platform.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <string_view>
#include <typeinfo>
#include <unordered_map>
#include <utility>

#include "core/error.h"
#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "runners/wire/lines.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/redistribution.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

// A file in memory with this text: SimGrid reads platforms only by file name. It lives as long as the process.
std::string file_of(const std::string& text) {
  const int file = memfd_create("platform", MFD_CLOEXEC);
  if (file < 0) throw_errno("cannot create a file in memory");
  if (!write_text(file, text)) throw_errno("cannot write a file in memory");
  return fmt::format("/proc/self/fd/{}", file);
}

// SimGrid's message with the file name that users know and the line in front, and what it leaves unsaid.
std::string located(std::string message, const std::string& file, const std::string& place) {
  using Pair = std::pair<std::string_view, std::string_view>;
  for (const auto& [mark, end] : {Pair{"Parse error at ", ": "}, Pair{"Invalid XML (", "): "}})
    if (const std::size_t at = message.find(mark); at != std::string::npos)
      message.erase(0, message.find(end, at) + end.size());
  for (const auto& [theirs, ours] : {Pair{file, place}, Pair{"does name a node", "does not name a node"}})
    for (std::size_t at = 0; (at = message.find(theirs, at)) != std::string::npos; at += ours.size())
      message.replace(at, theirs.size(), ours);
  if (message.starts_with("unknown unit: "))
    message += "; speeds have the unit f, bandwidths Bps or bps, times s, with a prefix such as k, M, G, Ki, m or u";
  if (message.ends_with("stoi") || message.ends_with("stod"))
    message = "a value is not the number that SimGrid needs there";
  return fmt::format("{}:{}: {}", place, simgrid_api::parsed_line(), message);
}

// The root, or a zone of their own where the root has full routing, which takes memory for each pair of its hosts.
sg4::NetZone* zone_of_processors() {
  sg4::NetZone* root = sg4::Engine::get_instance()->get_netzone_root();
  const auto& impl = *root->get_impl();
  const bool is_full = std::string_view(typeid(impl).name()).find("FullZone") != std::string_view::npos;
  if (!is_full) return root;
  std::string name = "palio-processors";
  while (sg4::Engine::get_instance()->netzone_by_name_or_null(name) != nullptr) name += '-';
  return simgrid_api::add_star_zone(name);
}

// A platform that SimGrid reads from its own XML: messages take its routes.
//
// Each processor is a separate host outside the network, as fast as a core of the host that it belongs to: a core never
// has two tasks at a time. Data that stay on a host move at once.
class LoadedPlatform final : public EnginePlatform {
public:
  LoadedPlatform(const Platform& platform, int timers) {
    load_platform(platform.loaded->xml, "the platform");
    zone_ = zone_of_processors();
    auto name = platform.loaded->hosts.begin();
    for (const Cluster& cluster : platform.clusters)
      for (int i = 0; i < cluster.processors; ++i) {
        const bool is_next_host = i % cluster.cores == 0;
        homes_.push_back(is_next_host ? sg4::Engine::get_instance()->host_by_name(*name++) : homes_.back());
        speeds_.push_back(cluster.speed);
        processors_.push_back(add_host(fmt::format("palio-processor-{}", processors_.size()), cluster.speed));
      }
    for (int i = 0; i < timers; ++i) timers_.push_back(add_host(fmt::format("palio-timer-{}", i), 1.0));
    sg4::Engine::get_instance()->seal_platform();  // once for all scenarios: finding routes may take long
  }

  std::span<const double> speeds() const override { return speeds_; }
  sg4::Host* processor(int number) const override { return processors_[number]; }

  sg4::Host* add_timer() override {
    if (timers_.empty()) throw InternalError("a schedule has more dates to wait for than was said");
    sg4::Host* timer = timers_.back();
    timers_.pop_back();
    return timer;
  }

  // Sends what moves between hosts.
  HostTransfer redistribution(const ActivityGraph::Redistribution& moved) override {
    const std::vector<int>& source = moved.source->processors;
    const std::vector<int>& target = moved.target->processors;
    std::vector<int> both;
    std::ranges::set_union(source, target, std::back_inserter(both));
    std::vector<sg4::Host*> hosts;
    std::unordered_map<const sg4::Host*, std::size_t> places;  // looked up, never walked in order
    for (const int number : both)
      if (sg4::Host* const home = home_of(number); places.try_emplace(home, hosts.size()).second) hosts.push_back(home);
    std::vector<double> matrix(hosts.size() * hosts.size(), 0.0);
    bool moves = false;
    visit_blocks(moved.edge->bytes, static_cast<int>(source.size()), static_cast<int>(target.size()),
                 [&](const BlockTransfer& block) {
                   const sg4::Host* from = home_of(source[block.sender]);
                   const sg4::Host* to = home_of(target[block.receiver]);
                   if (from == to) return;
                   matrix[places.at(from) * hosts.size() + places.at(to)] += block.bytes;
                   moves = true;
                 });
    if (!moves) return {{processor(source.front())}, {}};
    return {std::move(hosts), std::move(matrix)};
  }

private:
  sg4::Host* add_host(const std::string& name, double speed) const {
    return simgrid_api::add_host(zone_, name, speed)->seal();
  }

  sg4::Host* home_of(int processor) const { return homes_[processor]; }

  sg4::NetZone* zone_ = nullptr;  // of processors and timers
  std::vector<double> speeds_;    // flop/s, by processor
  std::vector<sg4::Host*> processors_;
  std::vector<sg4::Host*> timers_;  // not used yet
  std::vector<sg4::Host*> homes_;   // by processor: its host in the network
};

}  // namespace

std::vector<sg4::Host*> load_platform(const std::string& xml, const std::string& place) {
  const std::string file = file_of(xml);
  // SimGrid lists hosts by name; and the callback stays.
  const auto loading = std::make_shared<std::optional<std::vector<sg4::Host*>>>(std::in_place);
  sg4::Host::on_creation_cb([loading](sg4::Host& host) {
    if (*loading) (*loading)->push_back(&host);
  });
  try {
    sg4::Engine::get_instance()->load_platform(file);
  } catch (const std::exception& error) {
    throw UserError(located(error.what(), file, place));
  }
  return *std::exchange(*loading, std::nullopt);
}

std::unique_ptr<EnginePlatform> loaded_platform(const Platform& platform, int timers) {
  return std::make_unique<LoadedPlatform>(platform, timers);
}

}  // namespace palio
