#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/number.h"
#include "core/text/visible_text.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

constexpr std::size_t k_dummies = 2;  // tasks that the first line does not count: the entry and the exit

std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(k_blanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(k_blanks));
  line.remove_prefix(word.size());
  return word;
}

// The lines of a file that are neither empty nor comments.
class Lines {
public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// Empty at the end.
  std::string_view next() {
    while (!text_.empty()) {
      const std::string_view line = text_.substr(0, text_.find('\n'));
      text_.remove_prefix(std::min(line.size() + 1, text_.size()));
      ++number_;
      const std::size_t first = line.find_first_not_of(k_blanks);
      if (first != std::string_view::npos && line[first] != '#') return line;
    }
    return {};
  }
  std::size_t number() const { return number_; }  // of the last one, from 1

private:
  std::string_view text_;
  std::size_t number_ = 0;
};

// The only number of the first line.
std::optional<std::size_t> count_of(std::string_view line) {
  const auto count = parsed_number<std::size_t>(next_word(line));
  return next_word(line).empty() ? count : std::nullopt;
}

class StgReader {
public:
  StgReader(std::string_view content, std::string_view place) : lines_(content), place_(place) {}

  DescribedWorkload read() {
    const auto count = count_of(lines_.next());
    if (!count) fail("the file must begin with a line of its number of tasks, without the entry and the exit");
    if (*count < 1 || *count > k_most_workflow_tasks - k_dummies)
      fail("the number of tasks is {}, must be from 1 to {}", *count, k_most_workflow_tasks - k_dummies);
    tasks_ = *count + k_dummies;
    for (std::size_t task = 0; task < tasks_; ++task) read_task(task);
    if (const std::string_view line = lines_.next(); !line.empty())
      fail("a line comes after all {} tasks, {} and the entry and the exit", tasks_, *count);
    check_graph(application_, [&](int task, const std::string& problem) {
      throw UserError("{}:{}: {}", place_, task < 0 ? 1 : task_lines_[task], problem);
    });
    return {{std::move(application_)}};
  }

private:
  template <class... Values>
  [[noreturn]] void fail(fmt::format_string<Values...> problem, Values&&... values) const {
    throw UserError("{}:{}: {}", place_, std::max<std::size_t>(lines_.number(), 1),
                    shortened(fmt::format(problem, std::forward<Values>(values)...)));
  }

  // The next word, a whole number from 0 to `most`.
  std::size_t number(std::string_view& line, std::string_view what, std::size_t task, std::size_t most) const {
    const std::string_view word = next_word(line);
    const auto value = parsed_number<std::size_t>(word);
    if (!value || *value > most)
      fail("{} of task {} is \"{}\", must be a whole number from 0 to {}", what, task, visible_line(word), most);
    return *value;
  }

  void read_task(std::size_t task) {
    std::string_view line = lines_.next();
    if (line.empty())
      fail("the file ends after {} of {} tasks, {} and the entry and the exit", task, tasks_, tasks_ - k_dummies);
    if (number(line, "the number", task, tasks_ - 1) != task)
      fail("the tasks must be numbered from 0 on, but another one stands where task {} belongs", task);
    const std::string_view time = next_word(line);
    const std::optional<double> seconds = number_in(time);
    if (!seconds || *seconds < 0 || std::signbit(*seconds))
      fail("the time of task {} is \"{}\", must be a number that is not negative", task, visible_line(time));
    application_.tasks.push_back(
        {.name = fmt::to_string(task), .work = *seconds, .unit = WorkUnit::seconds, .alpha = {}});
    task_lines_.push_back(lines_.number());
    read_parents(task, line);
  }

  void read_parents(std::size_t task, std::string_view line) {
    const std::size_t count = number(line, "the number of parents", task, tasks_ - 1);
    for (std::size_t parent = 0; parent < count; ++parent) {
      if (line.find_first_not_of(k_blanks) == std::string_view::npos)
        fail("task {} has {} of {} parents on its line; graphs with costs of communication are not read", task, parent,
             count);
      const std::size_t from = number(line, "a parent", task, tasks_ - 1);
      application_.edges.push_back({static_cast<int>(from), static_cast<int>(task), 0});
    }
    if (const std::string_view word = next_word(line); !word.empty())
      fail("\"{}\" comes after all {} parents of task {}", visible_line(word), count, task);
    if (application_.edges.size() > k_most_workflow_references)
      fail("there are more than {} edges", k_most_workflow_references);
  }

  Lines lines_;
  std::string_view place_;
  std::vector<std::size_t> task_lines_;
  std::size_t tasks_ = 0;  // with the entry and the exit
  DescribedApplication application_{.name = "graph", .tasks = {}, .edges = {}};
};

}  // namespace

bool is_stg(std::string_view content) { return count_of(Lines(content).next()).has_value(); }

DescribedWorkload read_stg(std::string_view content, std::string_view place) {
  return StgReader(content, place).read();
}

}  // namespace palio
