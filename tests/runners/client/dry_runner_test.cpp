#include "runners/client/runner.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

namespace palio {
namespace {

TEST(DryRunner, WritesOneLinePerScenario) {
  RunRequest request;
  request.platform.recipe = {"file", {{"path", std::string("p.json")}, {"digest", std::string("0")}}};
  request.workload.recipe = {"file", {{"path", std::string("w.json")}, {"digest", std::string("0")}}};
  request.strategies = {{"HCPA", {}}, {"M-HEFT", {}}};
  std::FILE* file = std::tmpfile();
  DryRunner(file).run(request, {});
  std::rewind(file);
  std::array<char, 512> line{};
  ASSERT_NE(std::fgets(line.data(), line.size(), file), nullptr);
  EXPECT_STREQ(line.data(), "file:digest=0,path=p.json\tfile:digest=0,path=w.json\tHCPA\n");
  ASSERT_NE(std::fgets(line.data(), line.size(), file), nullptr);
  EXPECT_EQ(std::fgets(line.data(), line.size(), file), nullptr);
  std::fclose(file);
}

}  // namespace
}  // namespace palio
