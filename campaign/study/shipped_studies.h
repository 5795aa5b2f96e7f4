#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A folder that comes with Palio, installed with the program: "studies", "report".
std::filesystem::path shipped_folder(std::string_view name);

/// The script that draws the charts of reports; empty if it was not fetched.
std::string charts_script();

/// The names of the studies that come with Palio, sorted, and the file of one.
std::vector<std::string> shipped_studies();
std::string shipped_study(const std::string& name);

}  // namespace palio
