// What a library says of itself: what is accepted has rows as Palio's table has them.
#include <memory>

#include "core/identity/canonical.h"
#include "strategies/custom/custom_code.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const std::string text(fuzz::text_of(data, size));
  const auto code =
      fuzz::accepted([&] { return std::make_unique<const CustomCode>(library_manifest("0", text), "fuzz.so"); });
  if (!code) return 0;
  fuzz::require(!(*code)->strategies().empty(), "a description has a strategy");
  for (const Strategy& row : (*code)->strategies()) {
    fuzz::require(parameter_of(row.parameters, ParameterRole::digest) != nullptr, "a row has a digest");
    fuzz::require(row.method != nullptr, "a row has a method");
    const auto recipe = fuzz::accepted([&] { return parse_recipe(row.name, row.parameters); });
    if (!recipe) continue;  // a parameter has no default
    const std::string canonical = canonical_text(*recipe);
    fuzz::require(canonical_text(parse_recipe(canonical, row.parameters)) == canonical, "a recipe reads back");
  }
  return 0;
}
