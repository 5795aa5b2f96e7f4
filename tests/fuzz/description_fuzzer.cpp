// What a library says of itself: what is accepted has rows as Palio's table has them.
#include <memory>

#include "core/identity/canonical.h"
#include "strategies/custom/custom_code.h"
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {

void fuzz_description(std::string_view input) {
  const std::string text(input);
  const auto code =
      accepted([&] { return std::make_unique<const CustomCode>(library_manifest("0", text), "fuzz.so"); });
  if (!code) return;
  require(!(*code)->strategies().empty(), "a description has a strategy");
  for (const Strategy& row : (*code)->strategies()) {
    require(parameter_of(row.parameters, ParameterRole::digest) != nullptr, "a row has a digest");
    require(row.method != nullptr, "a row has a method");
    const auto recipe = accepted([&] { return parse_recipe(row.name, row.parameters); });
    if (!recipe) continue;  // a parameter has no default
    const std::string canonical = canonical_text(*recipe);
    require(canonical_text(parse_recipe(canonical, row.parameters)) == canonical, "a recipe reads back");
  }
}

}  // namespace palio::fuzz
