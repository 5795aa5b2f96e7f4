// Whole screens of 80 x 24 and 200 x 50 characters, as people see them when a command has ended. They are in screens/;
// ./dev screens writes them again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/end_to_end/support/program.h"
#include "tests/end_to_end/support/terminal.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

enum class Width { fits, any };  // any: the table is wider than 80 characters, and the pager moves sideways

struct Shown {
  std::vector<std::string> arguments;
  Width width = Width::fits;
};

constexpr const char* k_faulty_study = R"([study]
name = "faulty"
seed = "5"
[[platform]]
family = "random-star"
workers = [2, -1, "x"]
samples = 0
[[workload]]
family = "bags-of-task"
[[strategy]]
name = "FIFO-MCT"
thresold = 1
)";

// In this order: the campaign is there from the first on.
std::vector<Shown> all_shown() {
  std::vector<Shown> all{
      {{"run", "small.toml", "--db", "c.db", "-j", "2"}},
      {{"run", "small.toml", "--db", "c.db", "-j", "2"}},
      {{"run", "faulty.toml"}},
      {{"plan", "small.toml", "--db", "c.db"}},
      {{"plan", "mixed-parallel", "--probes", "0"}},
      {{"plan", "classic-parametric", "--probes", "0"}},
      {{"status", "c.db"}},
      {{"check", "c.db"}},
      {{"verify", "c.db", "--as", "mixed-parallel"}},
      {{"query", "c.db", "@pairs"}, Width::any},
      {{"query", "c.db", "@degradation"}, Width::any},
      {{"query", "c.db", "@ranking"}, Width::any},
      {{"query", "c.db", "@effects"}, Width::any},
      {{"query", "c.db", "SELECT strategy, count(*) AS n, avg(makespan) FROM results GROUP BY strategy"}},
      {{"query", "c.db", "SELECT platform, workload, strategy, makespan FROM results ORDER BY makespan LIMIT 3"}},
      {{"query", "c.db", "SELECT * FROM results ORDER BY scenario LIMIT 3"}, Width::any},
      {{"list", "workloads", "random-ptg"}},
  };
  for (const char* what :
       {"strategies", "platforms", "workloads", "metrics", "studies", "queries", "functions", "claims"})
    all.push_back({{"list", what}});
  return all;
}

// The commands that palio names in its help, and palio itself.
std::vector<std::string> commands(const std::string& folder) {
  std::istringstream help(palio(folder, {"--help"}).out);
  std::vector<std::string> names{""};
  bool is_list = false;
  for (std::string line; std::getline(help, line);) {
    if (is_list && line.empty()) break;
    if (is_list && line.starts_with("  ") && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == "Commands:") is_list = true;
  }
  return names;
}

// Times, versions and what else differs from run to run.
std::string masked(std::string text) {
  const std::vector<std::pair<std::string, std::string>> varying{
      {R"(\d{4}-\d\d-\d\dT[0-9:.]+Z)", "DATE"},
      {R"((in|:|CPU,) (\d+ (d|h|min) )*\d+(\.\d+)? s( of CPU| on|\n))", "$1 TIME$5"},
      {R"(\d+(\.\d+)? MB)", "SIZE"},
      {R"(SimGrid \d\.\d+)", "SimGrid VERSION"},
      {R"(\d+ cores)", "N cores"},
  };
  for (const auto& [pattern, mask] : varying) text = std::regex_replace(text, std::regex(pattern), mask);
  return text;
}

std::vector<std::string> text_lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// What stays on the screen above the prompt, or what the pager shows first.
std::string screen(const Shown& shown, const ScreenSize& size, const std::string& folder) {
  const std::string text =
      on_terminal(shown.arguments, {.set = {{"PAGER", "echo PAGER; cat"}}, .size = size, .folder = folder});
  const bool paged = text.starts_with("PAGER\n");
  if (shown.width == Width::fits) {
    EXPECT_EQ(painted_lines(text, size.columns).find("<wrapped>"), std::string::npos) << text;
  }
  std::vector<std::string> lines = text_lines(masked(painted_lines(text, paged ? 1000 : size.columns)));
  if (paged) lines.erase(lines.begin());
  const std::size_t room = size.lines - 1U, hidden = lines.size() - std::min(lines.size(), room);
  std::string seen = hidden > 0 && !paged ? fmt::format("({} lines above)\n", hidden) : "";
  for (std::size_t i = paged ? 0 : hidden; i < lines.size() - (paged ? hidden : 0); ++i) {
    const std::string line = lines[i].substr(0, size.columns);
    seen += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return seen + (paged ? fmt::format("(pager, {} lines below)\n", hidden) : "");
}

class Screens : public testing::TestWithParam<ScreenSize> {
protected:
  // By command line, in order.
  std::vector<std::pair<std::string, std::string>> seen() {
    const std::string folder = folder_.file("");
    folder_.write("small.toml", k_small_study);
    folder_.write("faulty.toml", k_faulty_study);
    std::vector<Shown> all = all_shown();
    for (const std::string& command : commands(folder))
      all.push_back(
          {command.empty() ? std::vector<std::string>{"--help"} : std::vector{command, std::string("--help")}});
    std::vector<std::pair<std::string, std::string>> screens;
    for (const Shown& shown : all)
      screens.emplace_back(fmt::format("$ palio {}", fmt::join(shown.arguments, " ")),
                           screen(shown, GetParam(), folder));
    return screens;
  }

  TemporaryFolder folder_;
};

TEST_P(Screens, AreAsTheyWereApproved) {
  const std::string path = fmt::format("{}/tests/end_to_end/commands/screens/{}x{}.txt", PALIO_SOURCE_DIR,
                                       GetParam().columns, GetParam().lines);
  std::string all;
  for (const auto& [command, screen] : seen()) all += fmt::format("{}\n{}\n", command, screen);
  if (std::getenv("PALIO_RENEW_SCREENS") != nullptr) std::ofstream(path) << all;
  const std::vector<std::string> now = text_lines(all), approved = text_lines(content(path));
  const auto [changed, before] = std::ranges::mismatch(now, approved);
  EXPECT_TRUE(changed == now.end() && before == approved.end())
      << path << ':' << (before - approved.begin()) + 1 << ": now \"" << (changed == now.end() ? "" : *changed)
      << "\", before \"" << (before == approved.end() ? "" : *before) << "\"; ./dev screens writes it again";
}

INSTANTIATE_TEST_SUITE_P(All, Screens, testing::Values(ScreenSize{80, 24}, ScreenSize{200, 50}),
                         [](const auto& size) { return fmt::format("Of{}Columns", size.param.columns); });

// Colours, a redrawn progress line and a line that is too long by two characters.
TEST(PaintedLines, AreAsTheTerminalShowsThem) {
  EXPECT_EQ(painted_lines("\x1b[32mok\x1b[0m\n12 of 40\r\r\x1b[J40 of\n123456789é12\n", 10),
            "ok\n40 of\n123456789é<wrapped>\n12\n");
}

}  // namespace
}  // namespace palio::test
