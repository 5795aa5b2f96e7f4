#include "analysis/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/report/charts/drawing.h"
#include "core/error.h"
#include "storage/read/campaign_digest.h"
#include "storage/write/result_store.h"
#include "tests/analysis/claims/outcomes.h"
#include "tests/analysis/made_campaign.h"
#include "tests/analysis/worlds.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of(const std::vector<MadeResult>& results, std::string_view charts = "draw();",
                    const std::string& study = "made") {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), results, study);
  return report_page(folder.file("made.db"), charts);
}

// Means 15 s of 10 and 20 s: the interval is 12.7062 x 7.0711 / sqrt(2) = 63.5 (Student's t, one degree of freedom),
// and no makespan is below 0.
TEST(Report, CountsFailuresBesideMeans) {
  const std::string page = page_of({{.sample = 1, .strategy = "A", .makespan = 10},
                                    {.sample = 2, .strategy = "A", .makespan = 20},
                                    {.sample = 3, .strategy = "A", .fails = true}});
  EXPECT_THAT(page, HasSubstr("</th><td class=number>15 <span class=whole>[0, 79]</span></td>"));
  EXPECT_THAT(page, HasSubstr("<td class=number>2</td><td class=number><b class=bad>1</b></td></tr>"));
  EXPECT_THAT(page, HasSubstr("Over the <b>2</b> instances that <bdi>A</bdi> completed.</p>"));
  EXPECT_THAT(page, HasSubstr("for new draws, not just the 2 draws of workloads"));
  EXPECT_THAT(page, HasSubstr("made to fail"));
}

// The same two graphs on two sites are two draws, not four: 12.7062 x sqrt(50 / 2) again, and B's ratio of 2 is exact.
TEST(Report, IntervalsAreThoseOfTheDraws) {
  std::vector<MadeResult> results;
  for (const char* site : {"lille", "nancy"})
    for (const int sample : {1, 2}) {
      results.push_back({.platform = site, .sample = sample, .strategy = "A", .makespan = 10.0 * sample});
      results.push_back({.platform = site, .sample = sample, .strategy = "B", .makespan = 20.0 * sample});
    }
  const std::string page = page_of(results);
  EXPECT_THAT(page, HasSubstr("Over the <b>4</b> instances that all 2 compared strategies completed.</p>"));
  EXPECT_THAT(page, HasSubstr("<td class=number>15 <span class=whole>[0, 79]</span></td>"));
  EXPECT_THAT(page, HasSubstr("<td class=number>2.000</td><td class=number>30.00</td><td class=number>4</td>"));
}

// B completed the second instance alone: only that compares them. C never ran where A did, and D always fails.
TEST(Report, ComparesWhatAllCompletedAndSaysWhoIsNotCompared) {
  const std::string page = page_of({{.sample = 1, .strategy = "A", .makespan = 10},
                                    {.sample = 1, .strategy = "B", .fails = true},
                                    {.sample = 2, .strategy = "A", .makespan = 20},
                                    {.sample = 2, .strategy = "B", .makespan = 10},
                                    {.sample = 3, .strategy = "C", .makespan = 1},
                                    {.sample = 1, .strategy = "D", .fails = true}});
  EXPECT_THAT(page,
              HasSubstr("Over the <b>1</b> instance that all 2 compared strategies completed. The other strategies"));
  EXPECT_THAT(page, HasSubstr("<td class=number>20.00</td><td class=number>2.000</td><td class=number>20.00</td>"));
  EXPECT_THAT(page, HasSubstr("not run everywhere"));
  EXPECT_THAT(page, HasSubstr("completed nothing"));
}

// Of six instances that both completed three have an unfairness: three of A, and of B.
TEST(Report, SaysWhereWhatCompletedLacksTheMetric) {
  std::vector<MadeResult> results;
  for (int sample = 1; sample <= 6; ++sample)
    for (const char* strategy : {"A", "B"})
      results.push_back({.sample = sample, .strategy = strategy, .unfairness = sample <= 3 ? sample : k_absent});
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), results);
  const std::string page = report_page(folder.file("made.db"), "", {.metric = "unfairness"});
  EXPECT_THAT(page, HasSubstr("<p>Over <b>3 of 6</b> instances that all 2 compared strategies completed: the others "
                              "lack a value to compare.</p>"));
  EXPECT_THAT(page, HasSubstr("<td class=number>3</td><td class=number>6</td><td class=number>0</td></tr>"));
}

