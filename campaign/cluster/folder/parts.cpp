#include "campaign/cluster/folder/parts.h"

#include <fmt/format.h>

#include "core/error.h"
#include "storage/check/check.h"

namespace palio {

std::optional<std::string> damage_of(const std::filesystem::path& part) try {
  std::optional<std::string> damage;
  check_campaign(part, [&](const Finding& finding) {
    if (!finding.sound() && !damage) damage = problems_text(finding);
  });
  return damage;
} catch (const UserError& error) {
  return error.what();
}

std::string set_aside(const std::filesystem::path& part, const std::string& damage) {
  std::filesystem::path aside = part.string() + ".damaged";
  for (int number = 2; std::filesystem::exists(aside); ++number)
    aside = fmt::format("{}.damaged-{}", part.string(), number);
  std::filesystem::rename(part, aside);
  return fmt::format("{} is damaged ({}); it is now {}, and its shard begins anew", part.string(), damage,
                     aside.filename().string());
}

}  // namespace palio
