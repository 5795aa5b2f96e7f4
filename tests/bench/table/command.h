#pragma once

#include <string>
#include <vector>

namespace palio::bench {

/// A program with its arguments; standard input and output are files.
struct Command {
  std::vector<std::string> arguments;  // the first is the program, looked for in PATH
  std::string input = "/dev/null";
  std::string output = "/dev/null";
};

/// What a command cost, with everything that it started and waited for.
struct Usage {
  double wall = 0;         // s
  double cpu = 0;          // s
  double peak_memory = 0;  // byte: largest resident set of any one process of them
};

/// Runs a command to its end. Throws std::runtime_error unless it exits with status 0.
Usage run(const Command& command);

/// The command as it would be typed, without the folders named.
std::string typed(const Command& command, const std::vector<std::string>& folders);

/// What a command writes to its standard output.
std::string output_of(const std::vector<std::string>& arguments);

}  // namespace palio::bench
