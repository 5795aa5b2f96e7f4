// The bytes of a request to the page of palio explore: no answer but to whole requests, and what a campaign says only
// to one with the token and from the page itself.
#include <algorithm>

#include "campaign/explore/http/http_server.h"
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {

void fuzz_http(std::string_view input) {
  static const HttpGuard guard{.token = "00112233445566778899aabbccddeeff", .port = 8123};
  const std::string_view text = input;
  bool told = false;
  const std::string answer = http_answer(text, [&](const HttpRequest& request) -> HttpAnswer {
    if (auto refused = guarded_answer(request, guard)) return *std::move(refused);
    told = true;
    require(request.method == "GET", "only GET is answered");
    return {.body = "told"};
  });
  require(answer.empty() || answer.starts_with("HTTP/1.1 "), "an answer has a status line");
  require(!told || text.find(guard.token) != std::string_view::npos, "only who has the token is told");
  require(answer.find("\nAccess-Control") == std::string::npos, "no other site is let in");
}

}  // namespace palio::fuzz
