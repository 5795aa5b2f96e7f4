#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/study/study.h"
#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// The small study with one piece of text replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(test::k_small_study);
  const std::size_t position = text.find(from);
  EXPECT_NE(position, std::string::npos) << from;
  return text.replace(position, from.size(), to);
}

std::string study_error(const std::string& text) {
  return test::error_of([&] { test::study(text); });
}

// 6 axes of 100 values are 10^12 points; with 100 of clusters and 100 of heterogeneity there are 10^4 x 2 samples.
std::string study_of_axes(int axes) {
  std::string values = "1";
  for (int i = 2; i <= 100; ++i) values += fmt::format(", {}", i);
  const std::vector<std::string> names{"clusters",       "heterogeneity",    "min_processors",
                                       "max_processors", "backbone_latency", "backbone_bandwidth"};
  std::string text(test::k_small_study);
  const std::string fixed = "clusters      = [1, 2]\nmin_speed     = 1e9\nheterogeneity = 1\nmax_processors = 24\n";
  text.erase(text.find(fixed), fixed.size());
  std::string lists = "min_speed = 1e9\n";
  for (int i = 0; i < axes; ++i) lists += fmt::format("{} = [{}]\n", names[static_cast<std::size_t>(i)], values);
  return text.insert(text.find("samples       = 2"), lists);
}

