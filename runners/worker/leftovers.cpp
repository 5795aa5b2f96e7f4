#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <clocale>
#include <cstdlib>
#include <iterator>
#include <locale>
#include <string_view>

#include "core/error.h"
#include "runners/worker/group.h"

namespace palio {
namespace {

int opened(const char* file, int mode) {
  const int created = open(file, mode | O_CLOEXEC);
  if (created < 0) throw_errno(fmt::format("cannot open {}", file));
  return beyond_streams(created);
}

// Empty where it cannot be read.
std::string content(const Descriptor& file) {
  std::string text(8192, '\0');  // they have 1 to 3 kB
  const ssize_t size = pread(file.number(), text.data(), text.size(), 0);
  text.resize(std::max<ssize_t>(size, 0));
  return text;
}

// The lines of /proc/self/status that stay the same in a process that is left alone.
std::string lasting_lines(std::string_view status) {
  constexpr auto k_names =
      std::to_array<std::string_view>({"Umask", "Uid", "Gid", "Groups", "NSpgid", "NSsid", "CapEff", "Threads",
                                       "SigPnd", "ShdPnd", "SigBlk", "SigIgn", "SigCgt", "Seccomp", "NoNewPrivs"});
  std::string lasting;
  while (!status.empty()) {
    const std::string_view line = status.substr(0, status.find('\n') + 1);
    if (std::ranges::find(k_names, line.substr(0, line.find(':'))) != k_names.end()) lasting += line;
    status.remove_prefix(line.empty() ? status.size() : line.size());
  }
  return lasting;
}

// Which low descriptors are open, since a new one gets the lowest free number, and where the streams lead.
void add_descriptors(std::string& text) {
  static const auto most = static_cast<std::size_t>(std::max(sysconf(_SC_OPEN_MAX), 0L));
  std::array<pollfd, 64> lowest{};
  for (std::size_t i = 0; i < lowest.size(); ++i) lowest.at(i).fd = static_cast<int>(i);
  poll(lowest.data(), std::min(lowest.size(), most), 0);
  for (const pollfd& descriptor : lowest) text += (descriptor.revents & POLLNVAL) != 0 ? '0' : '1';
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    struct stat file {};
    fstat(stream, &file);
    fmt::format_to(std::back_inserter(text), " {}:{}", file.st_dev, file.st_ino);
  }
}

// Page faults of children change as soon as one was waited for. Its memory would count for later scenarios: the kernel
// keeps one maximum for all children.
void add_children(std::string& text) {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  fmt::format_to(std::back_inserter(text), "{}\n", usage.ru_minflt);
}

void add_timers(std::string& text) {
  for (const auto timer : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    itimerval time{};
    getitimer(timer, &time);
    text += time.it_value.tv_sec != 0 || time.it_value.tv_usec != 0 ? '1' : '0';
  }
}

void add_environment(std::string& text) {
  if (environ == nullptr) return;
  for (char** variable = environ; *variable != nullptr; ++variable) (text += *variable) += '\n';
}

void add_folder(std::string& text) {
  std::array<char, PATH_MAX> name{};
  if (getcwd(name.data(), name.size()) != nullptr) (text += name.data()) += '\n';
}

void add_locales(std::string& text) {
  fmt::format_to(std::back_inserter(text), "{} {} {}\n", std::setlocale(LC_ALL, nullptr), std::locale().name(),
                 fmt::ptr(uselocale(nullptr)));
}

// As in a process that has drawn no random number. A copy takes less time than initstate(), which draws 310 numbers.
void restart_random_numbers() {
  using State = std::array<char, 128>;  // as large as the library's own
  static State numbers{}, unused{};
  static const State first = [] {
    for (State* state : {&unused, &numbers}) initstate(1, state->data(), state->size());
    return numbers;
  }();
  setstate(unused.data());  // it writes to the state that it leaves
  numbers = first;
  setstate(numbers.data());
  std::array<unsigned short, 3> start{};
  seed48(start.data());
}

}  // namespace

Leftovers::Leftovers()
    : status_(opened("/proc/self/status", O_RDONLY)),
      limits_(opened("/proc/self/limits", O_RDONLY)),
      marks_(opened("/proc/self/clear_refs", O_WRONLY)) {
  fegetenv(&floating_point_);
  put_back();
  if (errno != 0) throw_errno("cannot reset the peak memory of a process");
  kept_ = present();
}

void Leftovers::put_back() const {
  constexpr char k_largest_memory = '5';  // proc(5)
  fesetenv(&floating_point_);
  std::set_new_handler(refused_);
  std::set_terminate(terminate_);
  restart_random_numbers();
  errno = 0;
  [[maybe_unused]] const ssize_t written = pwrite(marks_.number(), &k_largest_memory, 1, 0);
}

bool Leftovers::found() const { return present() != kept_; }

std::string Leftovers::present() const {
  std::string text = lasting_lines(content(status_)) + content(limits_);
  add_descriptors(text);
  add_children(text);
  add_timers(text);
  add_environment(text);
  add_folder(text);
  add_locales(text);
  return text;
}

}  // namespace palio
