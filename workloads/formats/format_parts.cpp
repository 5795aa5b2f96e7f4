#include "workloads/formats/format_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/number.h"
#include "workloads/model/graph_error.h"

namespace palio {

bool Mending::mends(const std::string& what) {
  if (gaps_ == Gaps::refused) return false;
  ++counts_[what];
  return true;
}

std::vector<std::string> Mending::counts() const {
  std::vector<std::string> all;
  for (const auto& [what, count] : counts_) all.push_back(fmt::format("{}: {}", what, count));
  return all;
}

std::optional<double> number_in(std::string_view text) {
  const auto value = parsed_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

double amount_in(std::string_view attribute, std::string_view text, double most,
                 const std::function<void(const std::string& problem)>& fail) {
  const std::optional<double> value = number_in(text);
  if (!value || !(*value >= 0 && *value <= most))
    fail(fmt::format("{} is \"{}\", must be a number {}", attribute, text,
                     most == 1 ? "from 0 to 1" : "that is not negative"));
  return *value;
}

bool same_word(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, {}, [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

std::string number_text(double value) { return fmt::format("{}", value); }

void check_graph(const DescribedApplication& application,
                 const std::function<void(int task, const std::string& problem)>& fail) {
  try {
    scaled(application, k_largest_scaling);
  } catch (const GraphError& error) {
    fail(error.task(), error.what());
  } catch (const UserError& error) {
    fail(-1, error.what());
  }
}

const DescribedApplication& only_graph(const DescribedWorkload& workload, std::string_view format) {
  if (workload.applications.size() != 1)
    throw UserError("the format {} holds one application, the workload has {}: write the format palio", format,
                    workload.applications.size());
  const DescribedApplication& application = workload.applications.front();
  if (application.release_date != 0)
    throw UserError("the format {} has no release dates, and \"{}\" is released at {} s: write the format palio",
                    format, application.name, application.release_date);
  for (const DescribedTask& task : application.tasks) {
    if (!task.times.empty())
      throw UserError(
          "the format {} has no times for each cluster or host, as task \"{}\" has them: write the format palio",
          format, task.name);
    if (task.place.processor >= 0)
      throw UserError("the format {} has no processors of tasks, and \"{}\" has one: write the format palio", format,
                      task.name);
    if (task.speedup.law != SpeedupLaw::amdahl)
      throw UserError("the format {} has no speed-up law but Amdahl's, and task \"{}\" has {}: write the format palio",
                      format, task.name, k_speedup_laws.at(static_cast<std::size_t>(task.speedup.law)));
  }
  return application;
}

const DescribedApplication& only_runtimes(const DescribedWorkload& workload, std::string_view format,
                                          double reference_speed, std::vector<std::string>& notes) {
  const DescribedApplication& application = only_graph(workload, format);
  if (std::ranges::any_of(application.tasks, [](const DescribedTask& task) { return task.alpha.has_value(); }))
    notes.push_back(fmt::format("{} has no parallel model: alpha is left out", format));
  if (std::ranges::any_of(application.tasks, [](const DescribedTask& task) { return task.unit == WorkUnit::flop; }))
    notes.push_back(fmt::format("{} has seconds: flop are written as those at {} flop/s", format, reference_speed));
  if (std::ranges::any_of(application.edges, [](const Edge& edge) { return std::trunc(edge.bytes) != edge.bytes; }))
    notes.push_back(fmt::format("{} has whole bytes: data are rounded to them", format));
  return application;
}

double seconds_of(const DescribedTask& task, double reference_speed) {
  return task.unit == WorkUnit::seconds ? task.work : task.work / reference_speed;
}

double flop_of(const DescribedTask& task, double reference_speed) {
  return task.unit == WorkUnit::flop ? task.work : task.work * reference_speed;
}

std::string whole_bytes(double bytes) { return fmt::format("{:.0f}", bytes); }

}  // namespace palio