TEST(StudyFile, RefusesAProductThatNoMemoryHolds) {
  EXPECT_EQ(test::study(study_of_axes(2)).platforms.size(), 20'000U);
  EXPECT_THAT(study_error(study_of_axes(6)),
              AllOf(StartsWith("small.toml:5: "), HasSubstr("2000000000000 platform points, at most 250000")));
}

// Three blocks of 10^5 samples each, all of another jump.
TEST(StudyFile, RefusesBlocksThatAreTooManyTogether) {
  std::string text(test::k_small_study);
  const std::string many = "samples    = 2";
  text.replace(text.rfind(many), many.size(), "samples    = 33333");  // x 3 of tasks
  const std::string block =
      text.substr(text.find("[[workload]]"), text.find("[[strategy]]") - text.find("[[workload]]"));
  for (const int jump : {2, 3}) {
    std::string next = block;
    next.replace(next.find("jump       = 1"), 14, fmt::format("jump = {}", jump));
    text += next;
  }
  EXPECT_THAT(study_error(text), HasSubstr("299997 workload points, at most 250000"));
}

TEST(StudyFile, RefusesAnAxisZippedWithItself) {
  EXPECT_THAT(study_error(changed("max_processors = 24", "max_processors = 24\nzip = [[\"clusters\", \"clusters\"]]")),
              AllOf(StartsWith("small.toml:11: "), HasSubstr("zip names \"clusters\"")));
}

// A table in a table in a table: taking 50,000 of them down needs more than the stack.
TEST(StudyFile, RefusesKeysOfManyParts) {
  for (const std::string part : {"a", "1", "a1", "\"a\""}) {
    std::string key = part;
    for (int i = 0; i < 100'000; ++i) key += "." + part;
    EXPECT_THAT(study_error("\n" + key + " = 1\n"), StartsWith("small.toml:2: more than 100 dots")) << part;
    EXPECT_THAT(study_error("[" + key + "]\n"), StartsWith("small.toml:1: more than 100 dots")) << part;
  }
}

// Only keys nest: texts of all four kinds and comments may have any number of dots, also in the line of a key.
TEST(StudyFile, DotsOfTextsAndCommentsAreNoDotsOfAKey) {
  std::string dots;
  for (int i = 0; i < 200; ++i) dots += "a.b ";
  for (const std::string& text : {"\"\\\"" + dots + "\" # " + dots, "'" + dots + "'",
                                  "\"\"\"\"\"\n" + dots + "\\\"\"\"\"\"\"", "'''\n" + dots + "''" + dots + "'''"}) {
    EXPECT_THAT(test::study(changed("seed = 5", "seed = 5\nsource = " + text)).source, HasSubstr(dots)) << text;
    std::string key = "a";
    for (int i = 0; i < 200; ++i) key += ".a";
    EXPECT_THAT(study_error(changed("seed = 5", "seed = 5\nsource = " + text + "\n" + key + " = 1")),
                HasSubstr("more than 100 dots in the keys"))
        << text;
  }
}

TEST(StudyFile, DecimalPointsAreNoDotsOfAKey) {
  std::string list = "0.0";
  for (int i = 1; i < 1000; ++i) list += fmt::format(",{:.3f}", i * 1e-3);
  EXPECT_EQ(test::study(changed("width      = 0.5", "width = [" + list + "]")).workloads.size(), 6000U);
}

TEST(StudyFile, RefusesANameThatNoFileCanHave) {
  for (const char* name : {"a\\u0000b", "a\\u007f", "a\\tb", "a/b", "a b"})
    EXPECT_THAT(study_error(changed("\"small\"", fmt::format("\"{}\"", name))),
                HasSubstr("name must have no space or slash, because it names the database"))
        << name;
}

TEST(StudyFile, RefusesAFileFamilyWithoutItsPath) {
  EXPECT_THAT(study_error("[study]\nname = \"f\"\nseed = 1\n[[platform]]\nfamily = \"file\"\n"),
              AllOf(StartsWith("small.toml:4: "), HasSubstr("parameter \"path\" of file is missing")));
}

TEST(StudyFile, ExpandsTheCrossProductInTheOrderOfTheFile) {
  const Study study = test::study(test::k_small_study);
  EXPECT_EQ(study.name, "small");
  EXPECT_EQ(study.seed, 5);
  EXPECT_EQ(study.instance_count(), 24U);
  EXPECT_EQ(study.scenario_count(), 48U);
  std::vector<std::string> platforms;
  for (const Spec& p : study.platforms)
    platforms.push_back(to_text(p.recipe.parameters.at("clusters")) + '/' + to_text(p.recipe.parameters.at("sample")));
  EXPECT_EQ(platforms, (std::vector<std::string>{"1/0", "1/1", "2/0", "2/1"}));
  std::vector<std::string> workloads;
  for (const Spec& w : study.workloads)
    workloads.push_back(to_text(w.recipe.parameters.at("tasks")) + '/' + to_text(w.recipe.parameters.at("sample")));
  EXPECT_EQ(workloads, (std::vector<std::string>{"5/0", "5/1", "8/0", "8/1", "10/0", "10/1"}));
}

TEST(StudyFile, IdentityDoesNotDependOnTheOrderOrTheSpelling) {
  const Study a =
      test::study(changed("min_speed     = 1e9\nheterogeneity = 1", "heterogeneity = 1.0\nmin_speed = 1000000000"));
  const Study b = test::study(test::k_small_study);
  for (std::size_t i = 0; i < a.platforms.size(); ++i) EXPECT_EQ(a.platforms[i].recipe, b.platforms[i].recipe);
}

TEST(StudyFile, BlocksOfAKindAreUnited) {
  const Study study =
      test::study(std::string(test::k_small_study) + "[[strategy]]\nname = \"M-HEFT-IMP\"\nthreshold = [0.1, 0.2]\n");
  ASSERT_EQ(study.strategies.size(), 4U);
  EXPECT_EQ(canonical_text(study.strategies[3]), "M-HEFT-IMP:imp_base=step,threshold=0.2");
}

TEST(StudyFile, ZipWalksAxesTogether) {
  const Study study =
      test::study(changed("clusters      = [1, 2]\nmin_speed     = 1e9",
                          "clusters      = [1, 2]\nmin_speed = [1e9, 2e9]\nzip = [[\"clusters\", \"min_speed\"]]"));
  ASSERT_EQ(study.platforms.size(), 4U);
  EXPECT_EQ(real_of(study.platforms[0].recipe.parameters, "min_speed"), 1e9);
  EXPECT_EQ(real_of(study.platforms[2].recipe.parameters, "min_speed"), 2e9);
}

TEST(StudyFile, InputFilesAreKnownByTheirContent) {
  const test::TemporaryFolder folder;
  folder.write("p.json", R"({"format":"palio-platform","version":1,"clusters":[
    {"name":"c","processors":4,"speed":1e9,"processor_link":{"bandwidth":1.25e8,"latency":1e-4}}]})");
  std::string text(test::k_small_study);
  text.replace(text.find("[[platform]]"), text.find("[[workload]]") - text.find("[[platform]]"),
               "[[platform]]\nfamily = \"file\"\npath = [\"p.json\"]\n\n");
  const Study study = load_study(folder.write("s.toml", text));
  ASSERT_EQ(study.platforms.size(), 1U);
  EXPECT_THAT(study.platforms[0].definition, HasSubstr("palio-platform"));
  EXPECT_EQ(text_of(study.platforms[0].recipe.parameters, "digest"), content_digest(study.platforms[0].definition));

  folder.write("p.json", "{ nonsense");
  EXPECT_THROW(load_study(folder.file("s.toml")), UserError);
  std::filesystem::remove(folder.file("p.json"));
  EXPECT_THAT(test::error_of([&] { load_study(folder.file("s.toml")); }),
              AllOf(HasSubstr("p.json"), HasSubstr("no such file")));
}

