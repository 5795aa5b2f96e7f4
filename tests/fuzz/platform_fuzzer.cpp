// A platform file: what is accepted is a valid platform.
#include "platforms/platform_json.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const auto platform = fuzz::accepted([&] { return platform_from_json(fuzz::text_of(data, size), "fuzz.json"); });
  if (!platform) return 0;
  check(*platform);
  const int clusters = static_cast<int>(platform->clusters.size());
  fuzz::require(cluster_of(*platform, processor_count(*platform) - 1) == clusters - 1,
                "the last processor is of the last cluster");
  fuzz::require(route_bandwidth(*platform, 0, clusters - 1) > 0, "every route has a bandwidth");
  return 0;
}
