// The network of an instance of SAGA: what is accepted is a mesh, whose JSON reads back as the same.
#include "platforms/explicit/platform_json.h"
#include "platforms/formats/saga_network.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const auto mesh = fuzz::accepted([&] { return read_saga_network(fuzz::text_of(data, size), "fuzz.json"); });
  if (!mesh) return 0;
  const std::string json = to_json(*mesh);
  fuzz::require(to_json(as<Platform>(any_platform_from_json(json, "written"))) == json,
                "Palio's JSON reads back as the same");
  return 0;
}
