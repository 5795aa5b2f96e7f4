#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/error_of.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// The small study with another workload block, whose first line is 13 and whose line 15 is the first of `lines`.
std::string with_workload(std::string_view lines) {
  std::string text(test::k_small_study);
  const std::size_t begin = text.find("[[workload]]");
  return text.replace(
      begin, text.find("[[strategy]]") - begin,
      fmt::format("[[workload]]\nfamily = \"random-ptg\"\n{}\nregularity = 0.8\ndensity = 0.2\njump = 1\n"
                  "complexity = \"mixed\"\n",
                  lines));
}

// "tasks/width/sample" of all workloads.
std::vector<std::string> designed(std::string_view lines) {
  std::vector<std::string> found;
  for (const Spec& workload : test::study(with_workload(lines)).workloads) {
    const Parameters& parameters = workload.recipe.parameters;
    found.push_back(fmt::format("{}/{}/{}", to_text(parameters.at("tasks")), to_text(parameters.at("width")),
                                to_text(parameters.at("sample"))));
  }
  return found;
}

std::string design_error(std::string_view lines) {
  return test::error_of([&] { test::study(with_workload(lines)); });
}

using Texts = std::vector<std::string>;

TEST(BlockDesigns, OneAtATimeKeepsTheOthersAtTheirDefaults) {
  EXPECT_EQ(designed("tasks = [10, 20, 50]\nwidth = [0.2, 0.5]\n"
                     "design = { by = \"one-at-a-time\", around = { tasks = 20, width = 0.5 } }"),
            (Texts{"20/0.5/0", "10/0.5/0", "50/0.5/0", "20/0.2/0"}));
  // A default besides the values; samples are multiplied as ever.
  EXPECT_EQ(designed("tasks = [10, 20]\nwidth = 0.2\nsamples = 2\n"
                     "design = { by = \"one-at-a-time\", around = { tasks = 15 } }"),
            (Texts{"15/0.2/0", "15/0.2/1", "10/0.2/0", "10/0.2/1", "20/0.2/0", "20/0.2/1"}));
}

TEST(BlockDesigns, ZippedAxesAreOneFactor) {
  EXPECT_EQ(designed("tasks = [10, 20]\nwidth = [0.2, 0.5]\nzip = [[\"tasks\", \"width\"]]\n"
                     "design = { by = \"one-at-a-time\", around = { tasks = 10, width = 0.2 } }"),
            (Texts{"10/0.2/0", "20/0.5/0"}));
}

TEST(BlockDesigns, OneAtATimeThatMakesNoSense) {
  EXPECT_THAT(
      design_error("tasks = [1, 2]\nwidth = [0.2, 0.5]\ndesign = { by = \"one-at-a-time\", around = { tasks = 1 } }"),
      StartsWith("small.toml:17: around lacks width: say where it stays while others vary"));
  EXPECT_THAT(
      design_error(
          "tasks = [1, 2]\nwidth = 0.2\ndesign = { by = \"one-at-a-time\", around = { tasks = 1, width = 0.2 } }"),
      HasSubstr("width does not vary in this block: leave it out of around"));
  EXPECT_THAT(design_error("tasks = 1\nwidth = 0.2\ndesign = { by = \"one-at-a-time\", around = {} }"),
              HasSubstr("no axis of this block varies"));
  EXPECT_THAT(design_error("tasks = [1, 2]\nwidth = 0.2\ndesign = { by = \"one-at-a-time\" }"),
              HasSubstr("needs around"));
}

TEST(BlockDesigns, DrawFromRangesWithoutSteps) {
  for (const char* by : {"random", "latin-hypercube", "sobol"}) {
    const std::string lines = fmt::format(
        "tasks = {{ from = 10, to = 1000, log = true }}\nwidth = {{ from = 0.1, to = 0.9 }}\n"
        "design = {{ by = \"{}\", points = 16 }}",
        by);
    const Study study = test::study(with_workload(lines));
    ASSERT_EQ(study.workloads.size(), 16U) << by;
    std::set<int> parts;  // of the width
    for (const Spec& workload : study.workloads) {
      const double width = real_of(workload.recipe.parameters, "width");
      EXPECT_GE(integer_of(workload.recipe.parameters, "tasks"), 10);
      EXPECT_LE(integer_of(workload.recipe.parameters, "tasks"), 1000);
      parts.insert(static_cast<int>((width - 0.1) / 0.8 * 16));
    }
    if (std::string_view(by) != "random") {
      EXPECT_EQ(parts.size(), 16U) << by;
    }
    // The values are ordinary ones: they make the same scenarios when listed.
    EXPECT_EQ(canonical_text(test::study(with_workload(lines)).workloads[7].recipe),
              canonical_text(study.workloads[7].recipe));
  }
}

TEST(BlockDesigns, MorePointsKeepWhatIsThere) {
  const auto points = [](int count) {
    return designed(
        fmt::format("tasks = {{ from = 10, to = 1000 }}\nwidth = {{ from = 0.1, to = 0.9 }}\n"
                    "design = {{ by = \"sobol\", points = {} }}",
                    count));
  };
  const Texts few = points(4), many = points(9);
  ASSERT_EQ(many.size(), 9U);
  EXPECT_TRUE(std::ranges::equal(few, std::span(many).first(4)));
}

TEST(BlockDesigns, ListsAndSamplesAreStillMultiplied) {
  EXPECT_EQ(designed("tasks = [10, 20, 30]\nwidth = { from = 0.1, to = 0.9 }\nsamples = 2\n"
                     "design = { by = \"random\", points = 5 }")
                .size(),
            3U * 5 * 2);
}

// Ten draws from two integers.
TEST(BlockDesigns, PointsThatCoincideCountOnce) {
  const Texts found = designed("tasks = { from = 5, to = 6 }\nwidth = 0.5\ndesign = { by = \"random\", points = 10 }");
  EXPECT_THAT(found, testing::UnorderedElementsAre("5/0.5/0", "6/0.5/0"));
}

TEST(BlockDesigns, DrawsThatMakeNoSense) {
  EXPECT_THAT(design_error("tasks = 5\nwidth = 0.5\ndesign = { by = \"sobol\", points = 4 }"),
              AllOf(StartsWith("small.toml:17: "), HasSubstr("ranges without steps, but the block has none")));
  EXPECT_THAT(design_error("tasks = { from = 5, to = 6 }\nwidth = 0.5\ndesign = { by = \"sobl\", points = 4 }"),
              HasSubstr("there is no design \"sobl\" (did you mean \"sobol\"?)"));
  for (const char* points : {"0", "1000000000", "2.5", "\"a\""})
    EXPECT_THAT(design_error(fmt::format(
                    "tasks = {{ from = 5, to = 6 }}\nwidth = 0.5\ndesign = {{ by = \"sobol\", points = {} }}", points)),
                HasSubstr("needs points, an integer from 1 to 250000"))
        << points;
  EXPECT_THAT(design_error("tasks = 5\nwidth = 0.5\ndesign = 4"), HasSubstr("design needs by: "));
  EXPECT_THAT(design_error("tasks = { from = 5, to = 6 }\nwidth = 0.5"),
              HasSubstr("lacks steps: { from = 1, to = 1000, steps = 7 } has 7 values"));
}

}  // namespace
}  // namespace palio
