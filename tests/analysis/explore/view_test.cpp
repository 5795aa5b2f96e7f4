#include "analysis/explore/view.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "analysis/explore/panel_sql.h"
#include "analysis/explore/view_answer.h"
#include "analysis/explore/view_json.h"
#include "analysis/queries/query_tables.h"
#include "core/error.h"
#include "core/text/json_reader.h"
#include "core/tool.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

test::MadeScenario scenario(int platform_sample, double speed, int tasks, int workload_sample,
                            const std::string& strategy, double makespan) {
  return {.platform = {"random-multi-cluster", {{"min_speed", speed}, {"sample", std::int64_t{platform_sample}}}},
          .workload = {"random-ptg", {{"tasks", std::int64_t{tasks}}, {"sample", std::int64_t{workload_sample}}}},
          .strategy = strategy,
          .metrics = {{"makespan", makespan}}};
}

class ViewTest : public testing::Test {
protected:
  void store(const std::vector<test::MadeScenario>& scenarios) {
    test::store_scenarios(folder_.file("c.db"), scenarios);
    reader_.emplace(folder_.file("c.db"));
    add_query_functions(*reader_);
    explored_ = read_explored(*reader_, "");
  }

  ViewAnswer ask(const ViewParameters& parameters) {
    view_ = read_view(explored_, parameters);
    return compare(explored_, view_);
  }

  std::vector<std::vector<SqlValue>> rows(const std::string& sql) { return test::rows_of(*reader_, sql); }

  test::TemporaryFolder folder_;
  std::optional<CampaignReader> reader_;
  ExploredCampaign explored_;
  View view_;
};

// By axis and level.
std::vector<std::vector<std::int64_t>> counts(const ViewAnswer& found) {
  std::vector<std::vector<std::int64_t>> counts;
  for (const AxisTurn& axis : found.turns) {
    counts.emplace_back();
    for (const LevelRatio& level : axis.levels) counts.back().push_back(level.instances);
  }
  return counts;
}

std::vector<SqlValue> values_of(const RatioSummary& of) {
  const auto real = [](double value) { return std::isnan(value) ? SqlValue() : SqlValue(value); };
  return {of.instances, real(of.ratio), real(of.low), real(of.high), of.wins, of.ties, of.losses};
}

// A takes 1/2, 2 and 1 of B: the geometric mean is 1. With tasks = 10 alone it is sqrt(1/2 * 2) = 1, of two instances;
// with tasks = 20 it is 1.
TEST_F(ViewTest, IsWorkedOutByHand) {
  store({scenario(0, 1e9, 10, 0, "A", 5), scenario(0, 1e9, 10, 0, "B", 10), scenario(1, 1e9, 10, 0, "A", 20),
         scenario(1, 1e9, 10, 0, "B", 10), scenario(0, 1e9, 20, 0, "A", 7), scenario(0, 1e9, 20, 0, "B", 7),
         scenario(1, 1e9, 20, 0, "A", 8)});  // and B has no result there
  const ViewAnswer found = ask({{"a", "A"}, {"b", "B"}, {"y", "tasks"}, {"x", ""}});
  EXPECT_EQ(found.all.instances, 3);
  EXPECT_DOUBLE_EQ(found.all.ratio, 1);
  EXPECT_EQ(found.all.wins, 1);
  EXPECT_EQ(found.all.ties, 1);
  EXPECT_EQ(found.all.losses, 1);
  ASSERT_EQ(explored_.axes.size(), 1U);  // speeds are all alike, and the number of a draw says nothing
  EXPECT_THAT(counts(found), ElementsAre(ElementsAre(2, 1)));
  ASSERT_EQ(found.cells.size(), 2U);
  EXPECT_EQ(found.cells[0].at(0).instances, 2);
  EXPECT_DOUBLE_EQ(found.cells[0].at(0).ratio, 1);
  EXPECT_EQ(found.cells[1].at(0).instances, 1);
  EXPECT_THAT(answer_text(explored_, view_, found), testing::EndsWith(" Not counted: 1 that B did not run."));

  const ViewAnswer filtered = ask({{"a", "B"}, {"b", "A"}, {"f.tasks", "10"}, {"brush", "4,6,1.5,2.5"}});
  EXPECT_EQ(filtered.all.instances, 2);
  EXPECT_THAT(counts(filtered), ElementsAre(ElementsAre(2, 1)));  // without its own filter
  ASSERT_EQ(filtered.instances.size(), 1U);
  EXPECT_EQ(filtered.instances.front().b, 5);
  EXPECT_EQ(filtered.instances.front().a, 10);
}

