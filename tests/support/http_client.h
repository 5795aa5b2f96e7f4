#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <string>

namespace palio::test {

/// A connection to a server on this machine.
class HttpClient {
public:
  explicit HttpClient(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  explicit HttpClient(const std::string& file) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    file.copy(address.sun_path, sizeof address.sun_path - 1);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~HttpClient() { close(socket_); }
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  bool connected() const { return connected_; }

  void send_text(const std::string& text) const {
    std::size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t now = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (now <= 0) return;  // the server has left
      sent += static_cast<std::size_t>(now);
    }
  }

  /// What comes until the server closes, or something ends with `end`.
  std::string read_all(const std::string& end = "\x01") const {
    std::string text;
    std::array<char, 4096> buffer{};
    while (!text.ends_with(end)) {
      const ssize_t count = recv(socket_, buffer.data(), buffer.size(), 0);
      if (count <= 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

private:
  int socket_;
  bool connected_ = false;
};

/// The whole answer to a request with these lines of headers, each with its line end.
inline std::string http_get(int port, const std::string& target, const std::string& headers,
                            const std::string& method = "GET") {
  const HttpClient client(port);
  client.send_text(fmt::format("{} {} HTTP/1.1\r\nConnection: close\r\n{}\r\n", method, target, headers));
  return client.read_all();
}

}  // namespace palio::test
