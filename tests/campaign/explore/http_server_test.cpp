#include "campaign/explore/http/http_server.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>

#include "core/error.h"
#include "tests/support/http_client.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class HttpServerTest : public testing::Test {
protected:
  void start(const HttpLimits& limits = {}, const HttpPlace& place = {}) {
    server_.emplace(place, limits);
    running_ = std::async(std::launch::async, [this] {
      server_->run([](const HttpRequest& request) -> HttpAnswer {
        if (request.path == "/fail") throw std::runtime_error("it broke");
        if (request.path == "/owner") return {.body = "owner\n", .to_owner = true};
        return {.body = request.method + " " + request.path + " " + std::string(request.header("x-test")) + "\n"};
      });
    });
  }
  void TearDown() override {
    if (server_) server_->stop();
    if (running_.valid()) running_.get();
  }

  std::string asked(const std::string& request) const {
    const test::HttpClient client(server_->port());
    client.send_text(request);
    return client.read_all();
  }

  std::optional<HttpServer> server_;
  std::future<void> running_;
  test::TemporaryFolder folder_;
};

TEST_F(HttpServerTest, AnswersWithAllHeadersThatProtectThePage) {
  start();
  const std::string answer = asked("GET /a%20b?x=1 HTTP/1.1\r\nHost: x\r\nX-Test: yes\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\nGET /a b yes\n"));
  for (const char* header :
       {"Content-Security-Policy: default-src 'none'", "frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
        "Cache-Control: no-store", "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin"})
    EXPECT_THAT(answer, HasSubstr(header));
  EXPECT_THAT(answer, testing::Not(HasSubstr("Access-Control")));
}

