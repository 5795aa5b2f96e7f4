#include "runners/wire/protocol.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "strategies/bags/bag_schedule.h"
#include "strategies/files/file_schedule.h"

namespace palio {
namespace {

Spec file(const std::string& path, const std::string& definition) {
  return {{"file", {{"path", path}, {"digest", content_digest(definition)}}}, definition};
}

RunRequest wire_request() {
  return {.id = 7,
          .platform = file("p.json", R"({"clusters": "ü"})"),
          .workload = file("w.json", "{}"),
          .strategies = {{"HCPA", {}}, {"M-HEFT-MAX", {{"threshold", 0.25}}}},
          .time_limit = 1.5,
          .detail = Detail::schedule,
          .trace = "/a b/t.paje"};
}

TEST(Protocol, RequestsComeBackAsTheyWere) {
  const RunRequest decoded = decode_request(encode(wire_request()));
  EXPECT_EQ(decoded.id, 7);
  EXPECT_EQ(decoded.platform.recipe, wire_request().platform.recipe);
  EXPECT_EQ(decoded.platform.definition, wire_request().platform.definition);
  EXPECT_EQ(decoded.workload.recipe, wire_request().workload.recipe);
  EXPECT_EQ(decoded.strategies, wire_request().strategies);
  EXPECT_EQ(decoded.time_limit, 1.5);
  EXPECT_EQ(decoded.detail, Detail::schedule);
  EXPECT_EQ(decoded.trace, "/a b/t.paje");
}

TEST(Protocol, WhatIsWantedOfAScenarioComesBackAsItWas) {
  RunRequest request = wire_request();
  EXPECT_EQ(decode_request(encode(request)).realization, -1);
  for (const Detail detail : {Detail::metrics, Detail::realizations, Detail::schedule}) {
    request.detail = detail;
    request.realization = 12;
    EXPECT_EQ(decode_request(encode(request)).detail, detail);
    EXPECT_EQ(decode_request(encode(request)).realization, 12);
  }
  std::string odd = encode(request);
  EXPECT_THROW(decode_request(odd.replace(odd.find("schedule"), 8, "everything")), ProtocolError);
}

// A later plan moved the second task.
TEST(Protocol, ATaskRunsWhereItWasMovedTo) {
  const Schedule planned{{{{0, {0, 1}, 0, 2}, {0, {0}, 2, 3}}}};
  Schedule executed{{{{0, {0, 1}, 0, 2.5}, {1, {4, 5}, 3, 4}}}};
  ScenarioReply reply{.outcome = Completed{}, .detail = GraphSchedule{planned, {executed, {}}}};
  std::get<Completed>(reply.outcome).metrics["makespan"] = 4;
  const ReplyLine line = decode_reply(encode_result(1, 0, encode(reply), 1, 1));
  const auto& detail = as<GraphSchedule>(*std::get<ResultLine>(line).detail);
  EXPECT_EQ(detail.planned.placements[0][1].processors, (std::vector{0}));
  EXPECT_EQ(detail.execution.schedule.placements[0][0].processors, (std::vector{0, 1}));
  EXPECT_EQ(detail.execution.schedule.placements[0][1].processors, (std::vector{4, 5}));
  EXPECT_EQ(detail.execution.schedule.placements[0][1].cluster, 1);
  EXPECT_EQ(detail.execution.schedule.placements[0][1].finish, 4);
}

TEST(Protocol, TextsOfAnyKindComeBackAsTheyWere) {
  RunRequest request = wire_request();
  for (const std::string& text : {std::string(), std::string("/a \\b\"\n\t\x7f"), std::string("/ü")}) {
    request.trace = text;
    EXPECT_EQ(decode_request(encode(request)).trace, text);
  }
}

TEST(Protocol, AWorkerThatPassesARequestOnReadsTheNamesOfStrategies) {
  const auto names = [](const RunRequest& request) {
    return std::get<RunRequest>(decode_any_request(encode(request), Recipes::names));
  };
  RunRequest request = wire_request();
  EXPECT_EQ(names(request).strategies, (std::vector<Recipe>{{"HCPA", {}}, {"M-HEFT-MAX", {}}}));
  EXPECT_EQ(names(request).time_limit, 1.5);
  request.strategies.push_back({"NONE", {}});
  EXPECT_THROW(names(request), UserError);
}

TEST(Protocol, IsolationComesBackAsItWasAndIsByScenarioUnlessGiven) {
  RunRequest by_scenario = wire_request();
  by_scenario.isolation = ProcessPer::scenario;
  EXPECT_EQ(decode_request(encode(wire_request())).isolation, ProcessPer::group);
  EXPECT_EQ(decode_request(encode(by_scenario)).isolation, ProcessPer::scenario);
  std::string line = encode(wire_request());
  const std::string field = R"("isolation":"group",)";
  line.erase(line.find(field), field.size());
  EXPECT_EQ(decode_request(line).isolation, ProcessPer::scenario);
  line = encode(wire_request());
  line.replace(line.find("group"), 5, "crowd");
  EXPECT_THROW(decode_request(line), ProtocolError);
}

TEST(Protocol, ARequestIsOneLine) { EXPECT_EQ(encode(wire_request()).find('\n'), std::string::npos); }

TEST(Protocol, RequestsThatAreNone) {
  EXPECT_THROW(decode_any_request("rubbish"), ProtocolError);
  EXPECT_THROW(decode_any_request(R"({"type":"platform","id":1,"place":"p.xml"})"), ProtocolError);
  for (const char* line : {"rubbish", "", "{}", R"({"type":"stop"})", R"({"type":"run","id":"one"})"})
    EXPECT_THROW(decode_request(line), ProtocolError) << line;
  const std::string line = encode(wire_request());
  for (std::size_t length = 0; length < line.size(); ++length)
    EXPECT_THROW(decode_request(line.substr(0, length)), ProtocolError) << length;
}

TEST(Protocol, RequestsWithUnknownNamesSaySo) {
  std::string line = encode(wire_request());
  line.replace(line.find("HCPA"), 4, "HCPB");
  EXPECT_THROW(decode_request(line), UserError);
}

RunRequest request_for_custom_code(const std::string& summary) {
  const auto code = std::make_shared<const CustomCode>(
      command_manifest("./mine", {}, R"({"strategies": [{"name": "MINE", "summary": ")" + summary + "\"}]}"), "here");
  RunRequest request;
  request.id = 1;
  request.platform = file("p.json", "{}");
  request.workload = file("w.json", "{}");
  request.known.add(code);
  request.strategies = {{"MINE", {{"digest", code->digest()}}}, {"HCPA", {}}};
  return request;
}

TEST(Protocol, AManifestThatWasToldIsNamedByItsDigest) {
  const RunRequest request = request_for_custom_code("one");
  const std::string digest = request.known.custom().front()->digest();
  const std::string first = encode(request), again = encode(request, {digest});
  EXPECT_NE(first.find("manifest"), std::string::npos);
  EXPECT_EQ(again.find("manifest"), std::string::npos);
  const CustomCode* told = decode_request(first).known.code_of("MINE");
  EXPECT_EQ(decode_request(again).known.code_of("MINE"), told);
  EXPECT_EQ(told->digest(), digest);
}

TEST(Protocol, AManifestThatNobodyToldIsMissed) {
  const RunRequest request = request_for_custom_code("never told");
  EXPECT_THROW(decode_request(encode(request, {request.known.custom().front()->digest()})), ProtocolError);
}

TEST(Protocol, ManifestsOfStrategiesThatAreNotWantedStayAway) {
  RunRequest request = request_for_custom_code("not wanted");
  request.strategies = {{"HCPA", {}}};
  EXPECT_EQ(encode(request).find("code"), std::string::npos);
}

using testing::ElementsAre;
using testing::FieldsAre;

Completed completed_in(double makespan) {
  Completed completed;
  completed.metrics["makespan"] = makespan;
  return completed;
}

ResultLine round_trip(const ScenarioReply& reply) {
  ReplyLine line = decode_reply(encode_result(3, 1, encode(reply), 0.25, 4096));
  return std::get<ResultLine>(line);
}

TEST(Protocol, MetricsKeepEveryBit) {
  Completed completed = completed_in(0.1 + 0.2);
  completed.metrics["efficiency"] = std::nextafter(1.0, 2.0);
  completed.metrics["total_work"] = 1.7976931348623157e308;
  completed.applications = {{1.0 / 3, 2.5, 1e-300}, {0, 0, 1, 2.0 / 3}};
  const ResultLine line = round_trip({completed, 1e-3, 2e-3, std::nullopt});
  EXPECT_EQ(line.id, 3);
  EXPECT_EQ(line.strategy, 1);
  const auto& back = std::get<Completed>(line.result.outcome);
  EXPECT_EQ(back.metrics["makespan"], 0.1 + 0.2);
  EXPECT_EQ(back.metrics["efficiency"], std::nextafter(1.0, 2.0));
  EXPECT_EQ(back.metrics["total_work"], 1.7976931348623157e308);
  EXPECT_TRUE(std::isnan(back.metrics["flex_differs"]));
  ASSERT_EQ(back.applications.size(), 2U);
  EXPECT_EQ(back.applications[0].release_date, 1.0 / 3);
  EXPECT_EQ(back.applications[0].finish, 1e-300);
  EXPECT_TRUE(std::isnan(back.applications[0].dedicated_makespan));
  EXPECT_EQ(back.applications[1].dedicated_makespan, 2.0 / 3);
  EXPECT_EQ(line.result.cost.schedule_time, 1e-3);
  EXPECT_EQ(line.result.cost.simulation_time, 2e-3);
  EXPECT_EQ(line.result.cost.total_time, 0.25);
  EXPECT_EQ(line.result.cost.peak_memory, 4096);
  EXPECT_TRUE(std::isnan(line.result.cost.lp_time));
  ScenarioReply with_programs{completed, 1e-3, 2e-3, std::nullopt};
  with_programs.lp_time = 5e-4;
  EXPECT_EQ(round_trip(with_programs).result.cost.lp_time, 5e-4);
}

TEST(Protocol, FailuresKeepTheirWords) {
  const ResultLine line =
      round_trip({Failure{FailureKind::crashed, 11, "broke \"here\"\n", "tail \xff\x01"}, 0, 0, std::nullopt});
  const auto& failure = std::get<Failure>(line.result.outcome);
  EXPECT_EQ(failure.kind, FailureKind::crashed);
  EXPECT_EQ(failure.signal, 11);
  EXPECT_EQ(failure.message, "broke \"here\"\n");
  EXPECT_EQ(failure.stderr_tail, "tail \xEF\xBF\xBD\x01");  // a byte that is not UTF-8
}

TEST(Protocol, ShortagesComeBackAsTheyWere) {
  const ReplyLine line = decode_reply(encode(ShortageLine{7, Shortage(Resource::space, "no \"room\"\n")}));
  const auto& back = std::get<ShortageLine>(line);
  EXPECT_EQ(back.id, 7);
  EXPECT_EQ(back.shortage.resource(), Resource::space);
  EXPECT_EQ(back.shortage.refused(), "no \"room\"\n");
  EXPECT_THROW(decode_reply(R"({"type":"shortage","id":7,"lacks":"time"})"), ProtocolError);
}

TEST(Protocol, SchedulesComeBackAsTheyWere) {
  GraphSchedule detail{{{{{1, {4, 5}, 0.5, 2.25}}}}, {{{{{1, {4, 5}, 0.75, 2.5}}}}, {{0, 0, 1, 3, 4}}}};
  const ResultLine line = round_trip({completed_in(1), 0, 0, detail});
  const auto& back = as<GraphSchedule>(line.detail.value());
  const Placement& planned = back.planned.placements[0][0];
  EXPECT_EQ(planned.cluster, 1);
  EXPECT_EQ(planned.processors, (std::vector<int>{4, 5}));
  EXPECT_EQ(planned.finish, 2.25);
  EXPECT_EQ(back.execution.schedule.placements[0][0].start, 0.75);
  EXPECT_THAT(back.execution.transfers, ElementsAre(FieldsAre(0, 0, 1, 3, 4)));
}

TEST(Protocol, SchedulesOfBagsComeBackAsTheyWere) {
  const ResultLine line =
      round_trip({completed_in(1), 0, 0, BagSchedule{{{1, 2, 0.1, 1.0 / 3, 0.5, 0.7}, {0, 0, 1, 2, 3, 4}}}});
  EXPECT_THAT(as<BagSchedule>(line.detail.value()).tasks,
              ElementsAre(FieldsAre(1, 2, 0.1, 1.0 / 3, 0.5, 0.7), FieldsAre(0, 0, 1, 2, 3, 4)));
}

TEST(Protocol, SchedulesOfSharedFilesComeBackAsTheyWere) {
  FileSchedule schedule{{{3, 0.1, 0.4}}, 0.9, 2, {{0, 5, 7, 0.1, 0.2}, {5, 0, -1, 0.4, 0.9}}, {{0, {4, 0.2, 0.4}}}, 1};
  const ResultLine line = round_trip({completed_in(1), 0, 0, schedule});
  const auto& back = as<FileSchedule>(line.detail.value());
  EXPECT_THAT(back.tasks, ElementsAre(FieldsAre(3, 0.1, 0.4)));
  EXPECT_EQ(back.makespan, 0.9);
  EXPECT_EQ(back.transfers, 2);
  EXPECT_EQ(back.supervisors, 1);
  EXPECT_THAT(back.messages, ElementsAre(FieldsAre(0, 5, 7, 0.1, 0.2), FieldsAre(5, 0, -1, 0.4, 0.9)));
  EXPECT_THAT(back.copies, ElementsAre(FieldsAre(0, FieldsAre(4, 0.2, 0.4))));
}

TEST(Protocol, AScheduleThatDoesNotFitIsLeftOut) {
  BagSchedule schedule;
  schedule.tasks.assign(100, {1, 2, 1.0 / 3, 2.0 / 3, 4.0 / 3, 5.0 / 3});
  const ScenarioReply reply{completed_in(7), 0, 0, std::move(schedule)};
  const std::string whole = encode(reply);
  EXPECT_EQ(encode(reply, whole.size()), whole);
  const ReplyLine decoded = decode_reply(encode_result(3, 0, encode(reply, whole.size() - 1), 0, 0));
  const auto& line = std::get<ResultLine>(decoded);
  EXPECT_FALSE(line.detail);
  EXPECT_EQ(std::get<Completed>(line.result.outcome).metrics["makespan"], 7);
}

TEST(Protocol, RepliesThatAreNone) {
  for (const char* line : {"\x01\x02\xff", R"({"type":"result"})", R"({"type":"surprise"})"})
    EXPECT_THROW(decode_reply(line), ProtocolError) << line;
  for (const char* reply : {R"({"outcome":"splendid"})", R"({"outcome":"completed","metrics":{"speed":1}})",
                            R"({"outcome":"completed","metrics":{"makespan":"fast"}})", "not an answer"})
    EXPECT_THROW(decode_reply(encode_result(1, 0, reply, 0, 0)), ProtocolError) << reply;
}

// The database would refuse it, and with it the whole batch.
TEST(Protocol, CompletedNeedsAMakespanAndWholeNumbersWhereTheyBelong) {
  const auto reply = [](const std::string& metrics) {
    return encode_result(1, 0, R"({"outcome":"completed","metrics":{)" + metrics + "}}", 0, 0);
  };
  EXPECT_NO_THROW(decode_reply(reply(R"("makespan":2.5,"processors":8)")));
  for (const char* refused :
       {R"("processors":8)", R"("makespan":2.5,"processors":0.5)", R"("makespan":2.5,"processors":1e300)"})
    EXPECT_THROW(decode_reply(reply(refused)), ProtocolError) << refused;
}

// 2^32 would be strategy 0 in 32 bits, 2^64 id 0 in 64.
TEST(Protocol, NumbersThatDoNotFitAreNotCutOff) {
  const std::string reply =
      R"("total_time":0,"peak_memory":0,"reply":{"outcome":"completed","metrics":{"makespan":1}}})";
  EXPECT_NO_THROW(decode_reply(R"({"type":"result","id":1,"strategy":0,)" + reply));
  EXPECT_THROW(decode_reply(R"({"type":"result","id":1,"strategy":4294967296,)" + reply), ProtocolError);
  EXPECT_THROW(decode_reply(R"({"type":"result","id":1,"strategy":0.5,)" + reply), ProtocolError);
  for (const char* id : {"18446744073709551616", "18446744073709551615", "1e30", "-1e30", "true", "null"})
    EXPECT_THROW(decode_reply(fmt::format(R"({{"type":"done","id":{}}})", id)), ProtocolError) << id;
  const std::string request_line = encode(wire_request());
  for (const char* limit : {"1e30", "1.5", "\"1G\""}) {
    std::string line = request_line;
    line.replace(line.find(R"("memory_limit":0)"), 16, fmt::format(R"("memory_limit":{})", limit));
    EXPECT_THROW(decode_request(line), ProtocolError) << limit;
  }
}

TEST(Protocol, ProcessorsThatAreNoneAreRefused) {
  const auto line = [](std::string_view processor) {
    return encode_result(
        1, 0,
        fmt::format(R"({{"outcome":"completed","metrics":{{"makespan":1}},"detail":{{"transfers":[],"tasks":[[
      {{"cluster":0,"processors":[{}],"predicted":[0,1],"simulated":[0,1]}}]]}}}})",
                    processor),
        0, 0);
  };
  EXPECT_NO_THROW(decode_reply(line("3")));
  for (const char* processor : {"4294967299", "3.5", "[3]", "\"3\""})
    EXPECT_THROW(decode_reply(line(processor)), ProtocolError) << processor;
}

