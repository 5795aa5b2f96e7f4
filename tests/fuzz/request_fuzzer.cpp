// A line from palio to a worker.
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  const auto encoded = [](const Request& request) {
    return std::visit([](const auto& each) { return encode(each); }, request);
  };
  const auto request = fuzz::accepted([&] { return decode_any_request(fuzz::text_of(data, size)); });
  if (!request) return 0;
  const std::string line = encoded(*request);
  fuzz::require(line.find('\n') == std::string::npos, "a request is one line");
  fuzz::require(encoded(decode_any_request(line)) == line, "an encoded request decodes to itself");
  return 0;
}
