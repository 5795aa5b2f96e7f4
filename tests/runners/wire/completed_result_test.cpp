#include "runners/wire/completed_result.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace palio {
namespace {

using Random = std::mt19937_64;

// Any finite double, or a whole number.
double random_value(const MetricInfo& info, Random& random) {
  if (info.type == MetricType::integer || random() % 8 == 0) return static_cast<double>(random() % 100'000);
  const auto value = std::bit_cast<double>(random());
  return std::isfinite(value) ? value : 0.5;
}

std::string random_line(Random& random) {
  Completed completed;
  for (const MetricInfo& info : metric_table())
    if (info.name == "makespan" || random() % 2 == 0) completed.metrics[info] = random_value(info, random);
  for (auto left = random() % 4; left > 1; --left)
    completed.applications.push_back({0.5, 1e-3, 2, random() % 2 == 0 ? 3 : std::nan("")});
  for (auto left = random() % 4; left > 0; --left)
    completed.realizations.push_back({1.0 / static_cast<double>(random()), static_cast<std::int64_t>(random() % 100)});
  ScenarioReply reply{.outcome = std::move(completed), .schedule_time = 1e-5, .simulation_time = 0.25};
  if (random() % 4 == 0) reply.lp_time = 0.125;
  if (random() % 8 == 0) reply.elsewhere_time = 2;
  return encode_result(static_cast<std::int64_t>(random() >> 1U), static_cast<int>(random() % 1000), encode(reply), 1.5,
                       4096);
}

std::string damaged(std::string line, Random& random) {
  constexpr std::string_view k_bytes = "\"{}[],:.-+eE 0123456789\tnullx\\";
  const std::size_t place = random() % line.size();
  const char byte = k_bytes[random() % k_bytes.size()];
  switch (random() % 3) {
    case 0: line.erase(place, 1); break;
    case 1: line.insert(place, 1, byte); break;
    default: line[place] = byte;
  }
  return line;
}

// All that a line says, with every bit of its numbers, or that it is refused.
std::string told_by(const std::string& line) {
  try {
    const ReplyLine reply = decode_reply(line);
    const auto* result = std::get_if<ResultLine>(&reply);
    if (result == nullptr) return "another line";
    const auto bits = [](double value) { return std::to_string(std::bit_cast<std::uint64_t>(value)) + " "; };
    std::string text = std::to_string(result->id) + " " + std::to_string(result->strategy) + " ";
    const Cost& cost = result->result.cost;
    for (const double value :
         {cost.schedule_time, cost.simulation_time, cost.total_time, cost.peak_memory, cost.lp_time})
      text += bits(value);
    const auto* completed = std::get_if<Completed>(&result->result.outcome);
    if (completed == nullptr) return text + "failed";
    for (const MetricInfo& info : metric_table()) text += bits(completed->metrics[info]);
    for (const auto& [release_date, start, finish, dedicated_makespan] : completed->applications)
      text += bits(release_date) + bits(start) + bits(finish) + bits(dedicated_makespan);
    for (const auto& [makespan, replans] : completed->realizations)
      text += bits(makespan) + std::to_string(replans) + " ";
    return text;
  } catch (const ProtocolError&) {
    return "refused";
  }
}

// A blank makes it another text of the same document.
std::string as_document(const std::string& line) { return " " + line; }

TEST(CompletedResult, SaysTheSameAsTheDocument) {
  Random random(1);
  int quick = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string line = random_line(random);
    quick += read_completed(line) ? 1 : 0;
    ASSERT_FALSE(read_completed(as_document(line)));
    ASSERT_EQ(told_by(line), told_by(as_document(line))) << line;
  }
  EXPECT_GT(quick, 4000);  // all but those with an elsewhere_time
}

TEST(CompletedResult, IsRefusedWhereTheDocumentIs) {
  Random random(2);
  int quick = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string line = damaged(random_line(random), random);
    quick += read_completed(line) ? 1 : 0;
    ASSERT_EQ(told_by(line), told_by(as_document(line))) << line;
  }
  EXPECT_GT(quick, 1000);  // digits that became others
}

TEST(CompletedResult, TheEndOfARequestIsReadAsItIsWritten) {
  const std::string line = encode(Done{-7});
  EXPECT_EQ(read_done(line).value().id, -7);
  EXPECT_FALSE(read_done(as_document(line)));
  EXPECT_FALSE(read_done(line + " "));
  for (std::size_t length = 0; length < line.size(); ++length) EXPECT_FALSE(read_done(line.substr(0, length)));
}

}  // namespace
}  // namespace palio
