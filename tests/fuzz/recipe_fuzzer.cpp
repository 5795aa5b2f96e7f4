// A recipe as it is typed or stored: what is accepted has one canonical text, which reads back as the same recipe.
#include "core/identity/canonical.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "tests/fuzz/fuzzer.h"
#include "workloads/family.h"

namespace palio::fuzz {
namespace {

template <class Row>
void check_recipe(std::string_view text, const Row& (*row)(std::string_view)) {
  const auto parse = [&](std::string_view given) { return parse_recipe(given, row(recipe_name(given)).parameters); };
  const auto recipe = accepted([&] { return parse(text); });
  if (!recipe) return;
  require(parse(canonical_text(*recipe)) == *recipe, "a canonical text reads back as its recipe");
  require(parse(label(*recipe, row(recipe->name).parameters)) == *recipe, "a label reads back as its recipe");
}

}  // namespace

void fuzz_recipe(std::string_view input) {
  check_recipe<PlatformFamily>(input, platform_family);
  check_recipe<WorkloadFamily>(input, workload_family);
  check_recipe<Strategy>(input, strategy);
}

}  // namespace palio::fuzz
