// Reports in headless Chromium (Debian package chromium), without a network.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "analysis/report/charts/drawing.h"
#include "analysis/report/report.h"
#include "storage/write/result_store.h"
#include "tests/analysis/made_campaign.h"
#include "tests/analysis/report/browser.h"
#include "tests/analysis/worlds.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Without scripts and styles, whose text is not the page's.
std::string without_scripts(std::string text) {
  for (std::size_t from = text.find("<script"); from != std::string::npos; from = text.find("<script", from))
    text.erase(from, text.find("</script>", from) - from + 9);
  return text;
}

// Lines of the log in which a page asks for something on a network; the browser's own requests have no origin.
std::vector<std::string> page_requests(const std::string& network) {
  std::vector<std::string> requests;
  std::istringstream lines(network);
  for (std::string line; std::getline(lines, line);)
    if (line.find("\"initiator\":\"") != std::string::npos && line.find("not an origin") == std::string::npos &&
        line.find("\"url\":\"file:") == std::string::npos)
      requests.push_back(line);
  return requests;
}

// Names that would do harm if one were taken for markup, in every place where a campaign has names.
constexpr const char* k_end = "</script><script>document.body.dataset.harmed=1</script>";
constexpr const char* k_image = "<img src=x onerror=\"document.body.dataset.harmed=1\">";
constexpr const char* k_quotes =
    "\"' onmouseover='document.body.dataset.harmed=1' \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xF0\x9F\x90\x8E\n-->";

void store_hostile_campaign(const std::string& file) {
  CampaignInfo info = study_info(k_end);
  info.title = k_image;
  info.source = info.study_path = info.study_text = k_quotes;
  SessionInfo session = session_info();
  session.host = k_image;
  std::vector<DimensionRow> strategies;
  for (const char* name : {k_end, k_image, k_quotes}) strategies.push_back({{name, {}}, name, {}, {}});
  ResultStore store(file, info);
  store.add_platforms(stars(2));
  store.add_workloads(chains(2));
  const std::vector<std::int64_t> ids = store.add_strategies(strategies);
  store.begin_session(session);
  std::vector<StoredResult> results;
  for (const std::int64_t platform : {1, 2})
    for (const std::int64_t workload : {1, 2})
      for (const std::int64_t strategy : {1, 2, 3}) {
        results.push_back(
            completed({platform, workload, strategy}, static_cast<double>(platform + workload * strategy)));
        results.back().id.strategy = ids[strategy - 1];
      }
  results.back() = failed({2, 2, 3}, FailureKind::exception, k_end);
  results.back().id.strategy = ids.back();
  store.write(results);
  store.end_session("finished");
}

TEST(ReportInBrowser, DrawsEveryChartAndTakesNamesForText) {
  const TemporaryFolder folder;
  store_hostile_campaign(folder.file("hostile.db"));
  const std::string charts = read_text(PALIO_CHARTS_SCRIPT);
  ASSERT_FALSE(charts.empty()) << PALIO_CHARTS_SCRIPT;
  const std::size_t figures = campaign_figures(folder.file("hostile.db")).size();
  EXPECT_EQ(figures, 12U);  // all of every study: every metric has values, and chains of two lengths are two data sets
  const Visit seen = visit(folder, report_page(folder.file("hostile.db"), charts));
  ASSERT_THAT(seen.page, HasSubstr("</html>")) << "is Chromium installed? " << seen.messages;
  constexpr std::size_t k_constant = 1;  // a trade-off with a metric that is the same for all
  EXPECT_THAT(seen.page, HasSubstr(fmt::format("data-drawn=\"{}\"", figures - k_constant)));
  const std::string shown = without_scripts(seen.page);
  EXPECT_EQ(count_of(shown, "class=\"constant\""), k_constant);
  EXPECT_EQ(count_of(shown, "class=\"marks\""), figures - k_constant);
  EXPECT_EQ(count_of(shown, "could not be drawn"), 0U);
  EXPECT_EQ(count_of(shown, "data-harmed"), 0U);
  EXPECT_EQ(count_of(shown, "<img"), 0U);
  EXPECT_EQ(count_of(seen.messages, "CONSOLE"), 0U) << seen.messages;
  ASSERT_THAT(seen.network, HasSubstr("page.html"));  // the log has what was loaded
  EXPECT_THAT(page_requests(seen.network), testing::IsEmpty());
}

