#include "campaign/explore/http/http_server.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/ostream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <csignal>
#include <sstream>
#include <vector>

#include "core/error.h"

namespace palio {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Response = http::response<http::string_body>;
using Parser = http::request_parser<http::empty_body>;

// What every answer says: nothing is kept, embedded, guessed or fetched from elsewhere.
constexpr auto k_headers = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src "
     "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cache-Control", "no-store"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
});

boost::string_view boosted(std::string_view text) { return {text.data(), text.size()}; }

std::string text_of(boost::string_view text) { return {text.data(), text.size()}; }

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

Response response_of(const HttpAnswer& answer, unsigned version, bool keep_alive) {
  Response response(http::int_to_status(answer.status), version);
  response.set(http::field::content_type, boosted(answer.type));
  for (const auto& [name, value] : k_headers) response.set(boosted(name), boosted(value));
  for (const auto& [name, value] : answer.headers) response.set(boosted(name), boosted(value));
  response.keep_alive(keep_alive);
  response.body() = answer.body;
  response.prepare_payload();
  return response;
}

HttpAnswer handled(const http::request<http::empty_body>& message, const HttpHandler& handler) {
  std::optional<HttpRequest> request = read_target({message.target().data(), message.target().size()});
  if (!request) return {.status = 400, .body = "The address is malformed.\n"};
  request->method = text_of(message.method_string());
  for (const auto& field : message)
    request->headers.emplace_back(lower(text_of(field.name_string())), text_of(field.value()));
  try {
    return handler(*request);
  } catch (const std::exception& error) {
    return {.status = 500, .body = fmt::format("{}\n", error.what())};
  } catch (...) {  // nothing may end the server
    return {.status = 500, .body = "The request failed without a message.\n"};
  }
}

// The answer to what is more than a request may be; nothing for other errors.
std::optional<HttpAnswer> refusal_of(error_code error) {
  if (error == http::error::header_limit) return HttpAnswer{.status = 431, .body = "The request is too long.\n"};
  if (error == http::error::body_limit) return HttpAnswer{.status = 413, .body = "Requests have no body.\n"};
  return std::nullopt;
}

void prepare(Parser& parser, const HttpLimits& limits) {
  parser.header_limit(limits.header_bytes);
  parser.body_limit(0);
}

// A connection, until either side ends it. Its owner is what waits for something on it.
class Session : public std::enable_shared_from_this<Session> {
public:
  using Protocol = asio::generic::stream_protocol;

  Session(Protocol::socket socket, asio::thread_pool& answering, const HttpHandler& handler, const HttpLimits& limits)
      : stream_(std::move(socket)), answering_(answering), handler_(handler), limits_(limits) {}

  bool is_trusted() const { return trusted_; }  // has shown the token
  void leave() { stream_.close(); }

  void read() {
    parser_.emplace();
    prepare(*parser_, limits_);
    stream_.expires_after(std::chrono::seconds(limits_.header_seconds));
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
  }

private:
  void on_read(error_code error) {
    if (const auto refused = refusal_of(error)) return write(*refused, false);
    if (error) return close();
    stream_.expires_never();
    asio::post(answering_, [self = shared_from_this()] {
      HttpAnswer answer = handled(self->parser_->get(), self->handler_);
      asio::post(self->stream_.get_executor(), [self, answer = std::move(answer)] {
        self->trusted_ = self->trusted_ || answer.to_owner;
        self->write(answer, self->parser_->get().keep_alive());
      });
    });
  }

  void write(const HttpAnswer& answer, bool keep_alive) {
    response_ = response_of(answer, 11, keep_alive);
    stream_.expires_after(std::chrono::seconds(limits_.answer_seconds));
    http::async_write(stream_, response_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error || !self->response_.keep_alive()) return self->close();
      self->response_ = {};
      self->read();
    });
  }

  void close() {
    error_code ignored;
    stream_.socket().shutdown(asio::socket_base::shutdown_both, ignored);
    stream_.socket().close(ignored);
  }

  beast::basic_stream<Protocol> stream_;
  asio::thread_pool& answering_;
  const HttpHandler& handler_;
  const HttpLimits& limits_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Response response_;
  bool trusted_ = false;
};

}  // namespace

struct HttpServer::Impl {
  using Tcp = asio::ip::tcp;
  using Local = asio::local::stream_protocol;

  explicit Impl(const HttpLimits& asked) : limits(asked) {}

  // Listens on the port of an address; throws the library's exceptions.
  void listen(const char* address, int wanted) {
    Tcp::acceptor acceptor(io);
    const Tcp::endpoint endpoint(asio::ip::make_address(address), static_cast<std::uint16_t>(wanted));
    acceptor.open(endpoint.protocol());
    if (endpoint.address().is_v6()) acceptor.set_option(asio::ip::v6_only(true));
    acceptor.set_option(Tcp::acceptor::reuse_address(true));
    acceptor.bind(endpoint);
    acceptor.listen();
    tcp.push_back(std::move(acceptor));
  }

