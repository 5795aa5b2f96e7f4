#include "campaign/explore/http/http_message.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/number.h"

namespace palio {
namespace {

std::string_view first_of(const HttpRequest::Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &HttpRequest::Fields::value_type::first);
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<int> hexadecimal(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return std::nullopt;
}

std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += plus_is_space && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const std::optional<int> high = hexadecimal(text[i + 1]), low = hexadecimal(text[i + 2]);
    if (!high || !low) return std::nullopt;
    plain += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return plain;
}

bool read_parameters(std::string_view query, HttpRequest::Fields& parameters) {
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view one = query.substr(0, end);
    query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
    if (one.empty()) continue;
    const std::size_t equals = one.find('=');
    const auto name = decoded(one.substr(0, equals), true);
    const auto value = decoded(equals == std::string_view::npos ? std::string_view() : one.substr(equals + 1), true);
    if (!name || !value) return false;
    parameters.emplace_back(*name, *value);
  }
  return true;
}

// Takes as long wherever two texts of one length differ.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    different |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  return different == 0;
}

// A name that a browser resolves to this machine without asking anyone, and the port: a foreign page whose name was
// made to point here has another one.
bool is_this_host(std::string_view host, const HttpGuard& guard) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (!host.starts_with(name)) continue;
    const std::string_view rest = host.substr(name.size());
    if (guard.port == 0) return rest.empty() || (rest.front() == ':' && parsed_number<int>(rest.substr(1)));
    return rest == fmt::format(":{}", guard.port);
  }
  return false;
}

std::string_view cookie(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const std::size_t end = cookies.find(';');
    std::string_view one = cookies.substr(0, end);
    cookies = end == std::string_view::npos ? std::string_view() : cookies.substr(end + 1);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(name) && one.substr(name.size()).starts_with('=')) return one.substr(name.size() + 1);
  }
  return {};
}

HttpAnswer refused(unsigned status, std::string text) { return {.status = status, .body = std::move(text) + "\n"}; }

bool is_foreign(const HttpRequest& request) {
  const std::string_view origin = request.header("origin"), site = request.header("sec-fetch-site");
  return (!origin.empty() && origin != fmt::format("http://{}", request.header("host"))) ||
         (!site.empty() && site != "same-origin" && site != "none");
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const { return first_of(headers, name); }
std::string_view HttpRequest::parameter(std::string_view name) const { return first_of(parameters, name); }

std::optional<HttpRequest> read_target(std::string_view target) {
  const std::size_t end = target.find('?');
  std::optional<std::string> path = decoded(target.substr(0, end), false);
  if (!path || !path->starts_with('/')) return std::nullopt;
  HttpRequest request{.method = {}, .path = *std::move(path), .parameters = {}, .headers = {}};
  if (end != std::string_view::npos && !read_parameters(target.substr(end + 1), request.parameters))
    return std::nullopt;
  return request;
}

std::string cookie_name(const HttpGuard& guard) { return fmt::format("palio-{}", guard.port); }

std::optional<HttpAnswer> guarded_answer(const HttpRequest& request, const HttpGuard& guard) {
  if (request.method != "GET") {
    HttpAnswer answer = refused(405, "This server only shows: it answers GET.");
    answer.headers.emplace_back("Allow", "GET");
    return answer;
  }
  if (!is_this_host(request.header("host"), guard))
    return refused(403,
                   guard.port == 0
                       ? std::string("The address must begin with http://localhost.")
                       : fmt::format("The address must be http://127.0.0.1:{0}. Through an SSH tunnel, use the same "
                                     "port on both sides: ssh -L {0}:127.0.0.1:{0}",
                                     guard.port));
  if (is_foreign(request)) return refused(403, "Another page made this request.");
  if (const std::string_view given = request.parameter("token"); request.path == "/" && !given.empty()) {
    if (!same_secret(given, guard.token)) return refused(403, "The token is of another run of palio explore.");
    return HttpAnswer{.status = 303,
                      .body = {},
                      .headers = {{"Location", "/"},
                                  {"Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                                             cookie_name(guard), guard.token)}},
                      .to_owner = true};
  }
  if (!same_secret(cookie(request.header("cookie"), cookie_name(guard)), guard.token))
    return refused(403, "Open the address that palio explore printed: it has a token.");
  if (request.path.starts_with("/api/") && request.header("x-palio") != "1")
    return refused(403, "Only the page itself asks for this.");
  return std::nullopt;
}

}  // namespace palio