// Means of A, B and C: 9, 100 and 20 s; as texts, 100 would be before 20.
std::string page_of_three(const TemporaryFolder& folder) {
  store_campaign(folder.file("three.db"), {{.strategy = "A", .makespan = 9},
                                           {.strategy = "B", .makespan = 100},
                                           {.strategy = "C", .makespan = 20},
                                           {.strategy = "D", .fails = true}});
  return report_page(folder.file("three.db"), read_text(PALIO_CHARTS_SCRIPT));
}

TEST(ReportInBrowser, TablesAreSortedByTheirHeadings) {
  const TemporaryFolder folder;
  const Visit seen = visit(folder, with_visitor(page_of_three(folder), R"(
    const table = document.querySelector("#results table");
    const order = () => [...table.tBodies[0].rows].map((row) => row.cells[0].querySelector("bdi").textContent).join("");
    const heading = table.tHead.rows[0].cells[3];
    for (const step of ["up", "down", "back"]) {
      heading.querySelector("button").click();
      document.body.dataset[step] = order() + " " + heading.getAttribute("aria-sort");
    })"));
  EXPECT_THAT(seen.page, HasSubstr("data-visited=\"yes\"")) << seen.messages;
  EXPECT_THAT(seen.page, HasSubstr("data-up=\"ACBD ascending\""));
  EXPECT_THAT(seen.page, HasSubstr("data-down=\"BCAD descending\""));  // what has no value stays last
  EXPECT_THAT(seen.page, HasSubstr("data-back=\"ACBD none\""));
}

// D, which fails, has no curve.
TEST(ReportInBrowser, LegendBringsOutWhatItNames) {
  const TemporaryFolder folder;
  const Visit seen = visit(folder, with_visitor(page_of_three(folder), R"(
    const figure = document.querySelector("#figure-profile");
    const curves = () => [...figure.querySelectorAll(".mark-line path")].map((path) => path.getAttribute("opacity") ?? "1").join(" ");
    const button = [...figure.querySelectorAll(".legend button")].find((one) => one.value === "B");
    const settled = () => new Promise((resolve) => setTimeout(resolve, 500));
    document.body.dataset.before = curves();
    button.click();
    await settled();
    document.body.dataset.pressed = button.getAttribute("aria-pressed") + " " + curves();
    document.body.dataset.rows = document.querySelectorAll("#results tr.chosen").length;
    button.click();
    await settled();
    document.body.dataset.after = curves();)"));
  EXPECT_THAT(seen.page, HasSubstr("data-visited=\"yes\"")) << seen.messages;
  EXPECT_THAT(seen.page, HasSubstr("data-before=\"1 1 1\""));
  EXPECT_THAT(seen.page, HasSubstr("data-pressed=\"true 0.1 0.1 1\""));
  EXPECT_THAT(seen.page, HasSubstr("data-rows=\"1\""));
  EXPECT_THAT(seen.page, HasSubstr("data-after=\"1 1 1\""));
}

// The cell of B beside C is that of the largest ratio, in the first row of the data.
TEST(ReportInBrowser, PressingACellLeadsToItsRow) {
  const TemporaryFolder folder;
  store_scenarios(folder.file("duels.db"),
                  scenarios_of({{"A", "B", 0, 3, 2, 1}, {"B", "C", 0, 5, 8, 2}, {"C", "A", 1, 0, 1, 1}}), "duel");
  const std::string page = report_page(folder.file("duels.db"), read_text(PALIO_CHARTS_SCRIPT));
  const Visit seen = visit(folder, with_visitor(page, R"(
    const figure = document.querySelector("#figure-worst-cases");
    const cells = [...figure.querySelectorAll(".mark-rect path")];
    const numbers = [...figure.querySelectorAll(".mark-text.role-mark text")].map((text) => text.textContent);
    document.body.dataset.numbers = numbers.join(" ");
    const pressed = () => [...figure.querySelectorAll("tr.pressed")].map((row) => [0, 1].map((i) => row.cells[i].querySelector("bdi").textContent).join("")).join(" ");
    const found = [];
    for (const cell of [cells[0], cells[2]]) {
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true, view: window }));
      found.push(pressed());
    }
    document.body.dataset.pressed = found.join(", ") + " " + figure.querySelector("details").open;)"));
  EXPECT_THAT(seen.page, HasSubstr("data-visited=\"yes\"")) << seen.messages;
  EXPECT_THAT(seen.page, HasSubstr("data-numbers=\"4.00 2.00 1.00\""));
  EXPECT_THAT(seen.page, HasSubstr("data-pressed=\"CB, AC true\""));  // base, target
  EXPECT_EQ(count_of(seen.messages, "CONSOLE"), 0U) << seen.messages;
}