// A ran on one of the two instances of B.
TEST(Report, NamesTheOnlyOneThatIsCompared) {
  const std::string page = page_of({{.sample = 1, .strategy = "A", .makespan = 10},
                                    {.sample = 1, .strategy = "B", .makespan = 20},
                                    {.sample = 2, .strategy = "B", .makespan = 20}});
  EXPECT_THAT(page, HasSubstr("Over the <b>2</b> instances that <bdi>B</bdi> completed. The other strategies"));
}

TEST(Report, SaysWhenNothingIsCommon) {
  const std::string page = page_of({{.sample = 1, .strategy = "A", .makespan = 10},
                                    {.sample = 1, .strategy = "B", .fails = true},
                                    {.sample = 2, .strategy = "A", .fails = true},
                                    {.sample = 2, .strategy = "B", .makespan = 10}});
  EXPECT_THAT(page, HasSubstr("On no instance do all compared strategies have a value"));
  EXPECT_THAT(page, HasSubstr("There are no intervals"));
}

// Both campaigns have A on the first draw: 10 s and 12 s. The mean of A in b.db is over its two draws.
TEST(Report, OfSeveralCampaignsSaysWhatEachHoldsAndWhatTheyShare) {
  const TemporaryFolder folder;
  const std::string a = folder.file("a.db"), b = folder.file("b.db");
  store_campaign(a, {{.sample = 1, .strategy = "A", .makespan = 10}, {.sample = 1, .strategy = "C", .fails = true}});
  store_campaign(b, {{.sample = 1, .strategy = "A", .makespan = 12},
                     {.sample = 2, .strategy = "A", .makespan = 20},
                     {.sample = 1, .strategy = "B", .makespan = 5}});
  const std::string page = report_page(a, "", {.others = {b}});
  EXPECT_THAT(page, HasSubstr("<b>2</b> <a href=#campaigns>campaigns</a> read as one: <b>5</b> scenarios stored, "
                              "<b>4</b> completed, <b>1</b> failed."));
  EXPECT_THAT(page, HasSubstr(to_text(digest_campaign(b).digest)));
  EXPECT_THAT(page, HasSubstr("Scenarios that are in several campaigns do not all agree."));
  EXPECT_THAT(page, HasSubstr("<td class=number>1</td><td><bdi>A</bdi></td><td class=number>0</td><td "
                              "class=number>0</td><td class=number>1</td><td>makespan: 0.2000</td>"));
  for (const std::string& name : {"A in " + a, "A in " + b, std::string("B")})
    EXPECT_THAT(page, HasSubstr("<bdi>" + name + "</bdi></th>")) << name;
  EXPECT_THAT(page, Not(HasSubstr("The paper's claims and figures are left out")));
}

TEST(Report, OfSeveralCampaignsPoolsOtherDraws) {
  const TemporaryFolder folder;
  const std::string a = folder.file("a.db"), b = folder.file("b.db");
  store_campaign(a, {{.sample = 1, .strategy = "A", .makespan = 10}});
  store_campaign(b, {{.sample = 2, .strategy = "A", .makespan = 20}});
  const std::string page = report_page(a, "", {.others = {b}});
  EXPECT_THAT(page, HasSubstr("No scenario is in several of them: their results are pooled."));
  EXPECT_THAT(page, HasSubstr("15 <span class=whole>[0, 79]</span>"));
}

