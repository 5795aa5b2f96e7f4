#include "tests/end_to_end/support/terminal.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace palio::test {

pid_t fork_on_terminal(int& terminal, const ScreenSize& screen) {
  winsize size{};
  size.ws_col = screen.columns;
  size.ws_row = screen.lines;
  int other = -1;
  if (openpty(&terminal, &other, nullptr, nullptr, &size) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(other, stream);
    close(terminal);
  }
  if (child != 0 || other > STDERR_FILENO) close(other);
  return child;
}

std::string on_terminal(std::vector<std::string> arguments, const OnTerminal& how) {
  arguments.insert(arguments.begin(), "palio");
  std::vector<char*> values;
  for (std::string& text : arguments) values.push_back(text.data());
  values.push_back(nullptr);
  int terminal = -1;
  const pid_t child = fork_on_terminal(terminal, how.size);
  if (child == 0) {
    setenv("PALIO_WORKER", PALIO_WORKER_PATH, 1);
    setenv("TERM", "xterm", 1);
    setenv("PAGER", "", 1);
    unsetenv("NO_COLOR");
    for (const auto& [name, value] : how.set) setenv(name.c_str(), value.c_str(), 1);
    if (!how.folder.empty() && chdir(how.folder.c_str()) != 0) _exit(126);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (!how.typed.empty()) poll(&input, 1, -1);
    execv(PALIO_PATH, values.data());
    _exit(127);
  }
  EXPECT_EQ(write(terminal, how.typed.data(), how.typed.size()), std::ssize(how.typed));
  std::string text;
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; (count = read(terminal, bytes.data(), bytes.size())) > 0;)
    text.append(bytes.data(), static_cast<std::size_t>(count));
  close(terminal);
  waitpid(child, nullptr, 0);
  for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

std::string painted_lines(const std::string& text, std::size_t columns) {
  std::string shown, line;
  std::size_t at = 0, width = 0;  // bytes and characters of the line before the cursor
  const auto put = [&](char c) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (begins && width == columns) {
      shown += line + "<wrapped>\n";
      line.clear();
      at = width = 0;
    }
    width += begins ? 1 : 0;
    line.replace(at, at < line.size() ? 1 : 0, 1, c);
    ++at;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      shown += line + '\n';
      line.clear();
      at = width = 0;
    } else if (text[i] == '\r') {
      at = width = 0;
    } else if (text[i] == '\x1b') {
      i = text.find_first_of("mJ", i);
      if (i == std::string::npos) break;
      if (text[i] == 'J') line.resize(at);
    } else {
      put(text[i]);
    }
  }
  return shown + line;
}

}  // namespace palio::test