// What a script finds in the report of 20 strategies where the page is so wide (px); headless windows are at least 500
// wide.
std::string seen_at(int width, const std::string& script) {
  const TemporaryFolder folder;
  store_campaign(folder.file("batch.db"), batch_world(), "ptg-batch", "max_stretch");
  const std::string page = report_page(folder.file("batch.db"), read_text(PALIO_CHARTS_SCRIPT));
  folder.write("inner.html", with_visitor(page, script + "\nparent.postMessage(found, '*');"));
  const Visit seen = visit(
      folder,
      fmt::format("<!DOCTYPE html><html><body><script>onmessage = (event) => {{ document.body.dataset.seen = "
                  "event.data; }};</script><iframe src=inner.html style='width:{}px;height:2000px;border:0'></iframe>"
                  "</body></html>",
                  width));
  const std::size_t found = seen.page.find("data-seen=\"");
  if (found == std::string::npos) return seen.messages;
  return seen.page.substr(found + 11, seen.page.find('"', found + 11) - found - 11);
}

// Verdicts are inside of the page, and nothing makes it wider.
TEST(ReportInBrowser, APhoneShowsVerdicts) {
  EXPECT_EQ(seen_at(420, R"(
    const verdicts = [...document.querySelectorAll("#claims tbody td:last-child")].map((cell) => cell.getBoundingClientRect());
    const outside = verdicts.filter((place) => place.right > innerWidth || place.width < 20);
    const found = `${verdicts.length > 10} ${outside.length} ${document.documentElement.scrollWidth > innerWidth ? "wider" : "fits"}`;)"),
            "true 0 fits");
}

// The mean with its interval is inside of the page without scrolling.
TEST(ReportInBrowser, APhoneShowsMeans) {
  EXPECT_EQ(seen_at(420, R"(
    const means = [...document.querySelectorAll('#results table tbody td:nth-child(2)')].map((cell) => cell.getBoundingClientRect());
    const outside = means.filter((place) => place.right > innerWidth || place.width < 20);
    const found = `${means.length > 10} ${outside.length}`;)"),
            "true 0");
}

