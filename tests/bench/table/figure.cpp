#include "tests/bench/table/figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/json_reader.h"
#include "core/text/json_text.h"

namespace palio::bench {
namespace {

std::string_view to_text(Bound bound) { return bound == Bound::at_least ? "at_least" : "at_most"; }

// A text may be left out, but is never empty in the line.
std::string text_member(std::string_view key, const std::string& text) {
  return text.empty() ? std::string() : fmt::format(",\"{}\":{}", key, json_quoted(text));
}

std::string optional_text(const JsonReader& object, std::string_view key) {
  const auto member = object.optional_member(key);
  return member ? member->text() : std::string();
}

std::optional<Target> target_of(const JsonReader& object) {
  for (const Bound bound : {Bound::at_least, Bound::at_most})
    if (const auto value = object.optional_member(to_text(bound)))
      return Target{bound, value->number(JsonRange::not_negative)};
  return std::nullopt;
}

}  // namespace

bool holds(const Figure& figure) {
  if (!figure.target) return true;
  const Target& target = *figure.target;
  return target.bound == Bound::at_least ? figure.measured.median >= target.value
                                         : figure.measured.median <= target.value;
}

std::string to_json(const Figure& figure) {
  std::vector<std::string> commands;
  for (const std::string& command : figure.commands) commands.push_back(json_quoted(command));
  std::string target;
  if (figure.target)
    target = fmt::format(",\"{}\":{}", to_text(figure.target->bound), json_number(figure.target->value));
  return fmt::format(R"({{"what":{},"unit":{},"median":{},"min":{},"max":{},"rounds":{}{}{}{},"commands":[{}]}})",
                     json_quoted(figure.what), json_quoted(figure.unit), json_number(figure.measured.median),
                     json_number(figure.measured.min), json_number(figure.measured.max), figure.rounds, target,
                     text_member("against", figure.against), text_member("sides", figure.sides),
                     fmt::join(commands, ","));
}

Figure figure_from_json(std::string_view line) {
  const JsonReader object = JsonReader::parse(line, "figure");
  object.expect_keys(
      {"what", "unit", "median", "min", "max", "rounds", "at_least", "at_most", "against", "sides", "commands"});
  const auto number = [&](std::string_view key) { return object.member(key).number(JsonRange::not_negative); };
  Figure figure{.what = object.member("what").text(),
                .unit = object.member("unit").text(),
                .measured = {number("median"), number("min"), number("max")},
                .rounds = static_cast<int>(object.member("rounds").integer(1, 1000)),
                .target = target_of(object),
                .against = optional_text(object, "against"),
                .sides = optional_text(object, "sides"),
                .commands = {}};
  for (const JsonReader& command : object.member("commands").elements()) figure.commands.push_back(command.text());
  return figure;
}

}  // namespace palio::bench
