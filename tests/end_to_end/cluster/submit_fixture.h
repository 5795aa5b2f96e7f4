#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/text/shell_word.h"
#include "tests/end_to_end/support/command_test.h"
#include "tests/support/variable.h"

namespace palio::test {

/// Writes submissions of three shards and runs their tasks and other programs in a shell.
class SubmitTest : public CommandTest {
protected:
  struct Ran {
    int status = 0;
    std::string out;  // standard output and standard error
  };

  static Ran shell(const std::string& command) {
    Ran ran;
    std::FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
    for (int c = 0; (c = std::fgetc(pipe)) != EOF;) ran.out += static_cast<char>(c);
    ran.status = WEXITSTATUS(pclose(pipe));
    return ran;
  }
  static bool works(const std::string& command) { return shell(command).status == 0; }

  void SetUp() override { std::filesystem::create_directory(folder_.file("scratch")); }

  // Writes the folder of 3 tasks for no batch system.
  void make_folder(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"submit", study_, "--tasks", "3", "--batch", "none", "--dir", dir_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = palio(arguments);
    ASSERT_EQ(finished.status, 0) << finished.err;
    ASSERT_EQ(finished.out, "1\n2\n3\n");
  }
  Ran task(const std::string& number, const std::string& variables = "") const {
    return shell(fmt::format("{} sh {}/task.sh {}", variables, shell_word(dir_), number));
  }
  std::string part(int shard) const { return fmt::format("{}/parts/{:04}.db", dir_, shard); }
  // The only place below which a task may leave something.
  bool scratch_is_empty() const { return std::filesystem::is_empty(folder_.file("scratch")); }
  // Puts a program into a PATH of its own.
  void make_tool(const std::string& name, const std::string& script) const {
    std::filesystem::create_directory(folder_.file("tools"));
    const std::string path = folder_.write("tools/" + name, "#!/bin/sh\n" + script);
    std::filesystem::permissions(path, std::filesystem::perms(0755));
  }
  std::string path_with_tools() const { return folder_.file("tools") + ":" + std::getenv("PATH"); }

  std::string dir_ = folder_.file("a 'folder' with blanks & $more");
  Variable scratch_{"TMPDIR", folder_.file("scratch")};
  Variable worker_{"PALIO_WORKER", PALIO_WORKER_PATH};
};

}  // namespace palio::test
