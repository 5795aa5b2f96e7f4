#include "analysis/statistics/intervals/draws.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/identity/canonical.h"
#include "core/identity/parameters.h"
#include "core/identity/random_stream.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

// These parameters leave the draws alone in every family that has them.
constexpr std::array<std::string_view, 56> k_leaving{"arrivals",
                                                     "data_deviation",
                                                     "deviation",
                                                     "realizations",
                                                     "speed_deviation",
                                                     "uncertainty",
                                                     "upper",
                                                     "busy_power",
                                                     "idle_power",
                                                     "backbone_bandwidth",
                                                     "backbone_latency",
                                                     "base_bandwidth",
                                                     "base_speed",
                                                     "ccr",
                                                     "cloud_bandwidth",
                                                     "cloud_speed",
                                                     "contention",
                                                     "data_factor",
                                                     "edge_bandwidth",
                                                     "edge_speed",
                                                     "fog_bandwidth",
                                                     "fog_speed",
                                                     "gap_deviation",
                                                     "latency",
                                                     "load",
                                                     "master_bandwidth",
                                                     "max_bandwidth",
                                                     "max_latency",
                                                     "max_tasks",
                                                     "mean_bandwidth",
                                                     "mean_bytes",
                                                     "mean_cpu_time",
                                                     "mean_flop",
                                                     "mean_gap",
                                                     "mean_gpu_time",
                                                     "mean_speed",
                                                     "mean_time",
                                                     "message_bytes",
                                                     "min_bandwidth",
                                                     "min_latency",
                                                     "min_task_bytes",
                                                     "min_task_flop",
                                                     "network_noise",
                                                     "node_cpus",
                                                     "node_gpus",
                                                     "noise",
                                                     "optimum",
                                                     "port_model",
                                                     "reference_bandwidth",
                                                     "reference_speed",
                                                     "release_dates",
                                                     "slowest_speed",
                                                     "speeds",
                                                     "tcp_gamma",
                                                     "unrelatedness",
                                                     "wide_area_bandwidth"};

struct LeavingParameter {
  std::string_view family, name;
};
constexpr auto k_leaving_in_a_family = std::to_array<LeavingParameter>({
    {"daggen", "law"},
    {"strassen-batch", "costs"},
    {"workflow", "alpha"},
    {"workflow", "work_factor"},
    {"random-ptg", "batch"},  // other families draw each batch anew
});

// The canonical text without the parameters for whose name `left_out` is true.
template <class LeftOut>
std::string without(std::string_view canonical, LeftOut left_out) {
  RecipeReader reader(canonical);
  std::string kept(reader.name());
  char separator = ':';
  while (const std::optional<WrittenParameter> parameter = reader.next()) {
    if (left_out(parameter->name)) continue;
    fmt::format_to(std::back_inserter(kept), "{}{}={}", separator, parameter->name, parameter->value);
    separator = ',';
  }
  return kept;
}

// Its value of a parameter; empty: it has none.
std::string value_of(std::string_view canonical, std::string_view name) {
  RecipeReader reader(canonical);
  while (const std::optional<WrittenParameter> parameter = reader.next())
    if (parameter->name == name) return parameter->unquoted();
  return {};
}
std::string value_of(std::string_view canonical, ParameterRole role) { return value_of(canonical, role_name(role)); }

// A mesh whose ranges hold one value each, or whose speeds are not drawn: all its samples are alike.
bool is_constant(std::string_view canonical) {
  const auto holds_one = [&](std::string_view least, std::string_view most) {
    return value_of(canonical, least) == value_of(canonical, most);
  };
  return recipe_name(canonical) == "mesh" &&
         (value_of(canonical, "heterogeneity") == "1" || !value_of(canonical, "speeds").empty()) &&
         holds_one("min_latency", "max_latency") && holds_one("min_bandwidth", "max_bandwidth");
}

// A study that says `sample = "files"` takes the files of a folder for random draws of one kind.
constexpr std::string_view k_files = "files";

std::string folder_of(std::string_view canonical) {
  const std::string path = value_of(canonical, ParameterRole::path);
  return fmt::format("{}:{}", recipe_name(canonical), path.substr(0, path.rfind('/') + 1));
}

// Numbers texts in the order in which they occur.
class Numbering {
public:
  int of(const std::string& text) {
    return numbers_.try_emplace(text, static_cast<int>(numbers_.size())).first->second;
  }
  std::size_t count() const { return numbers_.size(); }

private:
  std::unordered_map<std::string, int> numbers_;
};

using DrawsByName = std::map<std::string, int>;

// The draws of each kind, by name.
std::map<std::string, DrawsByName> kinds_of(std::span<const std::pair<std::int64_t, std::string>> entries,
                                            const Draws& draws) {
  std::map<std::string, DrawsByName> kinds;
  for (const auto& [id, canonical] : entries) {
    const int draw = draws.place(id).draw;
    if (draw != Draws::k_fixed) kinds[kind_of_draw(canonical)].emplace(drawn_name(canonical), draw);
  }
  return kinds;
}

}  // namespace

bool leaves_the_draws(std::string_view family, std::string_view name) {
  return std::ranges::find(k_leaving, name) != k_leaving.end() ||
         std::ranges::any_of(k_leaving_in_a_family, [&](const LeavingParameter& leaving) {
           return leaving.family == family && leaving.name == name;
         });
}