// A claim is about a strategy, and here each is one for each campaign.
TEST(Report, OfSeveralCampaignsIsAboutOnePaper) {
  const TemporaryFolder folder;
  const std::string a = folder.file("a.db"), b = folder.file("b.db"), c = folder.file("c.db");
  store_campaign(a, batch_world(), "ptg-batch");
  store_campaign(b, batch_world(), "ptg-batch");
  store_campaign(c, {{.strategy = "A"}}, "mixed-parallel");
  const std::string page = report_page(a, "", {.others = {b}});
  EXPECT_THAT(page, HasSubstr("agree to the last bit"));
  EXPECT_THAT(page, HasSubstr("The paper's claims and figures are left out"));
  EXPECT_THAT(page, Not(HasSubstr("id=claims")));
  EXPECT_THAT(error_of<UserError>([&] { report_page(a, "", {.others = {c}}); }),
              testing::AllOf(testing::StartsWith(a + " is about "), HasSubstr(", and " + c + " about "),
                             HasSubstr(": a report is about one paper; write one of each")));
}

// Claims that measured something have a picture; the paper's value is in it only where its words have one number.
TEST(Report, ClaimsHaveAPictureOfWhatWasMeasured) {
  const std::string page = page_of(batch_world(), "draw();", "ptg-batch");
  std::size_t pictures = 0, diamonds = 0;
  for (std::size_t at = page.find("<svg class=claim"); at != std::string::npos;
       at = page.find("<svg class=claim", at + 1)) {
    ++pictures;
    diamonds += page.substr(at, page.find("</svg>", at) - at).find("<path d=\"M") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(pictures, diamonds);  // "more", "fairer"
  EXPECT_GT(diamonds, 0U);
}

// All are alike: differences that the slides claim deviate, equalities are reproduced.
TEST(Report, ClaimsThatDeviateComeFirst) {
  std::vector<MadeResult> alike = batch_world();
  for (MadeResult& result : alike) result.makespan = 100, result.average_stretch = 2, result.max_stretch = 4;
  const std::string page = page_of(repeated(alike, 50), "draw();", "ptg-batch");
  const std::size_t begin = page.find("<tbody>", page.find("<section id=claims>"));
  const std::string rows = page.substr(begin, page.find("</tbody>", begin) - begin);
  const std::size_t last = rows.rfind("deviates");
  ASSERT_NE(last, std::string::npos);
  ASSERT_NE(rows.find("reproduced"), std::string::npos);
  EXPECT_LT(last, std::min(rows.find("reproduced"), rows.find("not enough data")));
}

// The chart of all strategies is what a reader sees first.
TEST(Report, BeginsWithTheRanking) {
  const std::string page = page_of({{.strategy = "A"}, {.strategy = "B", .makespan = 2}});
  EXPECT_LT(page.find("<section id=ranking>"), page.find("<section id=results>"));
}

TEST(Report, ClaimsSayHowManyResultsFailed) {
  const std::vector<MadeResult> results{{.sample = 1, .strategy = "COMB_C1", .average_stretch = 1, .max_stretch = 5},
                                        {.sample = 2, .strategy = "COMB_C1", .fails = true}};
  EXPECT_THAT(page_of(results, "draw();", "ptg-combined"),
              HasSubstr("1 lack data. 1 of 2 results failed; claims compare only instances"));
  EXPECT_THAT(page_of({results[0]}, "draw();", "ptg-combined"), HasSubstr("1 lack data.</p>"));
}

TEST(Report, AnswersItsQuestionAtTheTop) {
  const std::string page = page_of({{.sample = 1, .strategy = "A", .makespan = 10},
                                    {.sample = 1, .strategy = "B", .makespan = 20},
                                    {.sample = 2, .strategy = "A", .makespan = 10},
                                    {.sample = 2, .strategy = "B", .makespan = 15}});
  const std::size_t answer = page.find("<p class=answer><b>By makespan there is no clear winner among 2 strategies");
  ASSERT_NE(answer, std::string::npos);  // of two instances nothing can be told
  EXPECT_LT(page.find("<h1>"), answer);
  EXPECT_GT(page.find("scenarios stored"), answer);
}

// Means, ranks and tests of instances that were searched to be bad for a strategy are about the search.
TEST(Report, OfASearchInfersNothing) {
  const TemporaryFolder folder;
  store_scenarios(folder.file("duels.db"), scenarios_of({{"A", "B", 0, 3, 2, 1}, {"B", "A", 0, 5, 8, 2}}), "duel");
  const std::string page = report_page(folder.file("duels.db"), "");
  EXPECT_THAT(page, HasSubstr("<b><bdi>B</bdi> takes 4 times as long as <bdi>A</bdi></b>"));
  EXPECT_THAT(page, HasSubstr("<section id=duels>"));
  for (const std::string_view inference : {"is the best of", "Mean ranks", "which strategies differ", "id=ranking",
                                           "id=results", "id=comparison", "id=effects", "confidence interval"})
    EXPECT_THAT(page, Not(HasSubstr(inference)));
}

// B is twice as good on nine instances, and a million times as bad on the tenth, whose 1e7 s are 99.99... % of its sum.
// Geometric means of the factors: A (2^9 * 1)^(1/10) = 1.866, B (1e6)^(1/10) = 3.981.
TEST(Report, OneInstanceDoesNotRuleTheAnswer) {
  std::vector<MadeResult> results;
  for (int i = 1; i <= 10; ++i) {
    results.push_back({.sample = i, .strategy = "A", .makespan = 10});
    results.push_back({.sample = i, .strategy = "B", .makespan = i == 10 ? 1e7 : 5});
  }
  const std::string page = page_of(results);
  EXPECT_THAT(page,
              HasSubstr("the geometric mean factor behind the best of each of 10 instances (a single instance makes "
                        "up 100 % of a strategy's sum, so the mean says little): 1.866, first on 1"));
  EXPECT_THAT(page, HasSubstr("more than half of the sum of <bdi>B</bdi> (100 %): such a mean says nothing"));
  EXPECT_THAT(page, HasSubstr("<bdi>B</bdi> is first on most instances (9 against 1)"));
}

TEST(Report, IsAboutTheMetricThatIsAskedFor) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), {{.strategy = "A", .makespan = 1, .efficiency = 0.5},
                                          {.strategy = "B", .makespan = 2, .efficiency = 0.8}});
  const std::string page = report_page(folder.file("made.db"), "draw();", {.metric = "efficiency"});
  EXPECT_THAT(page, HasSubstr("mean efficiency</th>"));
  EXPECT_THAT(page, HasSubstr("<h2>Ranking by efficiency</h2>"));
  EXPECT_THAT(page, HasSubstr("<th scope=col class=number>makespan (s)</th>"));  // among the others
  // 0.8 / 0.5: A is a factor 1.6 behind.
  EXPECT_THAT(page, HasSubstr("<td class=number>1.600</td>"));
}