TEST_F(HttpServerTest, OneConnectionMayAskAgain) {
  start();
  const test::HttpClient client(server_->port());
  for (int i = 0; i < 3; ++i) {
    client.send_text("GET /again HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(client.read_all("GET /again \n"), HasSubstr("200 OK"));
  }
}

TEST_F(HttpServerTest, AnExceptionIsAnAnswer) {
  start();
  EXPECT_THAT(asked("GET /fail HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
              testing::AllOf(StartsWith("HTTP/1.1 500"), HasSubstr("it broke")));
}

TEST_F(HttpServerTest, WhatIsTooLongOrMalformedIsRefused) {
  start();
  EXPECT_THAT(asked("GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n"), StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(asked("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nabc"), StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(asked("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_EQ(asked("this is no request\r\n\r\n"), "");
  EXPECT_THAT(asked("GET /still HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), HasSubstr("GET /still"));
}

// Of connections that say nothing, or half of something, the oldest gives way.
TEST_F(HttpServerTest, SilentConnectionsAreClosedAndGiveWay) {
  start({.connections = 5, .header_seconds = 1});
  std::vector<std::unique_ptr<test::HttpClient>> silent;
  for (int i = 0; i < 5; ++i) {
    silent.push_back(std::make_unique<test::HttpClient>(server_->port()));
    silent.back()->send_text("GET / HT");
  }
  EXPECT_THAT(asked("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), HasSubstr("200 OK"));
  for (const auto& client : silent) EXPECT_EQ(client->read_all(), "");  // ends when the server closes it
  EXPECT_THAT(asked("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), HasSubstr("200 OK"));
}

// Whoever has shown the token stays; where all have, there is no room.
TEST_F(HttpServerTest, TheOwnerGetsInAndStaysWhateverOthersDo) {
  start({.connections = 3, .header_seconds = 60});
  const std::string ask = "GET /owner HTTP/1.1\r\nHost: x\r\n\r\n";
  std::vector<std::unique_ptr<test::HttpClient>> silent;
  const auto add_strangers = [&] {
    for (int i = 0; i < 10; ++i) silent.push_back(std::make_unique<test::HttpClient>(server_->port()));
  };
  add_strangers();
  std::vector<std::unique_ptr<test::HttpClient>> owners;
  for (int i = 0; i < 3; ++i) {
    owners.push_back(std::make_unique<test::HttpClient>(server_->port()));
    owners.back()->send_text(ask);
    EXPECT_THAT(owners.back()->read_all("owner\n"), HasSubstr("200 OK")) << i;
    add_strangers();
  }
  for (const auto& owner : owners) {
    owner->send_text(ask);
    EXPECT_THAT(owner->read_all("owner\n"), HasSubstr("200 OK"));
  }
  EXPECT_EQ(asked(ask), "");
}

// As many as are allowed: of four that ask again and again, one never reads, and others are silent.
TEST_F(HttpServerTest, TwoHundredConnectionsAreServedAtOnce) {
  start();
  std::vector<std::unique_ptr<test::HttpClient>> clients;
  for (int i = 0; i < 200; ++i) clients.push_back(std::make_unique<test::HttpClient>(server_->port()));
  for (int i = 100; i < 200; ++i) clients[static_cast<std::size_t>(i)]->send_text(i % 2 == 0 ? "GET /half HT" : "");
  const auto ask = [](int i, int round) { return fmt::format("GET /{}-{} HTTP/1.1\r\nHost: x\r\n\r\n", i, round); };
  std::vector<std::future<int>> answered;
  for (int part = 0; part < 4; ++part)
    answered.push_back(std::async(std::launch::async, [&, part] {
      int right = 0;
      for (int round = 0; round < 20; ++round) {
        for (int i = part; i < 100; i += 4) clients[static_cast<std::size_t>(i)]->send_text(ask(i, round));
        if (part == 0) continue;  // these never read
        for (int i = part; i < 100; i += 4) {
          const std::string end = fmt::format("GET /{}-{} \n", i, round);
          right += clients[static_cast<std::size_t>(i)]->read_all(end).ends_with(end) ? 1 : 0;
        }
      }
      return right;
    }));
  int right = 0;
  for (std::future<int>& part : answered) right += part.get();
  EXPECT_EQ(right, 3 * 25 * 20);
  clients.clear();
  EXPECT_THAT(asked("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), HasSubstr("200 OK"));
}

TEST_F(HttpServerTest, ListensOnThisMachineAlone) {
  start();
  int found = 0;
  for (const char* family : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(family);
    const std::string listening(std::istreambuf_iterator<char>(file), {});
    const std::string port = fmt::format(":{:04X} ", server_->port());
    for (std::size_t at = listening.find(port); at != std::string::npos; at = listening.find(port, at + 1)) {
      const std::size_t begin = listening.rfind(' ', at) + 1;
      const std::string address = listening.substr(begin, at - begin);
      if (listening.substr(at + port.size(), 8) != "00000000") continue;  // of a connection
      EXPECT_THAT(address, testing::AnyOf("0100007F", "00000000000000000000000001000000"));
      ++found;
    }
  }
  EXPECT_GE(found, 1);
}

TEST_F(HttpServerTest, ASocketBelongsToItsOwner) {
  const std::string file = folder_.file("s");
  start({}, {.socket = file});
  struct stat info {};
  ASSERT_EQ(stat(file.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  const test::HttpClient client(file);
  ASSERT_TRUE(client.connected());
  client.send_text("GET /s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.read_all(), HasSubstr("GET /s"));
  EXPECT_THROW(HttpServer({.socket = file}), UserError);
  server_->stop();
  running_.get();
  server_.reset();
  EXPECT_NE(stat(file.c_str(), &info), 0);
}

TEST_F(HttpServerTest, OnlyItsOwnSocketIsRemoved) {
  const std::string file = folder_.file("s");
  {
    const HttpServer server({.socket = file});
    std::filesystem::remove(file);
    folder_.write("s", "a file of the user");
  }
  EXPECT_TRUE(std::filesystem::is_regular_file(file));
  EXPECT_THROW(HttpServer({.socket = file}), UserError);
  std::filesystem::remove(file);
  const HttpServer first({.socket = file});
  std::filesystem::rename(file, folder_.file("kept"));
  {
    const HttpServer second({.socket = file});
    std::filesystem::remove(file);
    std::filesystem::rename(folder_.file("kept"), file);  // the first one's again
  }
  EXPECT_TRUE(std::filesystem::is_socket(file));
}

TEST_F(HttpServerTest, ATakenPortIsNamed) {
  start();
  try {
    const HttpServer second({.port = server_->port()});
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr(fmt::format("--port {}", server_->port())));
  }
}

}  // namespace
}  // namespace palio
