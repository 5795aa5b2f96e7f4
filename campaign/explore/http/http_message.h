#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palio {

/// A request without a body.
struct HttpRequest {
  using Fields = std::vector<std::pair<std::string, std::string>>;

  std::string method;
  std::string path;   // decoded, without the query
  Fields parameters;  // of the query, decoded, in its order
  Fields headers;     // names in lower case

  /// The first header or parameter of that name; empty: there is none.
  std::string_view header(std::string_view name) const;
  std::string_view parameter(std::string_view name) const;
};

struct HttpAnswer {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  HttpRequest::Fields headers = {};  // beside those that every answer has
  bool to_owner = false;             // the request showed the token
};

/// Splits a target as it comes in a request's first line: "/api/view?a=x%20y". Nothing if it is no path or its escapes
/// are malformed.
std::optional<HttpRequest> read_target(std::string_view target);

/// Who may ask.
struct HttpGuard {
  std::string token;  // 32 hexadecimal digits
  int port = 0;       // 0: a socket of the file system, where the browser's port is that of a tunnel
};

/// The name of the cookie that holds the token.
std::string cookie_name(const HttpGuard& guard);

/// The answer to a request that nothing else is said to: one that no page of this server made, or without the token.
/// The first address, which has the token, is answered with a cookie and the address without it.
std::optional<HttpAnswer> guarded_answer(const HttpRequest& request, const HttpGuard& guard);

}  // namespace palio
