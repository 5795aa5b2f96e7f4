#pragma once

#include <filesystem>
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

bool is_in_path(const std::string& program);

/// A program that comes with Palio: next to the running one, or where an installation has it.
std::filesystem::path program_beside(std::string_view name);

}  // namespace palio
