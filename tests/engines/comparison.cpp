#include "tests/engines/comparison.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <stdexcept>
#include <variant>

#include "runners/worker/isolation.h"

namespace palio::test {
namespace {

// An engine's answer: numbers, or what it threw.
struct Answer {
  std::vector<double> numbers = {};
  std::string error = {};
};

Answer answer_of(const Simulate& simulate) {
  try {
    return {simulate()};
  } catch (const std::exception& error) {
    return {{}, error.what()};
  }
}

std::string packed(const Answer& answer) {
  if (!answer.error.empty()) return 'E' + answer.error;
  std::string text(1 + answer.numbers.size() * sizeof(double), 'N');
  std::memcpy(text.data() + 1, answer.numbers.data(), text.size() - 1);
  return text;
}

Answer unpacked(const std::string& text) {
  if (text.front() == 'E') return {{}, text.substr(1)};
  Answer answer;
  answer.numbers.resize((text.size() - 1) / sizeof(double));
  std::memcpy(answer.numbers.data(), text.data() + 1, text.size() - 1);
  return answer;
}

Answer answer_of_child(const Simulate& simulate) {
  static Isolation& isolation = *new Isolation(STDOUT_FILENO);  // kept, like the files of its children
  const ChildReport report = isolation.run([&] { return packed(answer_of(simulate)); }, {.cpu_time = 600});
  if (const auto* failure = std::get_if<Failure>(&report.answer))
    throw std::runtime_error(failure->message + '\n' + failure->stderr_tail);
  return unpacked(std::get<std::string>(report.answer));
}

double difference(double a, double b) { return a == b ? 0 : std::abs(a - b) / std::max(std::abs(a), std::abs(b)); }

}  // namespace

void Comparison::add(const Comparison& other) {
  simulations += other.simulations;
  numbers += other.numbers;
  not_equal += other.not_equal;
  if (other.largest > largest || worst.empty()) worst = other.worst;
  largest = std::max(largest, other.largest);
}

Comparison compare_engines(const Simulations& simulations) {
  const Answer simgrid = answer_of_child(simulations.simgrid);
  const Answer fluid = answer_of(simulations.fluid);
  Comparison comparison{.simulations = 1, .numbers = static_cast<int>(simgrid.numbers.size())};
  if (simgrid.error != fluid.error || simgrid.numbers.size() != fluid.numbers.size()) {
    comparison.largest = std::numeric_limits<double>::infinity();
    comparison.worst = fmt::format("{}: simgrid {} numbers \"{}\", fluid {} numbers \"{}\"", simulations.name,
                                   simgrid.numbers.size(), simgrid.error, fluid.numbers.size(), fluid.error);
    return comparison;
  }
  for (std::size_t i = 0; i < simgrid.numbers.size(); ++i) {
    const double one = simgrid.numbers[i];
    const double other = fluid.numbers[i];
    if (std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(other)) continue;
    ++comparison.not_equal;
    const double apart = difference(one, other);
    if (apart <= comparison.largest && !comparison.worst.empty()) continue;
    comparison.largest = apart;
    comparison.worst =
        fmt::format("{}: number {} of {}: simgrid {}, fluid {}", simulations.name, i, comparison.numbers, one, other);
  }
  return comparison;
}

}  // namespace palio::test
