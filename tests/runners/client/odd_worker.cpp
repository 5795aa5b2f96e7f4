// A worker that says hello and answers the first strategy of each request, then does what ODDITY names ("mute" before
// its hello, "short-hello" instead of it, "die-first" and "short-first" before the first answer, "die-last" after the
// last one). If ODDITY_ONCE is set to a file name, it does so only while that file does not exist, and creates it.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"

namespace {

using namespace palio;

bool odd_this_time() {
  const char* once = std::getenv("ODDITY_ONCE");
  if (once == nullptr) return true;
  const int file = open(once, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return false;
  close(file);
  return true;
}

void answer(const RunRequest& request, int strategy, std::int64_t id) {
  Completed completed;
  completed.metrics["makespan"] = 10 + strategy;
  write_line(STDOUT_FILENO, encode_result(id, strategy, encode(ScenarioReply{completed, 0, 0, std::nullopt}), 0, 0));
  (void)request;
}

// Forty times 0.1 s without an answer, but not silent.
void keep_alive() {
  for (int i = 0; i < 40; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    write_line(STDOUT_FILENO, encode(Alive{Activity::scheduling}));
  }
}

std::string every_byte() {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  return bytes;
}

void misbehave(const std::string& oddity, const RunRequest& request) {
  if (oddity == "die") std::raise(SIGKILL);
  if (oddity == "exit") _exit(5);
  if (oddity == "stop") std::raise(SIGSTOP);
  if (oddity == "hang") pause();
  if (oddity == "busy") keep_alive();
  if (oddity == "oversized") write_text(STDOUT_FILENO, std::string(k_max_line + 1, 'x'));
  if (oddity == "binary") write_line(STDOUT_FILENO, every_byte());
  if (oddity == "interleaved") {
    write_text(STDOUT_FILENO, R"({"type":"result","id":)");
    answer(request, 1, request.id);
  }
  if (oddity == "out-of-order") answer(request, 2, request.id);
  if (oddity == "second-hello") write_line(STDOUT_FILENO, encode(Hello{k_protocol_version, "odd", {"none", "0"}}));
  if (oddity == "garbage") write_line(STDOUT_FILENO, "\x01\x02 garbage");
  if (oddity == "truncated") {
    write_text(STDOUT_FILENO, R"({"type":"result","id":)");
    _exit(0);
  }
  if (oddity == "other-id") answer(request, 1, request.id + 1);
  if (oddity == "other-strategy") answer(request, 0, request.id);
  if (oddity == "done-early") write_line(STDOUT_FILENO, encode(Done{request.id}));
}

void tell_shortage(std::int64_t id) {
  write_line(STDOUT_FILENO, encode(ShortageLine{id, Shortage(Resource::processes, "cannot fork")}));
}

// What the worker does instead of the answers after the first one; false: it continues with them.
bool breaks_off(const std::string& oddity, const RunRequest& request) {
  if (oddity == "lost") {
    const Failure failure{FailureKind::crashed, SIGSEGV, "the process of the instance crashed", "last words"};
    write_line(STDOUT_FILENO, encode_lost(request.id, encode(ScenarioReply{failure, 0, 0, std::nullopt})));
    return true;
  }
  if (oddity != "short" || !odd_this_time()) return false;
  tell_shortage(request.id);
  return true;
}

void carry_out(const std::string& oddity, const RunRequest& request) {
  if (oddity == "die-first" && odd_this_time()) std::raise(SIGKILL);
  if (oddity == "short-first" && odd_this_time()) {
    tell_shortage(request.id);
    write_line(STDOUT_FILENO, encode(Done{request.id}));
    return;
  }
  answer(request, 0, request.id);
  if (request.strategies.size() > 1 && !breaks_off(oddity, request)) {
    if (odd_this_time()) misbehave(oddity, request);
    for (int i = 1; i < static_cast<int>(request.strategies.size()); ++i) answer(request, i, request.id);
  }
  if (oddity == "die-last" && odd_this_time()) std::raise(SIGKILL);
  write_line(STDOUT_FILENO, encode(Done{request.id}));
}

}  // namespace

int main() {
  const char* named = std::getenv("ODDITY");
  const std::string oddity = named == nullptr ? "" : named;
  if (oddity == "silent") return 1;
  if (oddity == "mute" && odd_this_time()) std::raise(SIGKILL);
  if (oddity == "short-hello" && odd_this_time()) {
    tell_shortage(0);
    return 1;
  }
  const int version = oddity == "future" ? 99 : k_protocol_version;
  write_line(STDOUT_FILENO, encode(Hello{version, "odd", {"none", "0"}}));
  LineReader lines(STDIN_FILENO);
  while (const auto line = lines.next()) carry_out(oddity, decode_request(*line));
  return 0;
}
