// A line from palio to a worker.
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {

void fuzz_request(std::string_view input) {
  const auto encoded = [](const Request& request) {
    return std::visit([](const auto& each) { return encode(each); }, request);
  };
  const auto request = accepted([&] { return decode_any_request(input); });
  if (!request) return;
  const std::string line = encoded(*request);
  require(line.find('\n') == std::string::npos, "a request is one line");
  require(encoded(decode_any_request(line)) == line, "an encoded request decodes to itself");
}

}  // namespace palio::fuzz
