#include "analysis/statistics/draws.h"

#include <fmt/format.h>

#include <unordered_map>

namespace palio {
namespace {

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

}  // namespace

std::string kind_of_draw(std::string_view canonical) {
  std::string kind(canonical);
  if (!take_parameter(kind, "sample")) return {};
  take_parameter(kind, "seed");
  return kind;
}

Draws::Draws(std::span<const std::pair<std::int64_t, std::string>> entries) {
  std::unordered_map<std::string, int> numbers;
  for (const auto& [id, canonical] : entries) {
    const auto index = static_cast<std::size_t>(id);
    if (kinds_.size() <= index) kinds_.resize(index + 1, k_fixed);
    const std::string kind = kind_of_draw(canonical);
    if (!kind.empty()) kinds_[index] = numbers.try_emplace(kind, static_cast<int>(numbers.size())).first->second;
  }
}

}  // namespace palio
