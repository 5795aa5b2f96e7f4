// The bytes of a request to the page of palio explore: no answer but to whole requests, and what a campaign says only
// to one with the token and from the page itself.
#include <algorithm>

#include "campaign/explore/http/http_server.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  static const HttpGuard guard{.token = "00112233445566778899aabbccddeeff", .port = 8123};
  const std::string_view text = fuzz::text_of(data, size);
  bool told = false;
  const std::string answer = http_answer(text, [&](const HttpRequest& request) -> HttpAnswer {
    if (auto refused = guarded_answer(request, guard)) return *std::move(refused);
    told = true;
    fuzz::require(request.method == "GET", "only GET is answered");
    return {.body = "told"};
  });
  fuzz::require(answer.empty() || answer.starts_with("HTTP/1.1 "), "an answer has a status line");
  fuzz::require(!told || text.find(guard.token) != std::string_view::npos, "only who has the token is told");
  fuzz::require(answer.find("\nAccess-Control") == std::string::npos, "no other site is let in");
  return 0;
}
