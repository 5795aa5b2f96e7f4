#pragma once

#include <pty.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

#include "campaign/session/terminal.h"

namespace palio::test {

/// A terminal of a size, without anybody in front of it; what is written to it can be read.
class PseudoTerminal {
public:
  explicit PseudoTerminal(TerminalSize size) {
    if (openpty(&master_, &terminal_, nullptr, nullptr, nullptr) != 0) throw std::runtime_error("openpty");
    termios mode{};
    tcgetattr(terminal_, &mode);
    cfmakeraw(&mode);  // line feeds stay as they are
    tcsetattr(terminal_, TCSANOW, &mode);
    resize(size);
  }
  ~PseudoTerminal() {
    close(terminal_);
    close(master_);
  }
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  int descriptor() const { return terminal_; }

  void resize(TerminalSize size) const {
    winsize told{};
    told.ws_col = static_cast<unsigned short>(size.columns);
    told.ws_row = static_cast<unsigned short>(size.lines);
    ioctl(master_, TIOCSWINSZ, &told);
  }

  /// What was written since the last call; at most what the system keeps, 4 kB.
  std::string written() const {
    const char end = '\0';
    if (write(terminal_, &end, 1) != 1) throw std::runtime_error("write to a terminal");
    std::string text;
    for (char byte = 1; read(master_, &byte, 1) == 1 && byte != end;) text += byte;
    return text;
  }

private:
  int master_ = -1, terminal_ = -1;
};

/// Lets a standard stream of this process write to a terminal while it lives.
class StreamOnTerminal {
public:
  StreamOnTerminal(int stream, const PseudoTerminal& terminal) : stream_(stream), before_(dup(stream)) {
    std::fflush(nullptr);
    dup2(terminal.descriptor(), stream);
  }
  ~StreamOnTerminal() {
    std::fflush(nullptr);
    dup2(before_, stream_);
    close(before_);
  }
  StreamOnTerminal(const StreamOnTerminal&) = delete;
  StreamOnTerminal& operator=(const StreamOnTerminal&) = delete;

private:
  int stream_, before_;
};

}  // namespace palio::test