// Texts of charts and marks of points are inside of their chart, and the labels of an axis apart from each other.
TEST(ReportInBrowser, NothingInChartsIsCutOffOrCollides) {
  constexpr const char* k_script = R"(
    const beyond = [], together = [];
    for (const svg of document.querySelectorAll(".chart svg")) {
      const chart = svg.getBoundingClientRect();
      for (const mark of svg.querySelectorAll("text, .mark-symbol path")) {
        const place = mark.getBoundingClientRect();
        if (place.left < chart.left - 1 || place.right > chart.right + 1 || place.top < chart.top - 1 || place.bottom > chart.bottom + 1)
          beyond.push(mark.textContent || mark.getAttribute("aria-label"));
      }
      for (const axis of svg.querySelectorAll(".role-axis-label")) {
        const labels = [...axis.querySelectorAll("text")].filter((text) => text.getAttribute("opacity") !== "0");
        const places = labels.map((text) => text.getBoundingClientRect());
        for (let i = 1; i < places.length; ++i)
          for (let j = 0; j < i; ++j)
            if (places[i].left < places[j].right - 1 && places[j].left < places[i].right - 1 &&
                places[i].top < places[j].bottom - 3 && places[j].top < places[i].bottom - 3)
              together.push(labels[i].textContent + " " + labels[j].textContent);
      }
    }
    const found = `${document.querySelectorAll(".chart svg").length} beyond: ${beyond} together: ${together}`;)";
  // 3 of the ranking, 5 of the paper; distribution, profile and trade-off of the stretch, two of the makespan; 2 of the
  // effects: no cell surely differs. One of them is the same for all and no chart.
  for (const int width : {420, 1400}) EXPECT_EQ(seen_at(width, k_script), "14 beyond:  together: ") << width;
}

// A page of 800 px; one text over the other, which is cut off at the right of the picture, with letters that are
// halved.
TEST(LayoutFaults, NameWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string faults = layout_faults(
      folder,
      "<!DOCTYPE html><html><body><header><h1>H</h1></header><main><h3>T</h3><div style='width:800px'>wide</div>"
      "<div style='width:60px;overflow:auto'><svg viewBox='0 0 200 40' width=100 height=20><text x=0 y=20>one</text>"
      "<text x=20 y=20>two is longer than the picture in which it stands</text></svg></div></main></body></html>");
  for (const char* fault :
       {"420 px: page: 808 px wide", "768 px: page: 808 px wide", "1400 px: page: 'one' has letters of 8.0 px",
        "is cut off", "'one' and 'two is longer", "'T' skips a level of headings", "DIV scrolls without focus"})
    EXPECT_THAT(faults, HasSubstr(fault));
  EXPECT_THAT(faults, Not(HasSubstr("1400 px: page: 808")));
}

TEST(LayoutFaults, AreNoneWhereAllIsWell) {
  const TemporaryFolder folder;
  EXPECT_EQ(layout_faults(folder,
                          "<!DOCTYPE html><html><body><header><h1>H</h1></header><main><h2>T</h2>"
                          "<svg width=100 height=40><text x=0 y=20>one</text><text x=50 y=20>two</text></svg>"
                          "</main></body></html>"),
            "");
}

// The same check sees a page that misbehaves: otherwise it would prove nothing.
TEST(ReportInBrowser, WouldSeeHarmErrorsAndRequests) {
  const TemporaryFolder folder;
  const Visit seen = visit(folder, fmt::format("<!DOCTYPE html><html><body>{}<img src='http://example.invalid/a.png'>"
                                               "<script>undefined_function()</script></body></html>",
                                               k_end));
  EXPECT_THAT(seen.page, HasSubstr("data-harmed"));
  EXPECT_GE(count_of(seen.messages, "CONSOLE"), 1U);
  EXPECT_THAT(page_requests(seen.network), testing::Contains(HasSubstr("http://example.invalid")));
}

// Every report gives the charts' code away: the licences of what is bundled inside vega ask for their notices, too.
TEST(Charts, BearTheNoticesOfAllTheirPackages) {
  const std::string charts = read_text(PALIO_CHARTS_SCRIPT);
  const std::string notices = charts.substr(0, charts.find("*/"));
  EXPECT_TRUE(notices.starts_with("/*"));
  EXPECT_THAT(notices, HasSubstr("University of Washington Interactive Data Lab"));  // vega
  EXPECT_THAT(notices, HasSubstr("Mike Bostock"));                                   // d3
  EXPECT_THAT(notices, HasSubstr("Charles Karney"));  // the second licence of d3-geo's file
  for (const char* package :
       {"vega 6.", "vega-lite 6.", "vega-embed 7.", "d3-geo 3.", "topojson-client 3.", "yargs 18."})
    EXPECT_EQ(count_of(notices, fmt::format("\n{}", package)), 1U) << package;
}

