// A recipe as it is typed or stored: what is accepted has one canonical text, which reads back as the same recipe.
#include "core/identity/canonical.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "tests/fuzz/fuzzer.h"
#include "workloads/family.h"

namespace palio::fuzz {
namespace {

template <class Row>
void check(std::string_view text, const Row& (*row)(std::string_view)) {
  const auto parse = [&](std::string_view given) { return parse_recipe(given, row(recipe_name(given)).parameters); };
  const auto recipe = accepted([&] { return parse(text); });
  if (!recipe) return;
  require(parse(canonical_text(*recipe)) == *recipe, "a canonical text reads back as its recipe");
  require(parse(label(*recipe, row(recipe->name).parameters)) == *recipe, "a label reads back as its recipe");
}

}  // namespace
}  // namespace palio::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::check<PlatformFamily>(text, platform_family);
  fuzz::check<WorkloadFamily>(text, workload_family);
  fuzz::check<Strategy>(text, strategy);
  return 0;
}
