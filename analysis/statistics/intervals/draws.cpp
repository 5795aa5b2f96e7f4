#include "analysis/statistics/intervals/draws.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "core/identity/canonical.h"
#include "core/identity/parameters.h"
#include "core/identity/recipe_reader.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

constexpr auto k_leaving = std::to_array<LeavingParameter>({
    {"", "arrivals"},
    {"", "backbone_bandwidth"},
    {"", "backbone_latency"},
    {"", "base_bandwidth"},
    {"", "base_speed"},
    {"", "ccr"},
    {"", "cloud_bandwidth"},
    {"", "cloud_speed"},
    {"", "contention"},
    {"", "data_factor"},
    {"", "edge_bandwidth"},
    {"", "edge_speed"},
    {"", "fog_bandwidth"},
    {"", "fog_speed"},
    {"", "gap_deviation"},
    {"", "latency"},
    {"", "load"},
    {"", "master_bandwidth"},
    {"", "max_bandwidth"},
    {"", "max_latency"},
    {"", "max_tasks"},
    {"", "mean_bandwidth"},
    {"", "mean_bytes"},
    {"", "mean_flop"},
    {"", "mean_gap"},
    {"", "mean_speed"},
    {"", "mean_time"},
    {"", "message_bytes"},
    {"", "min_bandwidth"},
    {"", "min_latency"},
    {"", "min_task_bytes"},
    {"", "min_task_flop"},
    {"", "network_noise"},
    {"", "noise"},
    {"", "port_model"},
    {"", "reference_bandwidth"},
    {"", "reference_speed"},
    {"", "release_dates"},
    {"", "tcp_gamma"},
    {"", "unrelatedness"},
    {"", "wide_area_bandwidth"},
    {"strassen-batch", "costs"},
    {"random-ptg", "batch"},  // other families draw each batch anew
});

bool leaves_the_draws(std::string_view family, std::string_view name) {
  return std::ranges::any_of(k_leaving, [&](const LeavingParameter& leaving) {
    return leaving.name == name && (leaving.family.empty() || leaving.family == family);
  });
}

// The canonical text without some parameters: `left_out` is asked for the name of each.
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

bool has_sample(std::string_view canonical) {
  RecipeReader reader(canonical);
  while (const std::optional<WrittenParameter> parameter = reader.next())
    if (parameter->name == role_name(ParameterRole::sample)) return true;
  return false;
}

// Numbers for texts, in the order in which they come up.
class Numbering {
public:
  int of(const std::string& text) {
    return numbers_.try_emplace(text, static_cast<int>(numbers_.size())).first->second;
  }
  std::size_t count() const { return numbers_.size(); }

private:
  std::unordered_map<std::string, int> numbers_;
};

}  // namespace

std::span<const LeavingParameter> leaving_parameters() { return k_leaving; }

std::string drawn_name(std::string_view canonical) {
  if (!has_sample(canonical)) return {};
  const std::string family = recipe_name(canonical);
  return without(canonical, [&](std::string_view name) { return leaves_the_draws(family, name); });
}

std::string kind_of_draw(std::string_view canonical) {
  return without(drawn_name(canonical), [](std::string_view name) {
    return name == role_name(ParameterRole::sample) || name == role_name(ParameterRole::seed);
  });
}

std::string draws_text(std::int64_t platforms, std::int64_t workloads) {
  if (std::max(platforms, workloads) < 2) return {};
  if (workloads == 0) return fmt::format("{} draws of platforms", count_text(platforms));
  if (platforms == 0) return fmt::format("{} draws of workloads", count_text(workloads));
  return fmt::format("{} draws of platforms and {} of workloads", count_text(platforms), count_text(workloads));
}

Draws::Draws(std::span<const std::pair<std::int64_t, std::string>> entries) {
  Numbering draws, kinds;
  for (const auto& [id, canonical] : entries) {
    const auto index = static_cast<std::size_t>(id);
    if (places_.size() <= index) places_.resize(index + 1);
    const std::string draw = drawn_name(canonical);
    if (!draw.empty()) places_[index] = {draws.of(draw), kinds.of(kind_of_draw(canonical))};
  }
  count_ = draws.count();
}

std::int64_t SeenDraws::count(const Draws& draws) const {
  std::vector<bool> drawn(draws.count());
  for (std::size_t id = 0; id < ids_.size(); ++id)
    if (ids_[id] && draws.place(id).draw != Draws::k_fixed)
      drawn[static_cast<std::size_t>(draws.place(id).draw)] = true;
  return std::ranges::count(drawn, true);
}

}  // namespace palio
