#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace palio {

/// What a program of the site said, and how it ended.
struct ToolAnswer {
  int status = 0;  // exit status; 128 + signal when killed
  std::string out, err;
};

/// Whether PATH has such a program.
bool is_in_path(const std::string& program);

/// Runs a program of PATH to its end, in this folder. Throws UserError when it does not start.
ToolAnswer run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder);

/// As one types it into a shell.
std::string command_text(const std::vector<std::string>& command);

}  // namespace palio
