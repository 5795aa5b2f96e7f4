#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "campaign/explore/http/http_message.h"

namespace palio {

using HttpHandler = std::function<HttpAnswer(const HttpRequest&)>;

/// Where a server listens: 127.0.0.1 and ::1, or a socket of the file system that only its owner may open.
struct HttpPlace {
  int port = 0;                       // 0: any that is free
  std::filesystem::path socket = {};  // empty: a port
};

/// What a server endures of its clients.
struct HttpLimits {
  std::size_t connections = 200;        // for one more the oldest that has not shown the token is closed
  std::uint32_t header_bytes = 16'384;  // of a request
  int header_seconds = 20;              // for a request to arrive, also the pause between two
  int answer_seconds = 120;             // for an answer to be taken
};

/// An HTTP/1.1 server for a page on this machine. One thread reads and writes, four answer.
class HttpServer {
public:
  /// Listens from now on. Throws UserError if the port is taken or the socket cannot be made.
  explicit HttpServer(const HttpPlace& place, const HttpLimits& limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;  // 0: a socket of the file system

  /// Answers requests until stop(), SIGINT, SIGTERM or SIGHUP, and returns the signal; 0: stop(). `handler` is called
  /// from several threads; what it throws is an answer with status 500.
  int run(const HttpHandler& handler);
  /// May be called from any thread.
  void stop();

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The bytes that a server answers to the bytes of a request; empty: nothing, as they are no request, or only the
/// beginning of one.
std::string http_answer(std::string_view request, const HttpHandler& handler, const HttpLimits& limits = {});

}  // namespace palio
