#include "campaign/study/study_reader.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

Axis axis(const std::string& name, const std::vector<Value>& values) {
  Axis built{{name}, {}};
  for (const Value& value : values) built.rows.push_back({value});
  return built;
}

std::vector<std::string> points(const Block& block) {
  std::vector<std::string> texts;
  for (const Parameters& point : expand(block)) {
    std::string text;
    for (const auto& [name, value] : point) text += name + to_text(value);
    texts.push_back(text);
  }
  return texts;
}

const std::vector<Value> k_one_two{std::int64_t{1}, std::int64_t{2}};
const std::vector<Value> k_xy{std::string("x"), std::string("y")};

TEST(Axes, TheLastAxisVariesFastest) {
  EXPECT_EQ(points({{axis("a", k_one_two), axis("b", k_xy)}}),
            (std::vector<std::string>{"a1bx", "a1by", "a2bx", "a2by"}));
}

TEST(Axes, NoAxisIsOnePoint) { EXPECT_EQ(points({}), std::vector<std::string>{""}); }

TEST(Axes, ZippedAxesWalkTogether) {
  const Axis zipped{{"a", "b"}, {{std::int64_t{1}, std::string("x")}, {std::int64_t{2}, std::string("y")}}};
  EXPECT_EQ(points({{zipped}}), (std::vector<std::string>{"a1bx", "a2by"}));
}

}  // namespace
}  // namespace palio
