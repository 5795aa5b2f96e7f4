// A platform file: what is accepted is a valid platform or a valid star.
#include "platforms/explicit/platform_json.h"
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {

void fuzz_platform(std::string_view input) {
  const auto any = accepted([&] { return any_platform_from_json(input, "fuzz.json"); });
  if (!any) return;
  const auto* platform = as_if<Platform>(*any);
  if (platform == nullptr) {
    check(as<Star>(*any));
    return;
  }
  check(*platform);
  const int clusters = static_cast<int>(platform->clusters.size());
  require(first_processor(*platform, clusters - 1) < processor_count(*platform), "the last cluster is not empty");
  require(route_bandwidth(*platform, 0, clusters - 1) > 0, "every route has a bandwidth");
}

}  // namespace palio::fuzz
