#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace palio::test {

struct ScreenSize {
  unsigned short columns = 80, lines = 1000;
};

/// Forks a child whose streams are a terminal, as forkpty does, but not that of a session: when the leader of one ends,
/// its terminal drops what has not reached the other side yet, which takes long where the machine is busy.
pid_t fork_on_terminal(int& terminal, const ScreenSize& screen);

/// How palio is started on a terminal of its own.
struct OnTerminal {
  std::vector<std::pair<std::string, std::string>> set = {};  // variables; by default there is no pager
  ScreenSize size = {};
  std::string typed = {};   // palio starts when this has come
  std::string folder = {};  // in which it runs; empty: here
};

/// What palio writes to both streams, without carriage returns before line feeds.
std::string on_terminal(std::vector<std::string> arguments, const OnTerminal& how);

/// The lines that a terminal of so many columns shows of a text: without colours, and what is painted over is gone.
/// Lines that are too long go on below, and end with "<wrapped>" here.
std::string painted_lines(const std::string& text, std::size_t columns);

}  // namespace palio::test
