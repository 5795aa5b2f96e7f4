#include "platforms/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/error.h"
#include "core/instance.h"
#include "core/nearest.h"
#include "platforms/file_platform.h"
#include "platforms/one_cluster.h"
#include "platforms/random_multi_cluster.h"

namespace palio {

std::span<const PlatformFamily> platform_families() {
  static const std::array<PlatformFamily, 3> families{{
      {"random-multi-cluster", "random heterogeneous clusters behind a backbone",
       "N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1", random_multi_cluster_parameters(),
       build_random_multi_cluster},
      {"one-cluster", "one homogeneous cluster", "the smallest platform for parallel tasks", one_cluster_parameters(),
       build_one_cluster},
      {k_file_family, "clusters from a JSON file", "docs/file-formats.md, palio-platform", file_platform_parameters(),
       build_file_platform},
  }};
  return families;
}

const PlatformFamily& platform_family(std::string_view name) {
  const auto families = platform_families();
  const auto found = std::ranges::find(families, name, &PlatformFamily::name);
  if (found != families.end()) return *found;
  std::vector<std::string_view> names;
  for (const PlatformFamily& family : families) names.push_back(family.name);
  throw UserError(fmt::format("there is no platform family \"{}\"{}", name, suggestion(name, names)));
}

}  // namespace palio