// The closest to the best first in both tables: B, though A comes before it.
TEST(Report, BothTablesHaveOneOrder) {
  const std::string page = page_of(
      {{.strategy = "A", .makespan = 2, .efficiency = 0.5}, {.strategy = "B", .makespan = 1, .efficiency = 0.4}});
  const std::size_t others = page.find("By strategy: means of the other metrics</span>");
  ASSERT_NE(others, std::string::npos);
  EXPECT_LT(page.find("<bdi>B</bdi></th>"), page.find("<bdi>A</bdi></th>"));
  EXPECT_LT(page.find("<bdi>B</bdi></th>", others), page.find("<bdi>A</bdi></th>", others));
}

TEST(Report, MetricThatAllStrategiesShareIsASentence) {
  const std::string page = page_of(
      {{.strategy = "A", .makespan = 2, .efficiency = 0.5}, {.strategy = "B", .makespan = 1, .efficiency = 0.5}});
  EXPECT_THAT(page, HasSubstr("<p class=constant>The efficiency is 0.5000 for all strategies.</p>"));
  EXPECT_THAT(page, Not(HasSubstr("means of the other metrics")));
}

// S21 takes 1 s, S20 2 s, ..., S1 21 s: of 21 strategies charts show S21 to S7, and S3 if that is asked for.
class ManyStrategies : public testing::Test {
protected:
  ManyStrategies() {
    std::vector<MadeResult> results;
    for (int sample = 0; sample < 2; ++sample)
      for (int i = 1; i <= 21; ++i)
        results.push_back({.sample = sample, .strategy = fmt::format("S{}", i), .makespan = 22.0 - i});
    store_campaign(file_, results);
  }

