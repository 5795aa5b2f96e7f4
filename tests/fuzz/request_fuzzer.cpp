// A line from palio to a worker.
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const auto request = fuzz::accepted([&] { return decode_request(fuzz::text_of(data, size)); });
  if (!request) return 0;
  const std::string line = encode(*request);
  fuzz::require(line.find('\n') == std::string::npos, "a request is one line");
  fuzz::require(encode(decode_request(line)) == line, "an encoded request decodes to itself");
  return 0;
}
