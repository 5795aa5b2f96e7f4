#include "runners/wire/completed_result.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

namespace palio {
namespace {

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// Whether JSON allows what from_chars has read as a number.
bool is_json(std::string_view number) {
  if (number.starts_with('-')) number.remove_prefix(1);
  if (number.empty() || !is_digit(number[0])) return false;
  if (number[0] == '0' && number.size() > 1 && is_digit(number[1])) return false;
  const std::size_t point = number.find('.');
  return point == std::string_view::npos || (point + 1 < number.size() && is_digit(number[point + 1]));
}

// What is left of a line.
class Rest {
public:
  explicit Rest(std::string_view text) : text_(text) {}

  bool empty() const { return text_.empty(); }

  bool skip(std::string_view expected) {
    if (!text_.starts_with(expected)) return false;
    text_.remove_prefix(expected.size());
    return true;
  }

  // `"name":`
  bool skip_name(std::string_view name) {
    const std::size_t length = name.size();
    if (text_.size() < length + 3 || text_[0] != '"' || text_.substr(1, length) != name || text_[length + 1] != '"' ||
        text_[length + 2] != ':')
      return false;
    text_.remove_prefix(length + 3);
    return true;
  }

  template <class Number>
  bool read(Number& number) {
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    const auto length = static_cast<std::size_t>(end - text_.data());
    if (error != std::errc() || !is_json(text_.substr(0, length))) return false;
    text_.remove_prefix(length);
    return true;
  }

private:
  std::string_view text_;
};

// `{"name":number,...}`, in the order of the table.
bool read_metrics(Rest& rest, MetricValues& values) {
  if (!rest.skip("{")) return false;
  bool is_first = true;
  for (const MetricInfo& info : metric_table()) {
    Rest next = rest;
    if ((!is_first && !next.skip(",")) || !next.skip_name(info.name)) continue;
    if (!next.read(values[info]) || !is_value_of(info, values[info])) return false;
    rest = next;
    is_first = false;
  }
  return rest.skip("}");
}

// `[[release date,start,finish],...]`, some with the makespan on dedicated resources.
bool read_applications(Rest& rest, std::vector<ApplicationMetrics>& applications) {
  if (!rest.skip("[")) return false;
  do {
    auto& [release_date, start, finish, dedicated_makespan] = applications.emplace_back();
    if (!rest.skip("[") || !rest.read(release_date) || !rest.skip(",") || !rest.read(start) || !rest.skip(",") ||
        !rest.read(finish))
      return false;
    if (rest.skip(",") && !rest.read(dedicated_makespan)) return false;
    if (!rest.skip("]")) return false;
  } while (rest.skip(","));
  return rest.skip("]");
}

// `[[makespan,replans],...]`
bool read_realizations(Rest& rest, std::vector<RealizationMetrics>& realizations) {
  if (!rest.skip("[")) return false;
  do {
    auto& [makespan, replans] = realizations.emplace_back();
    if (!rest.skip("[") || !rest.read(makespan) || !rest.skip(",") || !rest.read(replans) || !rest.skip("]"))
      return false;
  } while (rest.skip(","));
  return rest.skip("]");
}

}  // namespace

// Every result needs one: building a document would cost as much as computing some schedules.
std::string completed_text(const Completed& completed) {
  std::string text = R"({"outcome":"completed","metrics":{)";
  const auto out = std::back_inserter(text);
  const auto close = [&](char bracket) {
    if (text.back() == ',') text.pop_back();
    text += bracket;
  };
  for (const MetricInfo& info : metric_table())
    if (const double value = completed.metrics[info]; !std::isnan(value))
      fmt::format_to(out, R"("{}":{},)", info.name, value);
  close('}');
  if (!completed.applications.empty()) text += R"(,"applications":[)";
  for (const auto& [release_date, start, finish, dedicated_makespan] : completed.applications) {
    fmt::format_to(out, "[{},{},{}", release_date, start, finish);
    if (!std::isnan(dedicated_makespan)) fmt::format_to(out, ",{}", dedicated_makespan);
    text += "],";
  }
  if (!completed.applications.empty()) close(']');
  if (completed.realizations.empty()) return text;
  text += R"(,"realizations":[)";
  for (const auto& [makespan, replans] : completed.realizations) fmt::format_to(out, "[{},{}],", makespan, replans);
  close(']');
  return text;
}

bool is_value_of(const MetricInfo& metric, double value) {
  return metric.type != MetricType::integer || (std::abs(value) <= 1e15 && value == std::trunc(value));
}

std::optional<Done> read_done(std::string_view line) {
  Rest rest(line);
  Done done;
  if (rest.skip(R"({"id":)") && rest.read(done.id) && rest.skip(R"(,"type":"done"})") && rest.empty()) return done;
  return std::nullopt;
}

std::optional<ResultLine> read_completed(std::string_view line) {
  Rest rest(line);
  ResultLine result;
  Cost& cost = result.result.cost;
  Completed completed;
  const auto value = [&](std::string_view before, auto& number) { return rest.skip(before) && rest.read(number); };
  if (!value(R"({"type":"result","id":)", result.id) || !value(R"(,"strategy":)", result.strategy) ||
      !value(R"(,"total_time":)", cost.total_time) || !value(R"(,"peak_memory":)", cost.peak_memory) ||
      !rest.skip(R"(,"reply":{"outcome":"completed","metrics":)") || !read_metrics(rest, completed.metrics))
    return std::nullopt;
  if (rest.skip(R"(,"applications":)") && !read_applications(rest, completed.applications)) return std::nullopt;
  if (rest.skip(R"(,"realizations":)") && !read_realizations(rest, completed.realizations)) return std::nullopt;
  if (!value(R"(,"schedule_time":)", cost.schedule_time) || !value(R"(,"simulation_time":)", cost.simulation_time))
    return std::nullopt;
  if (rest.skip(R"(,"lp_time":)") && !rest.read(cost.lp_time)) return std::nullopt;
  if (!rest.skip("}}") || !rest.empty() || !std::isfinite(completed.metrics["makespan"])) return std::nullopt;
  result.result.outcome = std::move(completed);
  return result;
}

}  // namespace palio
