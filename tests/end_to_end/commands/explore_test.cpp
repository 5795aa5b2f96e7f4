// palio explore: the page in headless Chromium, beside a run, with campaigns that change.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <thread>

#include "tests/end_to_end/support/command_test.h"
#include "tests/support/http_client.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

class ExploreTest : public CommandTest {
protected:
  void explore(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "explore");
    server_.emplace(folder_.file(""), arguments);
    while (server_->running() && server_->said().find("Ctrl-C") == std::string::npos)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const std::string printed = server_->printed();
    const std::size_t token = printed.find("token=");
    ASSERT_NE(token, std::string::npos) << printed << server_->said();
    token_ = printed.substr(token + 6, 32);
    address_ = printed.substr(0, printed.find('\n'));
    port_ = std::stoi(address_.substr(17));
  }

  std::string db(const std::string& name) const { return folder_.file(name); }

  // What the server answers to the page; headers may be changed.
  std::string ask(const std::string& target, const std::map<std::string, std::string>& changed = {},
                  const std::string& method = "GET") {
    std::map<std::string, std::string> headers{{"Host", fmt::format("127.0.0.1:{}", port_)},
                                               {"Cookie", fmt::format("palio-{}={}", port_, token_)},
                                               {"X-Palio", "1"}};
    for (const auto& [name, value] : changed) headers[name] = value;
    std::string lines;
    for (const auto& [name, value] : headers) lines += fmt::format("{}: {}\r\n", name, value);
    return http_get(port_, target, lines, method);
  }

  std::optional<Program> server_;
  std::string address_, token_;
  int port_ = 0;
};

TEST_F(ExploreTest, ShowsACampaignAndEndsWithTheFirstSignal) {
  palio({"run", study_, "--db", db("c.db"), "-q"});
  const std::string before = content(db("c.db"));
  explore({db("c.db")});
  EXPECT_THAT(ask("/"), HasSubstr("<title>palio explore</title>"));
  for (const char* file : {"/explore.js", "/compare.js", "/strategies.js", "/turns.js", "/cells.js", "/instances.js",
                           "/drill.js", "/failures.js", "/report.js", "/page.js", "/tables.js", "/parts.js",
                           "/figure.js", "/share.js", "/difference.js", "/explore.css", "/page.css"})
    EXPECT_THAT(ask(file), HasSubstr("200 OK")) << file;
  EXPECT_THAT(ask("/api/view"), HasSubstr("\"answer\":\"The makespan of"));
  EXPECT_THAT(ask("/api/live"), HasSubstr("\"state\":\"ended\""));
  EXPECT_THAT(ask("/nothing"), HasSubstr("404"));
  EXPECT_THAT(ask("/../../etc/passwd"), HasSubstr("404"));
  EXPECT_THAT(ask("/api/view?a=HEFTY"), HasSubstr("no results of a strategy HEFTY"));
  EXPECT_THAT(ask("/api/view", {{"Origin", "http://evil.example"}}), HasSubstr("403"));
  EXPECT_THAT(ask("/api/view", {{"Host", "evil.example"}}), HasSubstr("403"));
  EXPECT_THAT(ask("/", {}, "POST"), HasSubstr("405"));
  server_->signal(SIGINT);
  const Finished ended = server_->wait();
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(content(db("c.db")) == before) << "the file has changed";
  EXPECT_FALSE(std::filesystem::exists(db("c.db-wal")));
}

// The names of the studies that come with Palio.
std::vector<std::string> shipped_studies() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(PALIO_SOURCE_DIR "/campaign/studies"))
    if (file.path().extension() == ".toml") names.push_back(file.path().stem().string());
  std::ranges::sort(names);
  return names;
}

// The text of a page's answer.
std::string answer_on(const std::string& page) {
  const std::size_t begin = page.find("<p class=answer>");
  if (begin == std::string::npos) return "";
  const std::string html = page.substr(begin, page.find("</p>", begin) - begin);
  return std::regex_replace(html, std::regex("<[^>]*>"), "");
}

class OneAnswer : public ExploreTest, public testing::WithParamInterface<std::string> {};