// A takes 1, 2, ..., 1600 times as long as B: a share of ratio / 1600 has at most each.
TEST_F(ViewTest, TheDistributionOfRatiosEndsWithAll) {
  std::vector<test::MadeScenario> scenarios;
  for (int i = 1; i <= 1600; ++i)
    for (const char* strategy : {"A", "B"})
      scenarios.push_back(scenario(i % 40, 1e9, 10, i / 40, strategy, *strategy == 'A' ? i : 1));
  store(scenarios);
  const std::string shares = shares_json(ask({{"a", "A"}, {"b", "B"}}).instances);
  const auto steps = JsonReader::parse(shares, "shares").elements();
  ASSERT_EQ(steps.size(), 401U);
  for (const JsonReader& step : steps) {
    const auto pair = step.elements();
    EXPECT_NEAR(pair[0].number(JsonRange::positive), 1600 * pair[1].number(JsonRange::positive), 1e-9);
  }
  EXPECT_EQ(steps.back().elements()[1].number(JsonRange::positive), 1);
  EXPECT_EQ(shares_json({}), "[]");
}

// Ids above 2^47 in another order: the same page and the same numbers, to the last bit.
TEST_F(ViewTest, IdsChangeNothing) {
  std::vector<test::MadeScenario> scenarios;
  for (int platform = 0; platform < 3; ++platform)
    for (const int tasks : {20, 10})
      for (const char* strategy : {"B", "C", "A"})
        scenarios.push_back(scenario(platform, 1e9 * (1 + platform % 2), tasks, platform, strategy,
                                     (5.0 + platform) / (*strategy - '@') + 0.1 * tasks));
  scenarios.back().metrics.clear();  // A failed
  store(scenarios);
  const ViewParameters parameters{{"a", "A"}, {"b", "B"}, {"y", "tasks"}, {"f.tasks", "10|20"}};
  const auto page = [&] {
    ViewAnswer found = ask(parameters);
    std::ranges::sort(found.instances, {}, &ComparedInstance::log_ratio);
    return campaign_json(explored_) + view_json(explored_, view_, found) + answer_text(explored_, view_, found);
  };
  const std::string before = page();
  EXPECT_THAT(before, HasSubstr("where A failed (exception)"));
  test::renumber(folder_.file("c.db"));
  reader_.emplace(folder_.file("c.db"));
  add_query_functions(*reader_);
  explored_ = read_explored(*reader_, "");
  EXPECT_EQ(page(), before);
}

