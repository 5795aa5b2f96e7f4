#include "campaign/explore/http/http_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/explore/explore.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(HttpTarget, IsSplitAndDecoded) {
  const auto request = read_target("/api/view?a=M-HEFT%3Ax%3D1&f.tasks=10%7C20&b=a+b&empty&=x");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "/api/view");
  EXPECT_THAT(request->parameters, ElementsAre(Pair("a", "M-HEFT:x=1"), Pair("f.tasks", "10|20"), Pair("b", "a b"),
                                               Pair("empty", ""), Pair("", "x")));
  EXPECT_EQ(request->parameter("b"), "a b");
  EXPECT_EQ(request->parameter("none"), "");
}

TEST(HttpTarget, MalformedOnesAreNone) {
  for (const char* target : {"", "api", "http://evil/", "*", "/%", "/%2", "/%zz", "/?a=%f", "/?%g0=1"})
    EXPECT_FALSE(read_target(target)) << target;
}

HttpGuard guard() { return {.token = "00112233445566778899aabbccddeeff", .port = 8123}; }

HttpRequest request(const std::string& target, const HttpRequest::Fields& changed = {}) {
  HttpRequest asked = *read_target(target);
  asked.method = "GET";
  asked.headers = changed;
  for (const auto& usual : HttpRequest::Fields{{"host", "127.0.0.1:8123"},
                                               {"cookie", "other=1; palio-8123=00112233445566778899aabbccddeeff"},
                                               {"x-palio", "1"}})
    asked.headers.push_back(usual);  // header() takes the first
  return asked;
}

unsigned status(const HttpRequest& asked) {
  const auto answer = guarded_answer(asked, guard());
  return answer ? answer->status : 200;
}

TEST(HttpGuard, LetsThePageAsk) {
  EXPECT_EQ(status(request("/")), 200);
  EXPECT_EQ(status(request("/api/view?a=x")), 200);
  for (const char* host : {"localhost:8123", "[::1]:8123"})
    EXPECT_EQ(status(request("/api/view", {{"host", host}, {"origin", std::string("http://") + host}})), 200) << host;
  EXPECT_EQ(status(request("/", {{"sec-fetch-site", "none"}})), 200);
  EXPECT_EQ(status(request("/api/view", {{"sec-fetch-site", "same-origin"}})), 200);
}

TEST(HttpGuard, TheFirstAddressGetsACookieAndLosesItsToken) {
  const auto answer = guarded_answer(request("/?token=00112233445566778899aabbccddeeff", {{"cookie", ""}}), guard());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 303);
  EXPECT_THAT(answer->headers,
              ElementsAre(Pair("Location", "/"),
                          Pair("Set-Cookie",
                               "palio-8123=00112233445566778899aabbccddeeff; HttpOnly; SameSite=Strict; Path=/")));
}

// A page whose name was made to point to this machine, another site's script, another program of this machine.
TEST(HttpGuard, RefusesWhatNoPageOfItsOwnAsks) {
  for (const char* host : {"", "evil.example:8123", "127.0.0.1", "127.0.0.1:81", "127.0.0.1:8123.evil",
                           "localhost:", "localhost.evil:8123", "[::1]", "127.0.0.1:8123@evil"})
    EXPECT_EQ(status(request("/", {{"host", host}})), 403) << host;
  for (const char* origin : {"null", "http://evil.example", "https://127.0.0.1:8123", "http://127.0.0.1:81"})
    EXPECT_EQ(status(request("/api/view", {{"origin", origin}})), 403) << origin;
  for (const char* site : {"cross-site", "same-site"})
    EXPECT_EQ(status(request("/", {{"sec-fetch-site", site}})), 403) << site;
  EXPECT_EQ(status(request("/api/view", {{"x-palio", ""}})), 403);
}

TEST(HttpGuard, RefusesWithoutTheToken) {
  for (const char* cookie :
       {"", "palio-8123=", "palio-8123=00112233445566778899aabbccddeefe",
        "palio-8123=00112233445566778899aabbccddeeff0", "palio-81=00112233445566778899aabbccddeeff",
        "xpalio-8123=00112233445566778899aabbccddeeff"})
    EXPECT_EQ(status(request("/", {{"cookie", cookie}})), 403) << cookie;
  EXPECT_EQ(status(request("/?token=00112233445566778899aabbccddeefe")), 403);
  EXPECT_EQ(status(request("/page.js?token=00112233445566778899aabbccddeeff", {{"cookie", ""}})), 403);
}

TEST(HttpGuard, OnlyShows) {
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "CONNECT", "get", ""}) {
    HttpRequest asked = request("/");
    asked.method = method;
    EXPECT_EQ(status(asked), 405) << method;
  }
}

// The port that a browser sees is that of a tunnel.
TEST(HttpGuard, OfASocketTakesAnyPortOfThisMachine) {
  const HttpGuard socket{.token = guard().token, .port = 0};
  HttpRequest asked = request("/", {{"host", "localhost:9000"}, {"cookie", "palio-0=" + socket.token}});
  EXPECT_FALSE(guarded_answer(asked, socket));
  for (const char* host : {"evil:9000", "localhost:evil", "localhost:9000x"}) {
    asked = request("/", {{"host", host}, {"cookie", "palio-0=" + socket.token}});
    EXPECT_TRUE(guarded_answer(asked, socket)) << host;
  }
}

TEST(Token, HasAHundredAndTwentyEightBits) {
  const std::string token = new_token();
  EXPECT_EQ(token.size(), 32U);
  EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(token, new_token());
}

}  // namespace
}  // namespace palio