TEST(StudyFile, NamesTheLineOfBrokenToml) {
  EXPECT_THAT(study_error(changed("seed = 5", "seed = ")), StartsWith("small.toml:3: "));
}

TEST(StudyFile, UnknownKeys) {
  EXPECT_THAT(study_error(changed("seed = 5", "seed = 5\ntitel = \"x\"")),
              "small.toml:4: unknown key \"titel\" in [study] (did you mean \"title\"?)");
  EXPECT_THAT(study_error(changed("clusters      =", "cluster =")),
              "small.toml:7: random-multi-cluster has no parameter \"cluster\" (did you mean \"clusters\"?)");
  EXPECT_THAT(study_error(std::string(test::k_small_study) + "[[strategies]]\nname = \"HCPA\"\n"),
              HasSubstr("unknown key \"strategies\" in a study file (did you mean \"strategy\"?)"));
}

TEST(StudyFile, UnknownNames) {
  EXPECT_THAT(
      study_error(changed("\"M-HEFT-MAX\"", "\"M-HEFT-MAXX\"")),
      AllOf(StartsWith("small.toml:27: unknown strategy \"M-HEFT-MAXX\""), HasSubstr("did you mean \"M-HEFT-MAX\"?")));
  EXPECT_THAT(study_error(changed("\"random-ptg\"", "\"random-pgt\"")), HasSubstr("did you mean \"random-ptg\"?"));
  EXPECT_THAT(study_error(changed("\"random-multi-cluster\"", "\"random-multicluster\"")),
              HasSubstr("did you mean \"random-multi-cluster\"?"));
}

TEST(StudyFile, WrongTypes) {
  EXPECT_THAT(study_error(changed("clusters      = [1, 2]", "clusters = [1, \"two\"]")),
              "small.toml:7: parameter \"clusters\" of random-multi-cluster must be an integer, not the text \"two\"");
  EXPECT_THAT(study_error(changed("clusters      = [1, 2]", "clusters = 1.5")),
              HasSubstr("must be an integer, not 1.5"));
  EXPECT_THAT(study_error(changed("jump       = 1", "jump = true")),
              HasSubstr("must be a number, a text, a range such as { from = 1, to = 10, "));
  EXPECT_THAT(study_error(changed("seed = 5", "seed = \"five\"")), HasSubstr("needs seed, an integer"));
  EXPECT_THAT(study_error(changed("name = \"small\"", "name = 3")), HasSubstr("name must be a text"));
  EXPECT_THAT(study_error(changed("samples       = 2", "samples = 0")), HasSubstr("samples must be an integer from 1"));
}

