#include "runners/engines/simgrid/platform/dying_words.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

#include "runners/engines/simgrid/platform/simgrid_api.h"

namespace palio {
namespace {

constexpr auto k_crashes = std::to_array<int>({SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL});
constexpr std::size_t k_longest_place = 1024;  // byte

std::array<char, k_longest_place + 64> words;
std::size_t place_length = 0;
std::array<char, 65536> stack;  // a nested file may have used up the other one

// Nothing here takes memory from a heap that may be in ruins.
void speak(int signal) {
  const auto written = fmt::format_to_n(words.data() + place_length, words.size() - place_length,
                                        ":{}: SimGrid ends here\n", simgrid_api::parsed_line());
  [[maybe_unused]] const ssize_t count =
      write(STDERR_FILENO, words.data(), static_cast<std::size_t>(written.out - words.data()));
  raise(signal);
}

void set_handlers(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const int signal : k_crashes) sigaction(signal, &action, nullptr);
}

}  // namespace

DyingWords::DyingWords(const std::string& place) {
  const std::string_view shown = std::string_view(place).substr(0, k_longest_place);
  words[0] = '\n';  // whatever stands on the line before
  place_length = 1 + shown.copy(words.data() + 1, shown.size());
  stack_t own{};
  own.ss_sp = stack.data();
  own.ss_size = stack.size();
  sigaltstack(&own, nullptr);
  set_handlers(speak);
}

DyingWords::~DyingWords() { set_handlers(SIG_DFL); }

}  // namespace palio
