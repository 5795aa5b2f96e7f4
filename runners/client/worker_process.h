#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runners/process/descriptor.h"
#include "runners/wire/lines.h"

namespace palio {

/// A palio-worker process with sockets to its standard input and output, in its own process group, so that Ctrl-C on
/// the terminal reaches palio alone. Killed and reaped in the destructor. One thread, except kill().
class WorkerProcess {
public:
  /// `patience`: how long the worker may be silent; 0: forever. Throws Shortage when the machine refuses a process or
  /// sockets, Hindrance when the program cannot be started.
  WorkerProcess(const std::filesystem::path& program, std::chrono::milliseconds patience,
                const std::vector<std::string>& arguments = {});
  ~WorkerProcess();

  /// Writes a line; false when the worker is gone. Throws Silence when it does not read for too long.
  bool send(std::string line) const { return write_line(requests_.number(), std::move(line), patience_); }
  /// How many bytes it can be sent without waiting, once it has read what was sent before.
  static constexpr std::size_t k_room = 65536;
  /// The next line without its newline; empty if the worker closed its end. Throws ProtocolError for a line longer than
  /// the protocol allows, Silence when the worker is silent for too long.
  std::optional<std::string> receive() { return lines_.next(); }
  /// SIGKILL, from any thread.
  void kill();
  /// Waits for the end of the process and returns its status as waitpid does.
  int wait();

private:
  pid_t pid_ = -1;
  Descriptor requests_, replies_;
  LinePatience patience_;
  std::atomic<bool> reaped_ = false;
  LineReader lines_{-1};
};

}  // namespace palio