TEST(StudyFile, EmptyAxes) {
  EXPECT_THAT(study_error(changed("tasks      = [5, 8, 10]", "tasks = []")),
              "small.toml:15: axis \"tasks\" of random-ptg is empty");
}

TEST(StudyFile, ValuesOutOfRange) {
  EXPECT_THAT(study_error(changed("width      = 0.5", "width = 1.5")),
              AllOf(StartsWith("small.toml:16: "), HasSubstr("\"width\" of random-ptg is 1.5, outside [")));
  EXPECT_THAT(study_error(changed("clusters      = [1, 2]", "clusters = [0]")), HasSubstr("is 0, outside ["));
  EXPECT_THAT(study_error(changed("min_speed     = 1e9", "min_speed = nan")), HasSubstr("outside ["));
  EXPECT_THAT(study_error(changed("complexity = \"mixed\"", "complexity = \"mix\"")),
              HasSubstr("did you mean \"mixed\"?"));
}

// The small study with another workload block, whose first line is 14.
std::string study_of_batches(std::string_view lines) {
  std::string text(test::k_small_study);
  const std::size_t begin = text.find("[[workload]]");
  return text.replace(begin, text.find("[[strategy]]") - begin, fmt::format("[[workload]]\n{}\n", lines));
}

TEST(StudyFile, ListsOfValues) {
  const Study study =
      test::study(study_of_batches("family = \"fft-batch\"\nbatch = 1\npoints = [\"2 4\", \"8\"]\nsamples = 3"));
  EXPECT_EQ(study.workloads.size(), 6U);
  EXPECT_EQ(text_of(study.workloads.front().recipe.parameters, "points"), "2 4");
}

// As on the command line.
TEST(StudyFile, ANumberIsAListOfOneValue) {
  const Study study =
      test::study(study_of_batches("family = \"random-batch\"\nbatch = 1\ntask_counts = 10\nwidths = 0.50"));
  EXPECT_EQ(text_of(study.workloads.front().recipe.parameters, "task_counts"), "10");
  EXPECT_EQ(text_of(study.workloads.front().recipe.parameters, "widths"), "0.5");
}

TEST(StudyFile, ListsOfValuesInBrackets) {
  const auto recipes = [](std::string_view jumps) {
    std::vector<std::string> texts;
    for (const Spec& workload :
         test::study(study_of_batches(fmt::format("family = \"random-batch\"\nbatch = 1\njumps = {}", jumps)))
             .workloads)
      texts.push_back(text_of(workload.recipe.parameters, "jumps"));
    return texts;
  };
  EXPECT_EQ(recipes("[[1, 2], [4]]"), (std::vector<std::string>{"1 2", "4"}));
  EXPECT_EQ(recipes("[\"1 2\", [4]]"), recipes("[[1, 2], [4]]"));
}

TEST(StudyFile, TellsAllProblemsAtOnce) {
  EXPECT_EQ(
      study_error("[study]\nname = \"a b\"\nsed = 1\n[[platform]]\nfamily = \"star\"\nspeeed = 1\nworkers = \"x\"\n"
                  "[[workload]]\nfamily = \"random-pgt\"\n[[strategy]]\nname = \"HCPB\"\n"),
      "small.toml:3: unknown key \"sed\" in [study] (did you mean \"seed\"?)\n"
      "small.toml:2: name must have no space or slash, because it names the database, but is \"a b\"\n"
      "small.toml:1: [study] needs seed, an integer: it fixes every draw; a list of integers repeats the whole study\n"
      "small.toml:6: star has no parameter \"speeed\" (did you mean \"speed\"?)\n"
      "small.toml:7: parameter \"workers\" of star must be an integer, not the text \"x\"\n"
      "small.toml:9: unknown workload family \"random-pgt\" (did you mean \"random-ptg\"?)\n"
      "small.toml:11: unknown strategy \"HCPB\" (did you mean \"HCPA\"?)");
}