  void listen_on_port(int wanted) {
    try {
      listen("127.0.0.1", wanted);
    } catch (const boost::system::system_error& error) {
      throw UserError("--port {}: {}; leave it out for a free one", wanted, error.code().message());
    }
    port = tcp.front().local_endpoint().port();
    try {
      listen("::1", port);
    } catch (const boost::system::system_error&) {
      // This machine has no IPv6, or another program has the port there: the printed address is that of IPv4.
    }
  }

  void listen_on_socket(const std::filesystem::path& file) {
    const mode_t before = umask(0177);
    try {
      local.emplace(io, Local::endpoint(file.string()));
    } catch (const boost::system::system_error& error) {
      umask(before);
      throw UserError("--socket {}: {}; name a file that does not exist", file.string(), error.code().message());
    }
    umask(before);
    socket = file;
    lstat(socket.c_str(), &made);
  }

  // Another file may have taken its name.
  void remove_socket() const {
    struct stat now {};
    if (lstat(socket.c_str(), &now) == 0 && S_ISSOCK(now.st_mode) && now.st_dev == made.st_dev &&
        now.st_ino == made.st_ino)
      unlink(socket.c_str());
  }

  // The oldest client that has not shown the token gives way; false: all have.
  bool makes_way() {
    for (auto one = sessions.begin(); one != sessions.end(); ++one)
      if (const auto session = one->lock(); session && !session->is_trusted()) {
        session->leave();
        sessions.erase(one);
        return true;
      }
    return false;
  }

  template <class Acceptor>
  void accept(Acceptor& acceptor, const HttpHandler& handler) {
    acceptor.async_accept([&](error_code error, typename Acceptor::protocol_type::socket peer) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later(acceptor, handler);
      std::erase_if(sessions, [](const auto& one) { return one.expired(); });
      if (sessions.size() < limits.connections || makes_way()) {
        const auto session = std::make_shared<Session>(std::move(peer), *answering, handler, limits);
        sessions.push_back(session);
        session->read();
      }
      accept(acceptor, handler);
    });
  }

  // Open files are lacking, say: trying again at once would take a processor.
  template <class Acceptor>
  void accept_later(Acceptor& acceptor, const HttpHandler& handler) {
    makes_way();
    const auto pause = std::make_shared<asio::steady_timer>(io, std::chrono::milliseconds(100));
    pause->async_wait([this, pause, &acceptor, &handler](error_code error) {
      if (!error) accept(acceptor, handler);
    });
  }

  HttpLimits limits;
  asio::io_context io{1};
  std::optional<asio::thread_pool> answering;
  std::vector<Tcp::acceptor> tcp;
  std::optional<Local::acceptor> local;
  std::filesystem::path socket;
  struct stat made {};  // what the socket was then
  int port = 0;
  std::vector<std::weak_ptr<Session>> sessions;  // oldest first
};

HttpServer::HttpServer(const HttpPlace& place, const HttpLimits& limits) : impl_(std::make_unique<Impl>(limits)) {
  if (place.socket.empty())
    impl_->listen_on_port(place.port);
  else
    impl_->listen_on_socket(place.socket);
}

HttpServer::~HttpServer() {
  if (!impl_->socket.empty()) impl_->remove_socket();
}

int HttpServer::port() const { return impl_->port; }

int HttpServer::run(const HttpHandler& handler) {
  constexpr std::size_t k_answering = 4;  // threads: two replays leave room for views
  impl_->answering.emplace(k_answering);
  asio::signal_set signals(impl_->io);
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;  // nohup asks for that
    signals.add(signal);
    sigaddset(&watched, signal);
  }
  pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);
  int ended = 0;
  signals.async_wait([&](error_code error, int signal) {
    if (!error) ended = signal;
    stop();
  });
  for (Impl::Tcp::acceptor& acceptor : impl_->tcp) impl_->accept(acceptor, handler);
  if (impl_->local) impl_->accept(*impl_->local, handler);
  impl_->io.run();
  impl_->answering->stop();
  impl_->answering->join();
  return ended;
}

void HttpServer::stop() { impl_->io.stop(); }

std::string http_answer(std::string_view request, const HttpHandler& handler, const HttpLimits& limits) {
  Parser parser;
  prepare(parser, limits);
  parser.eager(true);
  error_code error;
  parser.put(asio::buffer(request.data(), request.size()), error);
  const auto refused = refusal_of(error);
  if (!refused && (error || !parser.is_done())) return {};
  std::ostringstream text;
  text << response_of(refused ? *refused : handled(parser.get(), handler), 11, false);
  return text.str();
}

}  // namespace palio
