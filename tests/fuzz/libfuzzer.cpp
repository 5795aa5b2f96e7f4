// What libFuzzer calls with every input: the fuzzer that the environment variable PALIO_FUZZER names.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {
namespace {

const Fuzzer& chosen() {
  const char* name = std::getenv("PALIO_FUZZER");
  const auto found = std::ranges::find(fuzzers(), std::string_view(name == nullptr ? "" : name), &Fuzzer::name);
  if (found == fuzzers().end()) throw std::invalid_argument("PALIO_FUZZER names no fuzzer");
  return *found;
}

}  // namespace
}  // namespace palio::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const palio::fuzz::Fuzzer& fuzzer = palio::fuzz::chosen();
  fuzzer.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