std::vector<std::string_view> leaving_parameters() {
  std::vector<std::string_view> names(k_leaving.begin(), k_leaving.end());
  for (const LeavingParameter& leaving : k_leaving_in_a_family) names.push_back(leaving.name);
  return names;
}

std::string drawn_name(std::string_view canonical) {
  const std::string sample = value_of(canonical, ParameterRole::sample);
  if (sample.empty() || is_constant(canonical)) return {};
  if (sample == k_files) return fmt::format("{},{}", folder_of(canonical), value_of(canonical, ParameterRole::digest));
  const std::string family = recipe_name(canonical);
  return without(canonical, [&](std::string_view name) { return leaves_the_draws(family, name); });
}

std::string kind_of_draw(std::string_view canonical) {
  if (value_of(canonical, ParameterRole::sample) == k_files) return folder_of(canonical);
  return without(drawn_name(canonical), [](std::string_view name) {
    return name == role_name(ParameterRole::sample) || name == role_name(ParameterRole::seed);
  });
}

std::string draws_text(const DrawsOfInterval& draws) {
  if (draws.workloads == 0) return fmt::format("{} draws of platforms", count_text(draws.platforms));
  if (draws.platforms == 0) return fmt::format("{} draws of workloads", count_text(draws.workloads));
  return fmt::format("{} draws of platforms and {} of workloads", count_text(draws.platforms),
                     count_text(draws.workloads));
}

std::string no_interval_text(const DrawsOfInterval& draws) {
  if (draws.platforms + draws.workloads == 0) return "nothing was drawn at random";
  const auto kinds = [](std::int64_t count, std::string_view side) {
    return fmt::format("{} {} of {}", count_text(count), count == 1 ? "kind" : "kinds", side);
  };
  std::string drawn_once;
  if (draws.platform_singles > 0) drawn_once = kinds(draws.platform_singles, "platforms");
  if (draws.workload_singles > 0)
    drawn_once += (drawn_once.empty() ? "" : " and ") + kinds(draws.workload_singles, "workloads");
  return fmt::format(
      "{} {} drawn once, which does not show how draws vary; samples = 2 or a larger --sample "
      "draws them again",
      drawn_once, draws.platform_singles + draws.workload_singles == 1 ? "was" : "were");
}

Draws::Draws(std::span<const std::pair<std::int64_t, std::string>> entries) {
  Numbering draws, kinds;
  for (const auto& [id, canonical] : entries) {
    const std::size_t number = ids_.add(id);
    places_.resize(ids_.size());
    const std::string draw = drawn_name(canonical);
    if (draw.empty()) continue;
    places_[number] = {draws.of(draw), kinds.of(kind_of_draw(canonical))};
    of_kind_.resize(kinds.count());
    if (draws.count() == count_) continue;  // it is one of those before
    count_ = draws.count();
    ++of_kind_[static_cast<std::size_t>(places_[number].kind)];
  }
}

std::map<int, std::set<int>> SeenDraws::draws_by_kind(const Draws& draws) const {
  std::map<int, std::set<int>> kinds;
  for (const std::int64_t id : ids_.ids())
    if (const Draws::Place place = draws.place(id); place.draw != Draws::k_fixed) kinds[place.kind].insert(place.draw);
  return kinds;
}

std::int64_t SeenDraws::count(const Draws& draws) const {
  std::int64_t count = 0;
  for (const auto& [kind, of_kind] : draws_by_kind(draws)) count += std::ssize(of_kind);
  return count;
}

std::int64_t SeenDraws::singles(const Draws& draws) const {
  const bool is_only_one = count(draws) == 1;
  return std::ranges::count_if(draws_by_kind(draws), [&](const auto& kind) {
    return kind.second.size() == 1 && (is_only_one || draws.count_of_kind(kind.first) == 1);
  });
}

Resamples::Resamples(std::span<const std::pair<std::int64_t, std::string>> entries, const Draws& draws,
                     std::string_view side)
    : of_draws_(draws.count()) {
  for (const auto& [kind, of_kind] : kinds_of(entries, draws)) {
    if (of_kind.size() < 2) continue;
    std::vector<int> numbers;
    for (const auto& [name, draw] : of_kind) numbers.push_back(draw);
    for (const int draw : numbers) of_draws_[static_cast<std::size_t>(draw)].assign(k_count, 0);
    RandomStream stream(hash64(kind, hash64(side, 0)));
    const auto last = static_cast<std::int64_t>(numbers.size()) - 1;
    for (std::size_t resample = 0; resample < k_count; ++resample)
      for (std::int64_t i = 0; i < last; ++i) {
        const int draw = numbers[static_cast<std::size_t>(stream.uniform_integer(0, last))];
        of_draws_[static_cast<std::size_t>(draw)][resample] +=
            static_cast<double>(last + 1) / static_cast<double>(last);
      }
  }
}

const Resamples::Weights& Resamples::weights(const Draws& draws, std::int64_t id) const {
  const int draw = draws.place(id).draw;
  return draw == Draws::k_fixed ? none_ : of_draws_[static_cast<std::size_t>(draw)];
}

bool Resamples::is_known(const Draws& draws, std::int64_t id) const {
  return draws.place(id).draw == Draws::k_fixed || !weights(draws, id).empty();
}

}  // namespace palio
