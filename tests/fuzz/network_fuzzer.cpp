// The network of an instance of SAGA: what is accepted is a mesh, whose JSON reads back as the same.
#include "platforms/explicit/platform_json.h"
#include "platforms/formats/saga_network.h"
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {

void fuzz_network(std::string_view input) {
  const auto mesh = accepted([&] { return read_saga_network(input, "fuzz.json"); });
  if (!mesh) return;
  const std::string json = to_json(*mesh);
  require(to_json(as<Platform>(any_platform_from_json(json, "written"))) == json,
          "Palio's JSON reads back as the same");
}

}  // namespace palio::fuzz
