#include "campaign/cli/options/run_options.h"

#include <algorithm>
#include <string>

#include "campaign/targets/target.h"
#include "campaign/until/run_until.h"

namespace palio {
namespace {

constexpr const char* k_decided = "decided";

void add(const CommandSyntax& command, const TypedOption& row, std::string& typed) {
  const OptionSyntax option = command.add_option(row.name, typed, row.help);
  switch (row.takes) {
    case TypedOption::Takes::text: break;
    case TypedOption::Takes::count: option.count(1, k_any_count); break;
    case TypedOption::Takes::seconds: option.number(Least::zero, "seconds"); break;
    case TypedOption::Takes::minutes: option.number(Least::above_zero, "minutes"); break;
  }
  if (!row.choices.empty()) option.choice(row.choices);
  if (row.refuse != nullptr) option.check(row.refuse);
}

void add_until(const CommandSyntax& command, TypedRun& run) {
  const OptionSyntax until =
      command
          .add_option(
              "--until TARGET", run.until,
              "Add draws of platforms and workloads until this holds: \"relative half-width of mean(makespan) by "
              "strategy <= 1 %\", also of geometric_mean(makespan), median(makespan) or quantile(makespan, 0.95); or "
              "decided: every claim about the study; may be repeated. none drops stored targets")
          .one_each();
  until.offer({k_decided, k_no_targets});
  until.check([](const std::string& typed) {
    if (typed != k_no_targets) parse_target(typed);
  });
  add_typed_options(command, run, std::array{TypedOption::Scope::until});
}

}  // namespace

void add_typed_options(const CommandSyntax& command, TypedRun& run, std::span<const TypedOption::Scope> scopes) {
  for (const TypedOption& row : typed_options())
    if (std::ranges::find(scopes, row.scope) != scopes.end()) add(command, row, run.*row.typed);
}

void add_typed_option(const CommandSyntax& command, std::string_view called, std::string& typed) {
  add(command, *std::ranges::find(typed_options(), called, &TypedOption::called), typed);
}

void add_run_options(const CommandSyntax& command, TypedRun& run) {
  add_jobs(command, run.jobs, "Simulations");
  add_typed_options(command, run, k_task_options);
  add_retry(command, run.retry);
  add_typed_options(command, run, std::array{TypedOption::Scope::shard});
  command.add_flag("-q,--quiet", run.quiet, "No progress on stderr");
  add_until(command, run);
}

}  // namespace palio
