#include "tests/bench/table/command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "tests/support/temporary_folder.h"

namespace palio::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

[[noreturn]] void become(const Command& command) {
  const int input = open(command.input.c_str(), O_RDONLY | O_CLOEXEC);
  const int output = open(command.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (input < 0 || output < 0) _exit(126);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  std::vector<std::string> texts = command.arguments;
  std::vector<char*> values;
  for (std::string& text : texts) values.push_back(text.data());
  values.push_back(nullptr);
  execvp(values.front(), values.data());
  _exit(127);
}

bool is_plain(const std::string& text) {
  return !text.empty() && text.find_first_of(" \t\n\"'\\$&;|<>(){}*?`") == std::string::npos;
}

// In quotes where a shell needs them.
std::string quoted(const std::string& text) {
  if (is_plain(text)) return text;
  const char quote = text.find('\'') == std::string::npos ? '\'' : '"';
  return quote + text + quote;
}

void erase_all(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

}  // namespace

Usage run(const Command& command) {
  const Clock::time_point start = Clock::now();
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("cannot fork a command");
  if (pid == 0) become(command);
  int status = 0;
  rusage usage{};
  wait4(pid, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(fmt::format("{} ended with status {:#x}", typed(command, {}), status));
  return {.wall = std::chrono::duration<double>(Clock::now() - start).count(),
          .cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime),
          .peak_memory = static_cast<double>(usage.ru_maxrss) * 1024};
}

std::string typed(const Command& command, const std::vector<std::string>& folders) {
  std::string line;
  for (const std::string& argument : command.arguments)
    line += fmt::format("{}{}", line.empty() ? "" : " ", quoted(argument));
  if (command.input != "/dev/null") line += " < " + command.input;
  if (command.output != "/dev/null") line += " > " + command.output;
  for (const std::string& folder : folders) erase_all(line, folder + "/");
  return line;
}

std::string output_of(const std::vector<std::string>& arguments) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("output");
  run({.arguments = arguments, .output = file});
  std::ifstream written(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(written), std::istreambuf_iterator<char>()};
}

}  // namespace palio::bench