  // The strategies of the bars of a page's ranking, in their order.
  std::vector<std::string> ranked(const ReportWish& wish) const {
    const Figure figure = shown_part(campaign_figure(file_, "degradation", wish));
    std::vector<std::string> strategies;
    for (const auto& row : figure.data.rows) strategies.push_back(std::get<std::string>(row[0]));
    return strategies;
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("made.db");
};

TEST_F(ManyStrategies, ChartsShowTheBest) {
  const auto strategies = ranked({});
  ASSERT_EQ(strategies.size(), 15U);
  EXPECT_EQ(strategies.front(), "S21");
  EXPECT_EQ(strategies.back(), "S7");
  const auto asked = ranked({.strategies = {"S3", "S21"}});
  ASSERT_EQ(asked.size(), 16U);
  EXPECT_EQ(asked.back(), "S3");
  EXPECT_THAT(
      error_of([&] { ranked({.strategies = {"S33"}}); }),
      HasSubstr("the campaign has no strategy S33 (did you mean \"S13\"?)"));  // the first by label of several as near
}

TEST_F(ManyStrategies, TablesFoldTheRest) {
  const std::string page = report_page(file_, "draw();");
  EXPECT_THAT(page, HasSubstr("the closest to the best first: the first 15 of 21</span>"));
  EXPECT_THAT(page, HasSubstr("<details><summary>All 21 strategies</summary>"));
  EXPECT_THAT(page, HasSubstr("The chart shows 15 of 21 strategies, the best by the ranking."));
  // Of 21 * 20 / 2 pairs 15 * 14 / 2 are in the chart and, since 210 rows have too many cells, in the table.
  EXPECT_THAT(page, HasSubstr("Data (105 rows)"));
  EXPECT_THAT(page, HasSubstr("Of 210 rows those of the shown strategies; palio report CAMPAIGN --figure pairs"));
  EXPECT_EQ(campaign_figure(file_, "pairs").data.rows.size(), 210U);
  EXPECT_EQ(shown_part(campaign_figure(file_, "pairs")).data.rows.size(), 105U);
}

TEST(Report, TwentyStrategiesAreShownWhole) {
  std::vector<MadeResult> results;
  for (int i = 1; i <= 20; ++i) results.push_back({.strategy = fmt::format("S{}", i), .makespan = 22.0 - i});
  const std::string page = page_of(results);
  EXPECT_THAT(page, Not(HasSubstr("<summary>All 20")));
  EXPECT_THAT(page, Not(HasSubstr("The chart shows")));
}

TEST(Report, BearsTheDigestAndTheDateOfItsResults) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), {{.strategy = "A"}});
  const std::string page = report_page(folder.file("made.db"), "draw();");
  EXPECT_THAT(page, HasSubstr("<code>" + to_text(digest_campaign(folder.file("made.db")).digest) + "</code>"));
  const std::string date = CampaignReader(folder.file("made.db")).sessions().back().ended.substr(0, 10);
  EXPECT_THAT(page, HasSubstr("last run ended " + date));
}

TEST(Report, StrategiesBearTheirMarkInTables) {
  const std::string page = page_of({{.strategy = "A"}, {.strategy = "B", .makespan = 2}});
  EXPECT_THAT(page, HasSubstr("<th scope=row><span class=\"mark s0\" aria-hidden=true>●</span><bdi>A</bdi></th>"));
  EXPECT_THAT(page, HasSubstr("<th scope=row><span class=\"mark s1\" aria-hidden=true>●</span><bdi>B</bdi></th>"));
}

TEST(Report, LoadsNothingAndRunsOnlyItsOwnScripts) {
  const std::string page = page_of({{.strategy = "A"}});
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-eval")));
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
}

TEST(Report, WithoutChartsSaysSoAndShowsTheTables) {
  const std::string page = page_of({{.strategy = "A"}, {.strategy = "B", .makespan = 2}}, "");
  EXPECT_THAT(page, HasSubstr("built without npm"));
  EXPECT_THAT(page, HasSubstr("<details open>"));
  EXPECT_THAT(page, Not(HasSubstr("class=chart-data")));
  EXPECT_THAT(page, Not(HasSubstr("vegaEmbed")));
}

