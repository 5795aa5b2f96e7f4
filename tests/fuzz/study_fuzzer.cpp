// A study file whose input files all hold the same platform.
#include <set>

#include "campaign/study/study.h"
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {
namespace {

constexpr std::string_view k_file = R"({"format":"palio-platform","version":1,"clusters":[
  {"name":"c0","processors":4,"speed":1e9,"processor_link":{"bandwidth":1.25e8,"latency":1e-4}}]})";

template <class Element, class Text>
bool distinct(const std::vector<Element>& elements, Text text) {
  std::set<std::string> texts;
  for (const Element& element : elements) texts.insert(text(element));
  return texts.size() == elements.size();
}

}  // namespace

void fuzz_study(std::string_view input) {
  const auto parse = [](std::string_view text) {
    return parse_study(text, "fuzz.toml", [](const std::string&) { return std::string(k_file); });
  };
  const auto study = accepted([&] { return parse(input); });
  if (!study) return;
  require(study->scenario_count() > 0, "a study has scenarios");
  std::uint64_t scenarios = 0;
  for (std::size_t w = 0; w < study->workloads.size(); ++w) {
    require(!study->strategies_of(w).empty(), "an instance has a scenario");
    scenarios += study->strategies_of(w).size() * study->platforms.size();
  }
  require(scenarios == study->scenario_count(), "scenarios are counted");
  const auto recipe_text = [](const Recipe& recipe) { return canonical_text(recipe); };
  const auto spec_text = [](const Spec& spec) { return canonical_text(spec.recipe); };
  require(distinct(study->platforms, spec_text) && distinct(study->workloads, spec_text) &&
              distinct(study->strategies, recipe_text),
          "no scenario is there twice");
  require(parse(study->text).scenario_count() == study->scenario_count(), "a stored text is the study");
}

}  // namespace palio::fuzz