TEST(StudyFile, TellsAllMissingParametersAtOnce) {
  EXPECT_THAT(study_error(study_of_batches("family = \"random-ptg\"\njump = 1\ntasks = 5")),
              AllOf(StartsWith("small.toml:13: parameters of random-ptg are missing: \"width\": "),
                    HasSubstr("; \"regularity\": "), HasSubstr("; \"density\": "), HasSubstr("; \"complexity\": "),
                    HasSubstr("(valid: ")));
}

TEST(StudyFile, ListsThatMakeNoSense) {
  const auto error = [](std::string_view line) {
    return study_error(study_of_batches(fmt::format("family = \"random-batch\"\nbatch = 2\n{}", line)));
  };
  EXPECT_EQ(error("task_counts = \"\""), "small.toml:16: parameter \"task_counts\" of random-batch lists no value");
  EXPECT_EQ(error("task_counts = \"10 2x\""),
            "small.toml:16: parameter \"task_counts\" of random-batch must be an integer, not \"2x\"");
  EXPECT_EQ(error("widths = [\"0.5\", \"0.5 2\"]"),
            "small.toml:16: parameter \"widths\" of random-batch is 2, outside [0, 1]");
  EXPECT_EQ(error("complexities = \"sort matmull\""),
            "small.toml:16: parameter \"complexities\" of random-batch cannot be \"matmull\" (did you mean "
            "\"matmul\"?)");
  EXPECT_EQ(error("jumps = \"1,2\""), "small.toml:16: parameter \"jumps\" of random-batch is \"1,2\": write \"1 2\"");
  EXPECT_EQ(
      error("jumps = [1, 2]"),
      "small.toml:16: parameter \"jumps\" of random-batch is a list itself, so brackets are an axis of lists: write "
      "[[1, 2]] for one list of two values, [[1], [2]] for two lists");
  EXPECT_EQ(error("jumps = \"1  2\""), "small.toml:16: parameter \"jumps\" of random-batch is \"1  2\": write \"1 2\"");
  EXPECT_EQ(study_error(study_of_batches("family = \"fft-batch\"\nbatch = 2\npoints = \"4 6\"")),
            "small.toml:16: parameter \"points\" of fft-batch cannot be \"6\" (valid: 2, 4, 8, 16, 32, 64, 128, 256, "
            "512, 1024)");
}

TEST(StudyFile, MissingParametersAndTables) {
  EXPECT_THAT(study_error(changed("width      = 0.5\n", "")),
              HasSubstr("parameter \"width\" of random-ptg is missing"));
  EXPECT_THAT(study_error("[study]\nname = \"x\"\nseed = 1\n"), HasSubstr("there is no [[platform]] block"));
  EXPECT_THAT(study_error(""), HasSubstr("there is no [study] table"));
  EXPECT_THAT(study_error(changed("[[strategy]]\nname = \"HCPA\"", "[[strategy]]")),
              HasSubstr("[[strategy]] needs name"));
}

TEST(StudyFile, Duplicates) {
  EXPECT_THAT(study_error(std::string(test::k_small_study) + "[[strategy]]\nname = \"M-HEFT-MAX\"\nthreshold = 0.5\n"),
              AllOf(StartsWith("small.toml:28: duplicate strategy M-HEFT-MAX:threshold=0.5"), HasSubstr("line 26")));
  EXPECT_THAT(study_error(changed("tasks      = [5, 8, 10]", "tasks = [5, 5]")), HasSubstr("duplicate workload"));
}