// Without a limit, printing or copying such a line overflows the stack, and parsing it takes a hundred times its size.
TEST(Protocol, DeepLinesAreRefused) {
  const std::string deep(10'000'000, '[');
  EXPECT_THROW(decode_request(R"({"type":)" + deep), ProtocolError);
  const std::string closed = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_THROW(decode_request(R"({"type":)" + closed + "}"), ProtocolError);
  EXPECT_THROW(decode_reply(encode_result(1, 0, R"({"outcome":"completed","metrics":{"x":)" + closed + "}}", 0, 0)),
               ProtocolError);
}

// Of two values neither is the right one.
TEST(Protocol, AKeyThatIsGivenTwiceIsRefused) {
  EXPECT_NO_THROW(decode_reply(R"({"type":"done","id":1})"));
  EXPECT_THROW(decode_reply(R"({"type":"done","id":1,"id":2})"), ProtocolError);
  EXPECT_THROW(decode_request(R"({"type":"run","type":"run"})"), ProtocolError);
}

TEST(Protocol, WhatAWorkerIsDoing) {
  for (const Activity activity :
       {Activity::unknown, Activity::building, Activity::references, Activity::scheduling, Activity::simulating})
    EXPECT_EQ(std::get<Alive>(decode_reply(encode(Alive{activity}))).doing, activity);
  EXPECT_EQ(encode(Alive{}), R"({"type":"alive"})");
  EXPECT_EQ(std::get<Alive>(decode_reply(R"({"type":"alive","doing":"gardening"})")).doing, Activity::unknown);
}

TEST(Protocol, PlatformsThatAreReadComeBackAsTheyWere) {
  const auto asked =
      std::get<PlatformRequest>(decode_any_request(encode(PlatformRequest{7, "p.xml", "<a b=\"c\"/>\n"})));
  EXPECT_EQ(asked.id, 7);
  EXPECT_EQ(asked.place, "p.xml");
  EXPECT_EQ(asked.xml, "<a b=\"c\"/>\n");
  EXPECT_EQ(std::get<RunRequest>(decode_any_request(encode(wire_request()))).id, wire_request().id);
  const auto read = std::get<ReadLine>(decode_reply(encode(ReadLine{7, "{\"d\"}", "no\n"})));
  EXPECT_EQ(read.id, 7);
  EXPECT_EQ(read.document, "{\"d\"}");
  EXPECT_EQ(read.refusal, "no\n");
}

TEST(Protocol, HelloAndDone) {
  const ReplyLine hello = decode_reply(encode(Hello{2, "0.1.0", {"SimGrid", "3.32"}}));
  EXPECT_EQ(std::get<Hello>(hello).engine.version, "3.32");
  EXPECT_EQ(std::get<Done>(decode_reply(encode(Done{9}))).id, 9);
}

}  // namespace
}  // namespace palio
