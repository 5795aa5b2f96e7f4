#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "campaign/study/study_reader.h"
#include "core/identity/random_stream.h"
#include "core/number.h"

namespace palio {
namespace {

constexpr auto k_range_keys = std::to_array<std::string_view>({"from", "to", "steps", "log"});

// Twelve digits: 0.3 instead of 0.30000000000000004, and the same text as if it was typed.
double rounded(double value) { return *parsed_number<double>(fmt::format("{:.12g}", value)); }

class RangeReader {
public:
  RangeReader(const StudyPlace& place, const toml::table& table, std::string_view owner, const ParameterSpec& spec)
      : place_(place), table_(table), owner_(owner), spec_(spec) {}

  std::vector<Value> values() const {
    const Ends ends = read("steps");
    const std::int64_t steps = step_count();
    std::vector<Value> values;
    for (std::int64_t step = 0; step < steps; ++step) {
      const double share = static_cast<double>(step) / static_cast<double>(steps - 1);
      const double between = step == 0 ? ends.from : step == steps - 1 ? ends.to : rounded(ends.at(share));
      values.push_back(value_of(is_integer() ? std::round(between) : between));
      if (step > 0 && values[values.size() - 2] == values.back())
        place_.fail(table_, fmt::format("{} steps from {} to {} give {} twice, as an integer: take fewer steps", steps,
                                        ends.from, ends.to, to_text(values.back())));
    }
    return values;
  }

  // Each integer of the range has the same share of a linear one.
  std::function<Value(double)> within() const {
    const Ends ends = read("");
    if (!is_integer())
      return [ends, name = std::string(owner_), spec = spec_](double share) {
        return checked_value(name, spec, rounded(ends.at(share)));
      };
    const Ends beyond{ends.from, ends.to + 1, ends.log};
    return [ends, beyond, name = std::string(owner_), spec = spec_](double share) {
      return checked_value(name, spec, std::clamp(std::floor(beyond.at(share)), ends.from, ends.to));
    };
  }

private:
  struct Ends {
    double from, to;
    bool log;

    double at(double share) const {
      return log ? from * portable_exp(share * portable_log(to / from)) : from + share * (to - from);
    }
  };

  bool is_integer() const { return spec_.type == ParameterType::integer; }

  // `needed`: a key besides the ends.
  Ends read(std::string_view needed) const {
    if (spec_.type == ParameterType::text)
      place_.fail(table_, fmt::format("parameter \"{}\" of {} is a text, so it has no range: list its values",
                                      spec_.name, owner_));
    place_.refuse_unknown_keys(table_, "a range", k_range_keys);
    refuse_missing(needed);
    const Ends ends{end("from"), end("to"), is_log()};
    if (ends.from >= ends.to) place_.fail(table_, fmt::format("from = {} must be below to = {}", ends.from, ends.to));
    if (ends.log && ends.from <= 0)
      place_.fail(table_,
                  fmt::format("from = {} must be above 0 where the values are spaced by their logarithm", ends.from));
    return ends;
  }

  void refuse_missing(std::string_view needed) const {
    std::vector<std::string_view> missing;
    for (const std::string_view key : {std::string_view("from"), std::string_view("to"), needed})
      if (!key.empty() && !table_.contains(key)) missing.push_back(key);
    if (!missing.empty())
      place_.fail(table_, fmt::format("the range of \"{}\" lacks {}: {{ from = 1, to = 1000, steps = 7 }} has 7 values",
                                      spec_.name, fmt::join(missing, ", ")));
  }

  double end(std::string_view key) const {
    const toml::node& node = *table_.get(key);
    if (!node.is_number()) place_.fail(node, fmt::format("{} must be a number", key));
    const double number = *node.value<double>();
    if (!std::isfinite(number)) place_.fail(node, fmt::format("{} is {}: a range needs an end", key, number));
    place_.at(node, [&] { value_of(number); });
    return number;
  }

  std::int64_t step_count() const {
    const toml::node& node = *table_.get("steps");
    const std::int64_t steps = node.is_integer() ? node.as_integer()->get() : 0;
    if (steps < 2 || steps > k_most_points)
      place_.fail(node, fmt::format("steps must be an integer from 2 to {}: the number of values, with both ends",
                                    k_most_points));
    return steps;
  }

  bool is_log() const {
    const toml::node* node = table_.get("log");
    if (node != nullptr && !node->is_boolean()) place_.fail(*node, "log must be true or false");
    return node != nullptr && node->as_boolean()->get();
  }

  Value value_of(double number) const { return checked_value(owner_, spec_, number); }

  const StudyPlace& place_;
  const toml::table& table_;
  std::string_view owner_;
  const ParameterSpec& spec_;
};

}  // namespace

std::vector<Value> values_of_range(const StudyPlace& place, const toml::table& range, std::string_view owner,
                                   const ParameterSpec& spec) {
  return RangeReader(place, range, owner, spec).values();
}

std::function<Value(double)> values_within(const StudyPlace& place, const toml::table& range, std::string_view owner,
                                           const ParameterSpec& spec) {
  return RangeReader(place, range, owner, spec).within();
}

}  // namespace palio