TEST(StudyFile, FiltersThatMeanNothing) {
  for (const std::string key : {"only", "exclude"})
    EXPECT_THAT(study_error(changed("samples       = 2", "samples = 2\n" + key + " = []")),
                StartsWith("small.toml:12: " + key + " must be a condition in SQL"));
  EXPECT_THAT(study_error(changed("samples       = 2", "samples = 2\nzip = []")),
              StartsWith("small.toml:12: zip is an empty list"));
}

TEST(StudyFile, MetricThatRanksNobody) {
  EXPECT_THAT(study_error(changed("seed = 5", "seed = 5\nmetric = \"max_strech\"")),
              AllOf(StartsWith("small.toml:4: there is no metric max_strech (did you mean \"max_stretch\"?)"),
                    HasSubstr("palio list metrics")));
  EXPECT_THAT(study_error(changed("seed = 5", "seed = 5\nmetric = \"processors\"")),
              StartsWith("small.toml:4: processors describes a scenario"));
  EXPECT_EQ(study_error(changed("seed = 5", "seed = 5\nmetric = 1")), "small.toml:4: metric must be a text in quotes");
}

TEST(StudyFile, ZipsThatDoNotFit) {
  EXPECT_THAT(study_error(changed("min_speed     = 1e9", "min_speed = [1e9]\nzip = [[\"clusters\", \"min_speed\"]]")),
              HasSubstr("zipped axes differ in length: clusters has 2 values, min_speed has 1"));
  EXPECT_THAT(study_error(changed("min_speed     = 1e9", "min_speed = 1e9\nzip = [[\"clusters\", \"speed\"]]")),
              HasSubstr("zip names \"speed\""));
}

TEST(StudyFile, AStrategyThatCannotTakeThePlatforms) {
  EXPECT_THAT(study_error(changed("\"HCPA\"", "\"CPA\"")),
              AllOf(StartsWith("small.toml:5: strategy CPA schedules on one cluster, but a platform has 2 "
                               "clusters (random-multi-cluster:"),
                    HasSubstr("clusters=2,"), EndsWith("): leave one of them out")));
}

TEST(StudyFile, AMissingFile) {
  EXPECT_THROW(load_study("/nowhere/study.toml"), UserError);
  EXPECT_THROW(load_study("/tmp"), UserError);
}

// What can be checked only once the blocks are read: conditions of two blocks, of a strategy and of the study.
TEST(StudyFile, MistakesOfConditionsComeTogether) {
  const std::string text = changed("seed = 5", "seed = 5\nwhere = \"clusterz = 2\"");
  EXPECT_THAT(study_error(text + "platforms = \"clusters = 9\"\n[[platform]]\nfamily = \"one-cluster\"\n"
                                 "cluster_processors = 4\nspeed = 1e9\nexclude = \"clusters = 1\"\n"
                                 "[[reading]]\nname = \"a\"\n"),
              testing::MatchesRegex("small.toml:34: exclude .*\n"
                                    "small.toml:29: no platform of this study meets clusters = 9\n"
                                    "small.toml:4: .*clusterz.*\n"
                                    "small.toml:35: \\[\\[reading\\]\\] needs says, a text"));
}

// The values of an axis, and of several keys of a block.
TEST(StudyFile, MistakesOfABlockComeTogether) {
  std::string text = changed("tasks      = [5, 8, 10]", "tasks      = [5, 0, \"x\"]");
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 0");
  EXPECT_THAT(study_error(text), testing::MatchesRegex("small.toml:15: [^\n]* 0[^\n]*\nsmall.toml:15: [^\n]*x[^\n]*\n"
                                                       "small.toml:21: samples must be an integer from 1 to 250000"));
}

TEST(StudyFile, WhatIsNoTomlHidesTheRest) {
  EXPECT_THAT(study_error("[study]\nname = \"s\nsed = 1\n"),
              AllOf(StartsWith("small.toml:2: "), EndsWith("; the rest of the file is checked when this is TOML")));
}

}  // namespace
}  // namespace palio
