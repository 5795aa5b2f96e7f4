#include "campaign/cli/surroundings.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <climits>
#include <csignal>
#include <span>

#include "campaign/cli/syntax/syntax.h"

namespace palio {
namespace {

// In a signal handler: nothing here allocates.

void say_to_stderr(std::string_view text) {
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody hears it
}

// The next line of a file, as far as there is room; empty at the end.
std::string_view next_line(int file, std::span<char> room) {
  std::size_t length = 0;
  for (char c = 0; ::read(file, &c, 1) == 1 && c != '\n';)
    if (length < room.size()) room[length++] = c;
  return {room.data(), length};
}

// "7f00-7f10 rw-s 00000000 08:01 42   /a/file" (proc(5))
std::string_view mapped_file(std::string_view line, std::uintptr_t address) {
  std::uintptr_t begin = 0, end = 0;
  const char* const last = line.data() + line.size();
  const auto first = std::from_chars(line.data(), last, begin, 16);
  if (first.ptr == last || std::from_chars(first.ptr + 1, last, end, 16).ec != std::errc()) return {};
  const std::size_t path = line.find('/');
  return address < begin || address >= end || path == std::string_view::npos ? std::string_view() : line.substr(path);
}

void end_with_name(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const int maps = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  std::array<char, PATH_MAX + 100> room{};
  std::string_view file, line = " ";
  while (info->si_code == BUS_ADRERR && file.empty() && !line.empty()) {
    line = next_line(maps, room);
    file = mapped_file(line, address);
  }
  if (file.empty()) {
    std::raise(signal);  // as if there were no handler: it is reset
    return;
  }
  say_to_stderr("palio: stopped: something cut off ");
  say_to_stderr(file);
  say_to_stderr(" while it was in use");
  say_to_stderr(file.ends_with("-shm") ? "; what is stored stays, give the same command again\n" : "\n");
  ::_exit(k_user_error);
}

}  // namespace

std::optional<std::string> stack_problem() {
  constexpr rlim_t k_least = 1024;  // KiB
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur / 1024 >= k_least) return std::nullopt;
  return fmt::format("the limit of the stack is {} KiB, too little to run in: ulimit -s {}", limit.rlim_cur / 1024,
                     8 * k_least);
}

void name_files_cut_while_mapped() {
  struct sigaction action {};
  action.sa_sigaction = end_with_name;
  action.sa_flags = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace palio
