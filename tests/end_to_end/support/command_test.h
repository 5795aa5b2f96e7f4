#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {

/// A folder with a small study, in which palio runs.
class CommandTest : public testing::Test {
protected:
  Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }

  TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", k_small_study);
};

}  // namespace palio::test
