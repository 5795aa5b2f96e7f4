#include "analysis/statistics/intervals/draws.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/identity/parameters.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

constexpr std::array<LeavingParameter, 13> k_leaving{{
    {"", "backbone_bandwidth"},
    {"", "backbone_latency"},
    {"", "base_bandwidth"},
    {"", "base_speed"},
    {"", "data_factor"},
    {"", "load"},
    {"", "master_bandwidth"},
    {"", "max_tasks"},
    {"", "min_task_bytes"},
    {"", "min_task_flop"},
    {"", "port_model"},
    {"", "tcp_gamma"},
    {"random-ptg", "batch"},  // other families draw each batch anew
}};

// Takes "name=value" out of "family:a=1,name=value,z=2"; false if it is not there.
bool take_parameter(std::string& canonical, std::string_view name) {
  for (const char before : {':', ','}) {
    const std::size_t at = canonical.find(fmt::format("{}{}=", before, name));
    if (at == std::string::npos) continue;
    const std::size_t end = canonical.find(',', at + 1);
    canonical.erase(at + 1, end == std::string::npos ? end : end - at);
    return true;
  }
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
  std::string name(canonical);
  if (!take_parameter(name, role_name(ParameterRole::sample))) return {};
  name = canonical;
  const std::string_view family = canonical.substr(0, canonical.find(':'));
  for (const LeavingParameter& parameter : k_leaving)
    if (parameter.family.empty() || parameter.family == family) take_parameter(name, parameter.name);
  return name;
}

std::string kind_of_draw(std::string_view canonical) {
  std::string kind = drawn_name(canonical);
  take_parameter(kind, role_name(ParameterRole::sample));
  take_parameter(kind, role_name(ParameterRole::seed));
  return kind;
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

}  // namespace palio