TEST(FigureFiles, AreDrawnWithoutABrowser) {
  const TemporaryFolder folder;
  store_hostile_campaign(folder.file("hostile.db"));
  const Figure figure = campaign_figure(folder.file("hostile.db"), "distribution");
  const std::string svg = draw_picture(figure, PictureKind::svg, {}, PALIO_CHARTS_SCRIPT);
  EXPECT_TRUE(svg.starts_with("<svg")) << svg.substr(0, 200);
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
}

// A column of a paper is 88 mm wide. Labels of 11 px in the theme are 8 pt when the picture's px are 8 / 11 pt: a
// picture of 88 mm has 88 / 25.4 * 72 * 11 / 8 = 343 of them, give or take what letters are estimated to be.
TEST(FigureFiles, AreAsWideAsAskedForWithLettersOfTheirSize) {
  const TemporaryFolder folder;
  std::vector<MadeResult> results;
  for (int i = 1; i <= 4; ++i)
    for (const char* strategy : {"A", "B", "C"})
      results.push_back({.sample = i, .strategy = strategy, .makespan = 10.0 + i * (strategy[0] - '@')});
  store_campaign(folder.file("made.db"), results, "made");
  for (const Figure& figure : campaign_figures(folder.file("made.db"))) {
    const std::string svg =
        draw_picture(figure, PictureKind::svg, {.width = 88, .font_size = 8, .font = "Carlito"}, PALIO_CHARTS_SCRIPT);
    EXPECT_THAT(svg, HasSubstr(" width=\"88mm\" height=\"")) << figure.head.id;
    EXPECT_THAT(svg, HasSubstr("Carlito"));
    const double wide = std::stod(svg.substr(svg.find("viewBox=\"0 0 ") + 13));
    EXPECT_NEAR(wide, 343, 12) << figure.head.id;
  }
}

TEST(FigureFiles, ArePdfAndPng) {
  if (std::system("command -v rsvg-convert >/dev/null") != 0) GTEST_SKIP() << "librsvg2-bin is not here";
  const TemporaryFolder folder;
  store_hostile_campaign(folder.file("hostile.db"));
  const Figure figure = campaign_figure(folder.file("hostile.db"), "distribution");
  EXPECT_TRUE(draw_picture(figure, PictureKind::pdf, {.width = 88}, PALIO_CHARTS_SCRIPT).starts_with("%PDF-"));
  const std::string png = draw_picture(figure, PictureKind::png, {.width = 25.4}, PALIO_CHARTS_SCRIPT);
  ASSERT_TRUE(png.starts_with("\x89PNG\r\n"));
  // An inch of 300 dots, which the head of the file has as four bytes from the 17th on.
  EXPECT_EQ(static_cast<unsigned char>(png[18]) * 256 + static_cast<unsigned char>(png[19]), 300);
}

// A title of 69 letters is longer than the 300 px of its axis.
TEST(FigureFiles, NamesStayWholeAndTitlesBreak) {
  Figure figure;
  figure.head.kind = {"line"};
  figure.head.x.title = "x";
  figure.head.y.title = "mean of the maximum stretch / the smallest of the instance, all sites";
  const std::string first = "M-HEFT-IMP:threshold=0.125,window=12", second = "M-HEFT-IMP:threshold=0.125,window=34";
  figure.data = {{"x", "y", "series"}, {{1.0, 2.0, SqlValue(first)}, {1.0, 3.0, SqlValue(second)}}};
  const std::string svg = draw_picture(figure, PictureKind::svg, {}, PALIO_CHARTS_SCRIPT);
  EXPECT_THAT(svg, HasSubstr(">" + first + "<"));
  EXPECT_THAT(svg, HasSubstr(">" + second + "<"));
  EXPECT_THAT(svg, HasSubstr(">mean of the maximum stretch"));
  EXPECT_THAT(svg, Not(HasSubstr(figure.head.y.title + "<")));
}

}  // namespace
}  // namespace palio::test