// Numbers have curves; a strategy looks as in the report, where the first one by label has the first look.
TEST_F(ViewTest, ThePageKnowsWhatItsFiguresNeed) {
  store({scenario(0, 1e9, 10, 0, "B", 5), scenario(0, 1e9, 20, 0, "A", 7)});
  EXPECT_THAT(campaign_json(explored_),
              testing::AllOf(
                  HasSubstr(R"("strategies":["A","B"],"colours":["#2050ce",)"),
                  HasSubstr(R"("name":"tasks","side":"workload","follows":"","levels":["10","20"],"numbers":true)")));
}

TEST(PanelFigures, PassTheirTests) {
  if (!is_in_path("node")) GTEST_SKIP() << "node is not here";
  const ToolAnswer tests = run_tool({"node", PALIO_PANEL_FIGURES_TEST, PALIO_ANALYSIS "/explore/page"});
  EXPECT_EQ(tests.status, 0) << tests.out << tests.err;
  EXPECT_EQ(tests.out, "all passed\n");
}

TEST_F(ViewTest, NamesWhatTheCampaignLacks) {
  store({scenario(0, 1e9, 10, 0, "HEFT", 5), scenario(0, 1e9, 20, 0, "HEFT", 5)});
  const auto refusal = [&](const ViewParameters& parameters) {
    return test::error_of<UserError>([&] { ask(parameters); });
  };
  EXPECT_THAT(refusal({{"a", "HEFTY"}}), HasSubstr("did you mean \"HEFT\""));
  EXPECT_THAT(refusal({{"x", "task"}}), HasSubstr("do not differ in task"));
  EXPECT_THAT(refusal({{"f.tasks", "10|30"}}), HasSubstr("tasks = 30"));
  EXPECT_THAT(refusal({{"f.", "10"}}), HasSubstr("f.AXIS"));
  for (const char* brush : {"", "1,2,3", "1,2,3,x", "nan,2,3,4", "1,inf,3,4", "1,2,3,4,5"})
    EXPECT_THAT(refusal({{"brush", brush}}), HasSubstr("four numbers")) << brush;
}

// A tenth of the results is missing, and a twentieth of the makespans is 0.
void add_instance(std::vector<test::MadeScenario>& scenarios, const test::MadeScenario& of, std::mt19937& draw) {
  std::lognormal_distribution<double> factor(0, 0.5);
  for (const char* strategy : {"A", "B", "it's \"C\""}) {
    if (draw() % 10 == 0) continue;
    scenarios.push_back(of);
    scenarios.back().strategy = strategy;
    scenarios.back().metrics["makespan"] = draw() % 20 == 0 ? 0 : 20 * factor(draw);
  }
}

std::vector<test::MadeScenario> random_campaign(std::mt19937& draw) {
  std::vector<test::MadeScenario> scenarios;
  for (int platform = 0; platform < 3; ++platform)
    for (const double speed : {1e9, 2.5e9})
      for (const int tasks : {10, 20, 50})
        for (int workload = 0; workload < 3; ++workload)
          add_instance(scenarios, scenario(platform, speed, tasks, workload, "", 0), draw);
  return scenarios;
}

// Every number is what palio query answers to the panel's statement, to the last bit.
class PanelStatements : public ViewTest {
protected:
  const std::vector<std::string> labels_{"A", "B", "it's \"C\""}, axes_{"", "min_speed", "tasks"};

  ViewParameters random_view(std::mt19937& draw) const {
    ViewParameters view{
        {"a", labels_[draw() % 3]}, {"b", labels_[draw() % 3]}, {"y", axes_[draw() % 3]}, {"x", axes_[draw() % 3]}};
    if (draw() % 2 == 0) view.emplace_back("f.tasks", draw() % 2 == 0 ? "10|50" : "20");
    if (draw() % 3 == 0) view.emplace_back("f.min_speed", "2500000000");
    if (draw() % 3 == 0) view.emplace_back("brush", "5,60,0.5,1.5");
    return view;
  }

  void expect_cells(const ViewAnswer& found) {
    std::vector<std::vector<SqlValue>> cells;
    for (const auto& row : found.cells)
      for (const RatioSummary& cell : row)
        if (cell.instances > 0) cells.push_back(values_of(cell));
    std::vector<std::vector<SqlValue>> asked = rows(cells_sql(explored_, view_));
    for (auto& row : asked) row.erase(row.begin(), row.end() - 7);  // the levels
    if (found.all.instances == 0) asked.clear();                    // a row of nothing where there are no axes
    EXPECT_THAT(cells, testing::UnorderedElementsAreArray(asked));
  }

  void expect_turns(const ViewAnswer& found) {
    for (std::size_t axis = 0; axis < explored_.axes.size(); ++axis) {
      const AxisTurn& turn = found.turns[axis];
      const auto rows = this->rows(turn_sql(explored_, view_, axis));
      std::size_t row = 0;
      for (const LevelRatio& level : turn.levels) {
        if (level.instances == 0) continue;
        const RatioSummary shown{level.instances, level.ratio, level.low, level.high};
        const std::vector<SqlValue> expected = values_of(shown);
        ASSERT_LT(row, rows.size());
        EXPECT_EQ(std::vector(rows[row].begin() + 1, rows[row].begin() + 5),
                  std::vector(expected.begin(), expected.begin() + 4));
        EXPECT_NEAR(number_or_nan(rows[row].back()), turn.share, 1e-9);
        ++row;
      }
      EXPECT_EQ(row, rows.size());
    }
  }

  void expect_strategies(const ViewAnswer& found) {
    const auto near = [](const SqlValue& value, double shown) {
      const double number = number_or_nan(value);
      return std::isnan(number) ? std::isnan(shown) : std::abs(number - shown) <= 1e-12 * std::abs(number);
    };
    std::int64_t instances = 0;
    for (const auto& row : rows(strategies_sql(explored_, view_))) {
      const auto place = std::ranges::find(labels_, std::get<std::string>(row[0])) - labels_.begin();
      const ExploredStanding& of = found.standings.strategies[static_cast<std::size_t>(place)];
      EXPECT_EQ(row[1], SqlValue(of.instances));
      EXPECT_EQ(row[6], SqlValue(of.times_best));
      EXPECT_PRED2(near, row[found.standings.geometric ? 5 : 2], of.factor);
      if (!found.standings.geometric) {
        EXPECT_PRED2(near, row[3], of.low);
        EXPECT_PRED2(near, row[4], of.high);
      }
      instances += of.instances;
    }
    for (const ExploredStanding& of : found.standings.strategies) instances -= of.instances;
    EXPECT_EQ(instances, 0);
  }
};

TEST_F(PanelStatements, SayWhatIsShown) {
  std::mt19937 draw(7);
  store(random_campaign(draw));
  for (int trial = 0; trial < 60; ++trial) {
    const ViewAnswer found = ask(random_view(draw));
    SCOPED_TRACE(fmt::format("trial {}: {}", trial, answer_text(explored_, view_, found)));
    EXPECT_THAT(rows(answer_sql(explored_, view_)), ElementsAre(values_of(found.all)));
    expect_cells(found);
    expect_turns(found);
    expect_strategies(found);
    EXPECT_EQ(rows(instances_sql(explored_, view_)).size(), found.instances.size());
  }
}

TEST_F(ViewTest, TheNeighboursOfAnInstanceAreThoseByRatio) {
  store({scenario(0, 1e9, 10, 0, "A", 5), scenario(0, 1e9, 10, 0, "B", 10), scenario(1, 1e9, 10, 0, "A", 20),
         scenario(1, 1e9, 10, 0, "B", 10), scenario(2, 1e9, 10, 0, "A", 7), scenario(2, 1e9, 10, 0, "B", 7)});
  const ViewAnswer found = ask({{"a", "A"}, {"b", "B"}});
  const std::vector<std::vector<SqlValue>> ordered = rows(instances_sql(explored_, view_));
  const auto name = [&](std::size_t row) { return std::get<std::string>(ordered.at(row).at(0)); };
  EXPECT_EQ(neighbours_json(explored_, found.instances, name(1)),
            fmt::format(R"({{"place":2,"count":3,"previous":"{}","next":"{}"}})", name(0), name(2)));
  EXPECT_EQ(neighbours_json(explored_, found.instances, name(2)),
            fmt::format(R"({{"place":3,"count":3,"previous":"{}","next":null}})", name(1)));
  EXPECT_EQ(neighbours_json(explored_, found.instances, "unknown"),
            R"({"place":null,"count":3,"previous":null,"next":null})");
}

// A takes 1/8, 2 and 2 of B: 0.794 by geometric mean.
TEST_F(ViewTest, SaysWhereTheMeanAndTheNumberDisagree) {
  store({scenario(0, 1e9, 10, 0, "A", 1), scenario(0, 1e9, 10, 0, "B", 8), scenario(1, 1e9, 10, 0, "A", 20),
         scenario(1, 1e9, 10, 0, "B", 10), scenario(0, 1e9, 20, 0, "A", 14), scenario(0, 1e9, 20, 0, "B", 7)});
  const auto text = [&](const char* a, const char* b) {
    const ViewAnswer found = ask({{"a", a}, {"b", b}});
    return answer_text(explored_, view_, found);
  };
  EXPECT_THAT(text("A", "B"),
              testing::AllOf(HasSubstr("of A is 0.794 "), HasSubstr("over 3 instances (geometric mean); "),
                             HasSubstr(" Yet B is better in more instances: 2 to 1.")));
  EXPECT_THAT(text("B", "A"),
              testing::AllOf(HasSubstr("of B is 1.260 "), HasSubstr(" Yet B is better in more instances: 2 to 1.")));
  EXPECT_EQ(text("A", "A"), "A and B are both A: choose another one to compare it with.");
}

// B did not run on one instance of 20 flop and failed on one of 50, and one of 10 flop has a makespan of 0 under A.
TEST_F(ViewTest, SaysWhyInstancesAreNotCounted) {
  test::MadeScenario failed = scenario(0, 1e9, 50, 0, "B", 0);
  failed.metrics.clear();
  store({scenario(0, 1e9, 10, 0, "A", 1), scenario(0, 1e9, 10, 0, "B", 2), scenario(1, 1e9, 10, 0, "A", 0),
         scenario(1, 1e9, 10, 0, "B", 2), scenario(0, 1e9, 20, 0, "A", 4), scenario(0, 1e9, 20, 0, "C", 4),
         scenario(0, 1e9, 50, 0, "A", 4), failed});
  ask({{"a", "A"}, {"b", "B"}});
  EXPECT_THAT(answer_text(explored_, view_, compare(explored_, view_)),
              testing::EndsWith(" Not counted: 1 where the makespan of A is 0, 1 where B failed (exception), 1 that B "
                                "did not run."));
  EXPECT_TRUE(ask({{"a", "A"}, {"b", "C"}, {"f.tasks", "20"}}).left_out.empty());
}

// C completes half of the instances, on one of them quickly; D completes one and is not compared. Where all others have
// values, tasks = 10 and 20, the best takes 5 and 10: A and B are 2 and 1 times behind, C is never.
TEST_F(ViewTest, StrategiesAreComparedWhereAllHaveValues) {
  std::vector<test::MadeScenario> made;
  for (const int tasks : {10, 20, 50, 100}) {
    made.push_back(scenario(0, 1e9, tasks, 0, "A", tasks == 50 ? 1 : 10));
    made.push_back(scenario(0, 1e9, tasks, 0, "B", 10));
    for (const char* strategy : {"C", "D"}) {
      made.push_back(scenario(0, 1e9, tasks, 0, strategy, tasks == 10 ? 5 : 10));
      if (tasks > (*strategy == 'C' ? 20 : 10)) made.back().metrics.clear();
    }
  }
  store(made);
  const ViewAnswer found = ask({{"a", "A"}, {"b", "B"}});
  EXPECT_EQ(found.all.instances, 4);
  const auto standing = [&](const ViewAnswer& of, std::size_t place) {
    const ExploredStanding& one = of.standings.strategies[place];
    return std::tuple(one.instances, one.factor, one.times_best);
  };
  EXPECT_EQ(standing(found, 0), std::tuple(2, 1.5, 1));
  EXPECT_EQ(standing(found, 2), std::tuple(2, 1.0, 2));
  EXPECT_EQ(found.standings.strategies[3].instances, 0);
  EXPECT_THAT(view_json(explored_, view_, found), HasSubstr(R"("failed":3,"note":"completed less than half")"));
  EXPECT_EQ(rows(strategies_sql(explored_, view_)).size(), 3U);
  // A filter leaves one instance of these, and the failures of others.
  const ViewAnswer filtered = ask({{"a", "A"}, {"b", "B"}, {"f.tasks", "10|50"}});
  EXPECT_EQ(standing(filtered, 0), std::tuple(1, 2.0, 0));
  EXPECT_THAT(view_json(explored_, view_, filtered), HasSubstr(R"("failed":1,"note":"completed less than half")"));
}

// Behind the best A is 1 and 1.2, B at least 1 more than that in every draw, C is 1.5 and 1.
TEST_F(ViewTest, TellsWhoseOrderWithADrawsMayReverse) {
  std::vector<test::MadeScenario> made;
  for (int draw = 0; draw < 6; ++draw) {
    const double c = draw % 2 == 0 ? 15 : 10;
    made.push_back(scenario(draw, 1e9, 10, draw, "A", draw % 2 == 0 ? 10 : 12));
    made.push_back(scenario(draw, 1e9, 10, draw, "B", draw % 2 == 0 ? 20 : 21 + draw));
    made.push_back(scenario(draw, 1e9, 10, draw, "C", c));
  }
  store(made);
  const ViewAnswer found = ask({{"a", "A"}, {"b", "B"}});
  EXPECT_EQ(found.standings.strategies[1].told, std::optional(true));
  EXPECT_EQ(found.standings.strategies[2].told, std::optional(false));
  EXPECT_FALSE(found.standings.geometric);
}

// A takes 1/2 of B with 10 tasks and twice with 20, at both speeds: the number of tasks tells all, beyond chance too,
// and the speed nothing. Both axes together are the cells.
TEST_F(ViewTest, TheAxisThatExplainsMostIsFound) {
  std::vector<test::MadeScenario> made;
  for (int draw = 0; draw < 3; ++draw)
    for (const double speed : {1e9, 2e9})
      for (const int tasks : {10, 20}) {
        made.push_back(scenario(draw, speed, tasks, draw, "A", tasks == 10 ? 1 : 4));
        made.push_back(scenario(draw, speed, tasks, draw, "B", 2));
      }
  store(made);
  const ViewAnswer found = ask({{"a", "A"}, {"b", "B"}});
  ASSERT_EQ(explored_.axes.size(), 2U);
  EXPECT_NEAR(found.turns[0].share, 0, 1e-12);
  EXPECT_NEAR(found.turns[1].share, 1, 1e-12);
  EXPECT_DOUBLE_EQ(found.turns[1].levels[0].ratio, 0.5);
  EXPECT_DOUBLE_EQ(found.turns[1].levels[1].ratio, 2);
  EXPECT_EQ(view_.rows, 1U);  // it tells more by itself
  EXPECT_EQ(view_.columns, 0U);
  EXPECT_THAT(answer_text(explored_, view_, found),
              HasSubstr(" A is better where tasks = 10. B is better where tasks = 20."));
  ask({{"a", "A"}, {"b", "B"}, {"y", "min_speed"}});
  EXPECT_EQ(std::pair(view_.rows, view_.columns), std::pair(std::size_t{0}, std::size_t{1}));
  ask({{"a", "A"}, {"b", "B"}, {"y", ""}, {"x", ""}});
  EXPECT_EQ(view_.rows, View::k_no_axis);
}

// Of 40 instances those with a ratio above 1 are the 10 of 20 tasks and 1e9 flop/s.
TEST_F(ViewTest, ABrushTellsWhatItsInstancesShare) {
  std::vector<test::MadeScenario> made;
  for (int draw = 0; draw < 10; ++draw)
    for (const double speed : {1e9, 2e9})
      for (const int tasks : {10, 20}) {
        made.push_back(scenario(draw, speed, tasks, 0, "A", speed < 2e9 && tasks == 20 ? 3 : 1));
        made.push_back(scenario(draw, speed, tasks, 0, "B", 2));
      }
  store(made);
  const ViewAnswer found = ask({{"a", "A"}, {"b", "B"}, {"brush", "1,3,1.1,2"}});
  EXPECT_EQ(found.instances.size(), 10U);
  EXPECT_EQ(shared_json(explored_, found.shared), R"([["min_speed","1000000000",10,20],["tasks","20",10,20]])");
  EXPECT_EQ(found.turns[1].levels[0].selected, 0);
  EXPECT_EQ(found.turns[1].levels[1].selected, 10);
  EXPECT_TRUE(ask({{"a", "A"}, {"b", "B"}, {"brush", "1,3,0.1,2"}}).shared.empty());
  // By chance 5 of 40 are all of the 20 with 20 tasks in one of 32 choices, 6 in one of 64.
  const std::vector<std::uint32_t> all = [&] {
    std::vector<std::uint32_t> places(explored_.instance_count());
    std::iota(places.begin(), places.end(), 0);
    return places;
  }();
  std::vector<std::uint32_t> few;
  for (const std::uint32_t place : all)
    if (explored_.level_at("tasks", place) == "20" && few.size() < 6) few.push_back(place);
  const auto tells = [&](std::size_t count) {
    return shared_json(explored_, shared_levels(explored_, std::span(few).first(count), all)).find("tasks") !=
           std::string::npos;
  };
  EXPECT_FALSE(tells(5));
  EXPECT_TRUE(tells(6));
}

TEST_F(ViewTest, OfSearchedInstancesNothingFollows) {
  store(test::scenarios_of({{.target = "A", .base = "B", .restart = 0, .target_makespan = 4, .base_makespan = 1},
                            {.target = "A", .base = "B", .restart = 1, .target_makespan = 3, .base_makespan = 1}}));
  const ViewAnswer found = ask({});
  EXPECT_TRUE(explored_.searched);
  EXPECT_THAT(answer_text(explored_, view_, found), HasSubstr("nothing follows for others"));
}

// Restart 0 found ratios 2 and 4, restart 1 found 3: the worst of each, by ratio, also with the strategies swapped.
TEST_F(ViewTest, TheRestartsOfASearchAreTheirWorstInstances) {
  store(test::scenarios_of(
      {{.target = "A", .base = "B", .restart = 0, .evaluation = 1, .target_makespan = 2, .base_makespan = 1},
       {.target = "A", .base = "B", .restart = 0, .evaluation = 2, .target_makespan = 4, .base_makespan = 1},
       {.target = "A", .base = "B", .restart = 1, .evaluation = 1, .target_makespan = 3, .base_makespan = 1}}));
  const auto restarts = [&](const ViewParameters& parameters) {
    return restarts_json(explored_, view_, ask(parameters).instances);
  };
  const auto name = [&](double ratio) {
    for (const ComparedInstance& at : ask({{"a", "A"}, {"b", "B"}}).instances)
      if (at.a == ratio) return explored_.instance_name(at.instance);
    return std::string();
  };
  const std::string three = name(3), four = name(4);
  EXPECT_THAT(restarts({{"a", "A"}, {"b", "B"}}),
              testing::MatchesRegex(fmt::format(R"(\[\["1","{}",3.*\],\["0","{}",4.*\]\])", three, four)));
  EXPECT_THAT(restarts({{"a", "B"}, {"b", "A"}}),
              testing::MatchesRegex(fmt::format(R"(\[\["0","{}",0.25.*\],\["1","{}",0.33.*\]\])", four, three)));
  EXPECT_EQ(restarts({{"a", "A"}, {"b", "A"}}), "[]");
}

}  // namespace
}  // namespace palio