// Run, query, report and explore say one sentence about the study's metric, and begin with the same two strategies.
TEST_P(OneAnswer, IsTheSameWhoeverIsAsked) {
  const std::string sample = GetParam() == "classic-uncertain" ? "1" : "2";
  const std::string said =
      palio({"run", GetParam(), "--sample", sample, "--engine", "fluid", "--audit", "0", "--db", db("c.db")}).err;
  const std::string prefix = db("c.db") + ": ";
  const std::size_t begin = said.find(prefix), end = said.find("\nnext: palio query ");
  ASSERT_NE(end, std::string::npos) << said;
  const std::string sentence =
      begin == std::string::npos ? "" : said.substr(begin + prefix.size(), end - begin - prefix.size());
  EXPECT_THAT(palio({"query", db("c.db"), "@answer", "--format", "csv"}).out, HasSubstr(sentence));
  palio({"report", db("c.db"), "-o", folder_.file("c.html")});
  EXPECT_THAT(answer_on(content(folder_.file("c.html"))), testing::StartsWith(sentence));
  explore({db("c.db")});
  EXPECT_THAT(ask("/api/answer"), HasSubstr(fmt::format("{{\"sentence\":\"{}\"", sentence)));
  if (sentence.empty()) return;
  const std::string ranked = palio({"query", db("c.db"), "@degradation", "--format", "csv"}).out;
  std::smatch first_two;
  ASSERT_TRUE(std::regex_search(ranked, first_two, std::regex(R"(\n"?([^,"\n]*).*\n"?([^,"\n]*))"))) << ranked;
  const std::string campaign = ask("/api/campaign");
  const std::size_t usual = campaign.find("\"usual\":");
  EXPECT_THAT(campaign.substr(usual, campaign.find(']', usual) - usual),
              testing::AllOf(HasSubstr("[\"" + first_two.str(1)), HasSubstr("\",\"" + first_two.str(2))));
}

INSTANTIATE_TEST_SUITE_P(ShippedStudies, OneAnswer, testing::ValuesIn(shipped_studies()), [](const auto& study) {
  std::string name = study.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST_F(ExploreTest, TwoCampaignsAreOne) {
  palio({"run", study_, "--db", db("a.db"), "-q"});
  palio({"run", study_, "--db", db("b.db"), "-q"});
  explore({db("a.db"), db("b.db")});
  const std::string view = ask("/api/campaign");
  EXPECT_THAT(view, testing::AllOf(HasSubstr("a.db"), HasSubstr("b.db")));
}

TEST_F(ExploreTest, FollowsARunThatIsKilled) {
  Program run(folder_.file(""),
              {"run", "mixed-parallel", "-j", "1", "--engine", "fluid", "--audit", "0", "--db", db("r.db"), "-q"});
  const auto stored = [&] {
    return std::filesystem::exists(db("r.db")) && count(db("r.db"), "SELECT count(*) FROM result") > 0;
  };
  while (run.running()) {
    try {
      if (stored()) break;
    } catch (const std::exception&) {
      // The campaign is being created.
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  explore({db("r.db")});
  EXPECT_THAT(ask("/api/live"), HasSubstr("\"state\":\"running\""));
  const auto reading = [&] {
    const std::string live = ask("/api/live");
    return std::stoi(live.substr(live.find("\"reading\":") + 10));
  };
  const int first = reading();
  while (reading() == first)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it reads what was stored since
  run.signal(SIGKILL);
  run.wait();
  std::string live = ask("/api/live");
  while (live.find("\"state\":\"killed\"") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    live = ask("/api/live");
  }
  EXPECT_THAT(ask("/api/view"), HasSubstr("\"answer\""));
}

TEST_F(ExploreTest, ACampaignThatIsReplacedOrLostIsTold) {
  palio({"run", study_, "--db", db("c.db"), "-q"});
  explore({db("c.db")});
  std::filesystem::rename(db("c.db"), db("old.db"));
  EXPECT_THAT(ask("/api/live"), HasSubstr("400"));
  EXPECT_THAT(ask("/api/view"), HasSubstr("\"answer\""));  // what was read is still there
  palio({"run", study_, "--db", db("c.db"), "-q"});
  std::string live = ask("/api/live");
  while (live.find("200 OK") != std::string::npos) {  // until its reading is old enough for another one
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    live = ask("/api/live");
  }
  EXPECT_THAT(live, HasSubstr("c.db is another file now"));
  server_->signal(SIGTERM);
  EXPECT_EQ(server_->wait().status, 0);
}

TEST_F(ExploreTest, ATruncatedCampaignIsTold) {
  palio({"run", study_, "--db", db("c.db"), "-q"});
  explore({db("c.db")});
  std::filesystem::resize_file(db("c.db"), std::filesystem::file_size(db("c.db")) / 2);
  for (const char* question : {"/api/live", "/api/failures", "/api/digest", "/api/ranking"})
    EXPECT_THAT(ask(question), testing::AllOf(HasSubstr("400"), HasSubstr("c.db is damaged"))) << question;
  EXPECT_THAT(ask("/api/view"), HasSubstr("\"answer\""));  // what was read is still there
  server_->signal(SIGTERM);
  EXPECT_EQ(server_->wait().status, 0);
}

TEST_F(ExploreTest, RefusesWhatItCannotShow) {
  EXPECT_EQ(palio({"explore", db("none.db")}).err, fmt::format("palio: there is no campaign {}\n", db("none.db")));
  palio({"run", study_, "--db", db("c.db"), "-q"});
  EXPECT_THAT(palio({"explore", db("c.db"), "--port", "70000"}).err, HasSubstr("--port"));
  EXPECT_THAT(palio({"explore", db("c.db"), "--socket", db("c.db")}).err, HasSubstr("--socket"));
  EXPECT_THAT(palio({"explore", db("c.db"), "--socket", folder_.file("s"), "--open"}).err,
              HasSubstr("a browser opens no socket"));
}

#ifdef PALIO_PLAYWRIGHT
class ExplorePage : public ExploreTest {
protected:
  // What clicking through the page finds; `checks`: those of explore_page.mjs.
  std::string faults(const std::vector<std::string>& campaigns, const std::string& checks) {
    explore(campaigns);
    std::string files;
    for (const std::string& campaign : campaigns) files += fmt::format("'{}' ", campaign);
    const std::string command = fmt::format(
        "timeout 400 node '{}/tests/end_to_end/commands/explore_page.mjs' '{}' '{}' '{}' {} {} '{}' >'{}' 2>&1",
        PALIO_SOURCE_DIR, PALIO_PLAYWRIGHT, PALIO_AXE, PALIO_PATH, files, checks, address_, folder_.file("faults"));
    const int status = std::system(command.c_str());
    std::string found = content(folder_.file("faults"));
    if (status != 0 && found.empty()) found = fmt::format("{} ended with {}", command, status);
    return found;
  }
};

TEST_F(ExplorePage, TellsTheTruthAndCanBeUsed) {
  palio({"run", "mixed-parallel", "--sample", "300", "--engine", "fluid", "--audit", "0", "--db", db("m.db"), "-q"});
  EXPECT_EQ(faults({db("m.db")}, "all"), "");
}

TEST_F(ExplorePage, ShowsTheApplicationsOfBatches) {
  palio({"run", "ptg-batch", "--sample", "4", "--engine", "fluid", "--audit", "0", "--db", db("p.db"), "-q"});
  EXPECT_EQ(faults({db("p.db")}, "batches"), "");
  palio({"run", "bag-of-tasks", "--sample", "2", "--engine", "fluid", "--audit", "0", "--db", db("b.db"), "-q"});
  EXPECT_EQ(faults({db("b.db")}, "batches"), "");
}

TEST_F(ExplorePage, ShowsWhatFailed) {
  test::palio(folder_.file(""), {"new", "strategy", "mine", "--lang", "python"}, {"env", "-C", folder_.file("")});
  std::string strategy = content(folder_.file("mine/strategy.py"));
  const std::size_t answer = strategy.find("    return placements");
  ASSERT_NE(answer, std::string::npos);
  strategy.insert(answer, "    if len(graph[\"tasks\"]) == 20:\n        raise KeyError(\"<b>20</b>\")\n");
  folder_.write("mine/strategy.py", strategy);
  palio({"run", folder_.file("mine/study.toml"), "--sample", "12", "--db", db("f.db"), "-q"});
  EXPECT_EQ(faults({db("f.db")}, "failures"), "");
}

// A strategy that was changed between both runs, and more instances in the second.
TEST_F(ExplorePage, OpensTwoCampaignsOnTheirDifference) {
  test::palio(folder_.file(""), {"new", "strategy", "mine", "--lang", "python"}, {"env", "-C", folder_.file("")});
  const std::vector<std::string> run{"run", folder_.file("mine/study.toml"), "--engine", "fluid", "--audit", "0", "-q"};
  const auto run_into = [&](const std::string& file, const std::string& sample) {
    std::vector<std::string> arguments = run;
    for (const std::string& word : {std::string("--db"), db(file), std::string("--sample"), sample})
      arguments.push_back(word);
    palio(arguments);
  };
  run_into("a.db", "8");
  std::string strategy = content(folder_.file("mine/strategy.py"));
  const std::size_t share = strategy.find("int(share * cluster");
  ASSERT_NE(share, std::string::npos);
  folder_.write("mine/strategy.py", strategy.replace(share, 9, "int(0.7 * share"));
  run_into("b.db", "12");
  EXPECT_EQ(faults({db("a.db"), db("b.db")}, "two"), "");
}

TEST_F(ExplorePage, ShowsTheRestartsOfDuels) {
  palio({"duel", "HEFT", "CPOP", "--restarts", "3", "--evaluations", "50", "--db", db("d.db"), "-q"});
  EXPECT_EQ(faults({db("d.db")}, "duels"), "");
}
#endif

}  // namespace
}  // namespace palio::test
