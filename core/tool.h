#pragma once

#include <csignal>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// How another program ended, and what it wrote.
struct ToolAnswer {
  int status = 0;  // 128 + the number of the signal that killed it
  std::string out, err;
};

/// Runs a program to its end, found in PATH if it has no slash. `input`: its standard input. `folder`: where it works;
/// empty: here. Throws UserError if it cannot be started, std::system_error if memory is lacking.
ToolAnswer run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder = {},
                    std::string_view input = {});

/// The signals by which users and batch systems ask a program to end: SIGHUP, SIGINT, SIGTERM. Palio blocks them
/// (campaign/session/interruption.h); a program that it starts must not inherit that.
sigset_t requests_to_end();

/// While it lives, this thread lets these signals through, and so do programs that popen, std::system or exec start.
class RequestsLetThrough {
public:
  explicit RequestsLetThrough(const sigset_t& signals = requests_to_end()) {
    pthread_sigmask(SIG_UNBLOCK, &signals, &before_);
  }
  ~RequestsLetThrough() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  RequestsLetThrough(const RequestsLetThrough&) = delete;
  RequestsLetThrough& operator=(const RequestsLetThrough&) = delete;

private:
  sigset_t before_{};
};

/// Held while something is made in several steps under its own name, or a program is started; for good by who is going
/// to remove what is unfinished.
std::mutex& being_made();

bool is_in_path(const std::string& program);

/// A program that comes with Palio: next to the running one, or where an installation has it.
std::filesystem::path program_beside(std::string_view name);

}  // namespace palio
