#include "runners/worker/waiting_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace palio {

WaitingProcess::WaitingProcess(pid_t process)
    : state_(beyond_streams(open(fmt::format("/proc/{}/stat", process).c_str(), O_RDONLY | O_CLOEXEC))) {}

bool WaitingProcess::still_waits() const {
  constexpr unsigned k_ending = 0x4;  // among the flags: PF_EXITING of the kernel
  constexpr useconds_t k_pause = 50;  // us
  while (true) {
    std::array<char, 512> text{};
    const ssize_t size = pread(state_.number(), text.data(), text.size() - 1, 0);
    if (size <= 0) return false;  // it is gone
    const char* name_end = std::strrchr(text.data(), ')');
    char state = 0;
    unsigned flags = 0;
    if (name_end == nullptr || std::sscanf(name_end, ") %c %*d %*d %*d %*d %*d %u", &state, &flags) != 2) return false;
    const bool is_ending = (flags & k_ending) != 0;
    if (is_ending || std::strchr("RD", state) == nullptr) return state == 'S' && !is_ending;
    usleep(k_pause);
  }
}

}  // namespace palio
