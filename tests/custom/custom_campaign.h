#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {

/// Campaigns in a folder that also holds libraries and commands.
class CustomCampaign : public testing::Test {
protected:
  void put(const char* file, const std::string& name) {
    std::filesystem::copy_file(file, folder_.file(name), std::filesystem::copy_options::overwrite_existing);
  }
  // In the folder.
  Finished palio(const std::vector<std::string>& arguments) {
    return test::palio(folder_.file(""), arguments, {"env", "-C", folder_.file("")});
  }
  int count_lines(const std::string& file, const std::string& word) {
    std::ifstream lines(folder_.file(file));
    int found = 0;
    for (std::string line; std::getline(lines, line);) found += line.find(word) == std::string::npos ? 0 : 1;
    return found;
  }
  std::int64_t count(const std::string& sql) { return test::count(folder_.file("c.db"), sql); }
  std::string csv(const std::string& sql) { return palio({"query", "c.db", sql, "--format", "csv"}).out; }

  TemporaryFolder folder_;
};

/// A way to misbehave, and the failure that results.
struct Misdeed {
  const char* code;  // the line of a [[strategy]] block that says where it is
  const char* act;
  const char* kind;
  const char* message;
};

/// "Library_no_plan_fluid", of a test.
inline std::string name_of(const std::string& code, const Misdeed& misdeed, const std::string& engine) {
  std::string name = code + '_' + misdeed.act + '_' + engine;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline void PrintTo(const Misdeed& misdeed, std::ostream* out) { *out << misdeed.act; }

}  // namespace palio::test