TEST(Report, CampaignGivesTheSamePageEveryTime) {
  EXPECT_THAT(page_of({{.strategy = "A"}}), HasSubstr("nonce-"));
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), {{.strategy = "A"}});
  EXPECT_EQ(report_page(folder.file("made.db"), "x"), report_page(folder.file("made.db"), "x"));
}

TEST(Report, EmptyCampaignSaysSo) {
  const TemporaryFolder folder;
  { ResultStore(folder.file("empty.db"), study_info("nothing")); }
  const std::string page = report_page(folder.file("empty.db"), "draw();");
  EXPECT_THAT(page, HasSubstr("No session has run: the campaign is empty"));
  EXPECT_THAT(page, Not(HasSubstr("<section id=results>")));
}

// Its tables have no columns for the parameters yet that the paper's figures ask for.
TEST(Report, EmptyCampaignOfAPaperHasNoFigures) {
  const TemporaryFolder folder;
  for (const char* study : {"mixed-parallel", "ptg-constrained", "ptg-batch", "bag-of-tasks", "shared-files-table1",
                            "classic-benchmark", "classic-parametric", "duel"}) {
    { ResultStore(folder.file(study), study_info(study)); }
    EXPECT_THAT(report_page(folder.file(study), "draw();"), Not(HasSubstr("<figure"))) << study;
  }
}

TEST(Report, CampaignOfFailuresSaysSo) {
  const std::string page = page_of({{.strategy = "A", .fails = true}});
  EXPECT_THAT(page, HasSubstr("Every stored scenario failed"));
  EXPECT_THAT(page, HasSubstr("<section id=failures>"));
}

// The session wants 10 scenarios, of which 2 were there before it began.
TEST(Report, RunningCampaignSaysSo) {
  const TemporaryFolder folder;
  ResultStore store(folder.file("running.db"), study_info("slow"));
  store.add_platforms(stars(1));
  store.add_workloads(chains(1));
  store.add_strategies(fasts(1));
  store.begin_session(session_info());
  store.write(std::vector<StoredResult>{completed({1, 1, 1}, 5)});
  EXPECT_THAT(report_page(folder.file("running.db"), "draw();"),
              HasSubstr("The campaign is still running: 3 of 10 scenarios are stored"));
}

TEST(Report, UnfinishedCampaignSaysSo) {
  // The made session wants 10 scenarios and holds 2 + 1.
  EXPECT_THAT(page_of({{.strategy = "A"}}), HasSubstr("The campaign is unfinished: 3 of 10 scenarios are stored"));
}

// The paper's Figure 2 asks for a parameter that the made scenarios lack: its query would fail.
TEST(Report, OneFigureAsksNothingOfTheOthers) {
  const TemporaryFolder folder;
  const std::string file = folder.file("made.db");
  store_campaign(file, {{.strategy = "A"}, {.strategy = "B", .makespan = 2}}, "mixed-parallel");
  EXPECT_EQ(campaign_figure(file, "distribution").data.rows.size(), 2U);
  EXPECT_THROW(campaign_figure(file, "fig2"), UserError);
}

TEST(Report, FigureWithoutDataNamesThoseThatHaveSome) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), {{.strategy = "A"}, {.strategy = "B", .makespan = 2}});
  // No made scenario has an unfairness.
  const std::string error = test::error_of([&] { campaign_figure(folder.file("made.db"), "unfairness-trade-off"); });
  EXPECT_THAT(error, HasSubstr("has no figure unfairness-trade-off"));
  EXPECT_THAT(error, HasSubstr("--figure list names those that have data"));
}

TEST(Report, UnknownFigureNamesTheNearest) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), {{.strategy = "A"}, {.strategy = "B", .makespan = 2}});
  EXPECT_THAT(test::error_of([&] { campaign_figure(folder.file("made.db"), "profil"); }),
              HasSubstr("has no figure profil (did you mean \"profile\"?)"));
}

TEST(Drawing, WithoutItsScriptNamesWhatCanBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THAT(test::error_of([&] { draw_picture({}, PictureKind::svg, {}, folder.file("nowhere")); }),
              HasSubstr("write the figure as .json"));
}

}  // namespace
}  // namespace palio::test
