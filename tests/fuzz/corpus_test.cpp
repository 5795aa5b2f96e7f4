// The seeds of every fuzzer, also cut short and with a byte changed, through the ordinary build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {
namespace {

const std::filesystem::path k_corpus = PALIO_CORPUS;
constexpr std::size_t k_places = 50;  // of an input that are cut or changed

std::vector<std::string> seeds_of(const Fuzzer& fuzzer) {
  std::vector<std::string> seeds;
  for (const auto& file : std::filesystem::directory_iterator(k_corpus / fuzzer.name)) {
    std::ifstream stream(file.path(), std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return seeds;
}

class Corpus : public testing::TestWithParam<Fuzzer> {};

TEST_P(Corpus, HoldsWhole) {
  const std::vector<std::string> seeds = seeds_of(GetParam());
  EXPECT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) GetParam().run(seed);
}

TEST_P(Corpus, HoldsCutShortAndChanged) {
  for (const std::string& seed : seeds_of(GetParam())) {
    const std::size_t step = seed.size() / k_places + 1;
    for (std::size_t at = 0; at < seed.size(); at += step) {
      GetParam().run(std::string_view(seed).substr(0, at));
      std::string changed = seed;
      changed[at] = static_cast<char>(changed[at] ^ (1 + static_cast<int>(at % 255)));
      GetParam().run(changed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzzers, Corpus, testing::ValuesIn(fuzzers()),
                         [](const testing::TestParamInfo<Fuzzer>& each) { return each.param.name; });

TEST(CorpusFolders, HaveAFuzzerEach) {
  std::vector<std::string> folders, names;
  for (const auto& folder : std::filesystem::directory_iterator(k_corpus)) folders.push_back(folder.path().filename());
  for (const Fuzzer& fuzzer : fuzzers()) names.push_back(fuzzer.name);
  EXPECT_THAT(folders, testing::UnorderedElementsAreArray(names));
}

}  // namespace
}  // namespace palio::fuzz
