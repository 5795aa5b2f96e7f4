#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/number.h"
#include "core/text/visible_text.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

constexpr std::string_view k_white_space = " \t\r\n";
constexpr int k_most_machines = 2000;            // as many as a mesh has hosts
constexpr std::size_t k_most_times = 2'500'000;  // with a name for each task within the limit of Palio's JSON

// The time of a task that takes none, rounded to two decimals as published: every task of Palio takes time.
constexpr double k_least_time = 1e-9;  // s

// The words of a file, with the line of the last one.
class Words {
public:
  explicit Words(std::string_view text) : text_(text) {}

  /// Empty at the end.
  std::string_view next() {
    const std::size_t begin = std::min(text_.find_first_not_of(k_white_space, at_), text_.size());
    line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(at_, begin - at_), '\n'));
    at_ = std::min(text_.find_first_of(k_white_space, begin), text_.size());
    return text_.substr(begin, at_ - begin);
  }
  std::size_t line() const { return line_; }

private:
  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

template <class... Values>
[[noreturn]] void fail(std::string_view place, std::size_t line, fmt::format_string<Values...> problem,
                       Values&&... values) {
  throw UserError("{}:{}: {}", place, line, shortened(fmt::format(problem, std::forward<Values>(values)...)));
}

std::string quoted(std::string_view word) { return fmt::format("\"{}\"", visible_line(word)); }

// The whole numbers of the first line; empty if it holds anything else.
std::vector<std::int64_t> header_of(std::string_view content) {
  Words words(content.substr(0, content.find('\n')));
  std::vector<std::int64_t> numbers;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const auto number = parsed_number<std::int64_t>(word);
    if (!number || *number < 0) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

double time_of(std::string_view word, std::string_view place, std::size_t line) {
  const std::optional<double> time = number_in(word);
  if (!time || *time < 0 || std::signbit(*time))
    fail(place, line, "a time is {}, must be a number that is not negative (s)", quoted(word));
  return std::max(*time, k_least_time);
}

// What the name of a solution says of its makespan, in s: "u_c_hihi.0_MS_7358942,8.sol" says 7358942.8.
std::optional<double> makespan_in_name(std::string_view place) {
  constexpr std::string_view k_extension = ".sol";
  if (!place.ends_with(k_extension)) return {};
  place.remove_suffix(k_extension.size());
  std::string number(place.substr(place.find_last_of("_/") + 1));
  if (number.find(',') == std::string::npos) return {};  // a name like run_2.sol
  std::ranges::replace(number, ',', '.');
  return number_in(number);
}

}  // namespace

bool is_hcsp(std::string_view content) {
  const std::vector<std::int64_t> header = header_of(content);
  return header.size() == 2 || header.size() == 3;
}

DescribedWorkload read_hcsp(std::string_view content, std::string_view place) {
  if (!is_hcsp(content))
    fail(place, 1, "the file must begin with a line of its numbers of tasks and machines: 512 16 0");
  const std::vector<std::int64_t> header = header_of(content);
  if (header[0] < 1 || header[0] > static_cast<std::int64_t>(k_most_workflow_tasks))
    fail(place, 1, "the number of tasks is {}, must be from 1 to {}", header[0], k_most_workflow_tasks);
  if (header[1] < 1 || header[1] > k_most_machines)
    fail(place, 1, "the number of machines is {}, must be from 1 to {}", header[1], k_most_machines);
  const auto tasks = static_cast<std::size_t>(header[0]), machines = static_cast<std::size_t>(header[1]);
  if (tasks * machines > k_most_times)
    fail(place, 1, "{} tasks on {} machines have more than {} times", tasks, machines, k_most_times);
  Words words(content);
  for (std::size_t i = 0; i < header.size(); ++i) words.next();
  DescribedApplication application{.name = "tasks", .tasks = {}, .edges = {}};
  for (std::size_t task = 0; task < tasks; ++task) {
    std::vector<double> times;
    for (std::size_t machine = 0; machine < machines; ++machine) {
      const std::string_view word = words.next();
      if (word.empty())
        fail(place, words.line(), "the file ends after {} of {} times, {} tasks x {} machines",
             task * machines + machine, tasks * machines, tasks, machines);
      times.push_back(time_of(word, place, words.line()));
    }
    application.tasks.push_back({.name = fmt::format("t{}", task), .alpha = {}, .times = std::move(times)});
  }
  check_graph(application,
              [&](int, const std::string& problem) { throw UserError("{}:{}: {}", place, words.line(), problem); });
  if (const std::string_view word = words.next(); !word.empty())
    fail(place, words.line(), "{} comes after all {} times, {} tasks x {} machines", quoted(word), tasks * machines,
         tasks, machines);
  return {{std::move(application)}};
}

double add_solution(std::string_view content, std::string_view place, DescribedWorkload& workload) {
  if (workload.applications.size() != 1 || workload.applications.front().tasks.front().times.empty() ||
      !workload.applications.front().edges.empty())
    throw UserError("{}: a solution belongs to one application of independent tasks with times", place);
  std::vector<DescribedTask>& tasks = workload.applications.front().tasks;
  std::vector<double> ends(tasks.front().times.size(), 0);
  Words words(content);
  std::size_t count = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next(), ++count) {
    const auto machine = parsed_number<int>(word);
    if (!machine || *machine < 0 || *machine >= static_cast<int>(ends.size()))
      fail(place, words.line(), "the machine of task {} is {}, must be from 0 to {}", count, quoted(word),
           ends.size() - 1);
    if (count >= tasks.size())
      fail(place, words.line(), "there are more machines than the {} tasks of the instance", tasks.size());
    tasks[count].place.processor = *machine;
    ends[*machine] += tasks[count].times[*machine];
  }
  if (count < tasks.size())
    fail(place, words.line(), "the file ends after the machines of {} tasks, the instance has {}", count, tasks.size());
  const double makespan = *std::ranges::max_element(ends);
  constexpr double k_rounding = 0.051;  // s; the name has one decimal
  const auto named = makespan_in_name(place);
  if (named) workload.reference_makespan = std::min(makespan, workload.reference_makespan.value_or(makespan));
  if (named && std::abs(makespan - *named) > k_rounding)
    fail(place, words.line(), "the solution ends at {} s, but its name says {} s: it is that of another instance",
         makespan, *named);
  return makespan;
}

}  // namespace palio
