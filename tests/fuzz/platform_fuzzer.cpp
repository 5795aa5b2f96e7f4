// A platform file: what is accepted is a valid platform or a valid star.
#include "platforms/explicit/platform_json.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const auto any = fuzz::accepted([&] { return any_platform_from_json(fuzz::text_of(data, size), "fuzz.json"); });
  if (!any) return 0;
  const auto* platform = as_if<Platform>(*any);
  if (platform == nullptr) {
    check(as<Star>(*any));
    return 0;
  }
  check(*platform);
  const int clusters = static_cast<int>(platform->clusters.size());
  fuzz::require(first_processor(*platform, clusters - 1) < processor_count(*platform), "the last cluster is not empty");
  fuzz::require(route_bandwidth(*platform, 0, clusters - 1) > 0, "every route has a bandwidth");
  return 0;
}
