#include "campaign/cli/output/plan_explanation.h"

#include <string>

namespace palio {
namespace {

// Prints the scenarios of an instance until there were enough.
class ScenarioPrinter {
public:
  ScenarioPrinter(const Study& study, const Explanation& explanation, std::uint64_t count, Format format)
      : study_(study), explanation_(explanation), left_(count), table_(stdout, format) {
    table_.header({"platform", "workload", "strategy", "decision", "reason"});
  }
  // No destructor does it: writing may throw.
  void finish() { table_.finish(); }

  bool full() const { return left_ == 0; }

  void print(const Instance& instance) {
    for (const std::uint32_t s : study_.strategies_of(instance.workload)) {
      if (left_ == 0) return;
      --left_;
      const Reason& reason = explanation_.reason(instance, s);
      table_.row({canonical_text(study_.platforms[instance.platform].recipe),
                  canonical_text(study_.workloads[instance.workload].recipe), canonical_text(study_.strategies[s]),
                  std::string(to_text(reason.decision)), reason.why});
    }
  }

private:
  const Study& study_;
  const Explanation& explanation_;
  std::uint64_t left_;
  TableWriter table_;
};

}  // namespace

void print_reasons(const Explanation& explanation, Format format) {
  TableWriter table(stdout, format);
  table.header({"scenarios", "decision", "reason"});
  for (const auto& [reason, count] : explanation.summary())
    table.row({static_cast<std::int64_t>(count), std::string(to_text(reason.decision)), reason.why});
  table.finish();
}

void print_reasons(const Study& study, const Selection& selection, const Explanation& explanation, std::uint64_t count,
                   Format format) {
  ScenarioPrinter printer(study, explanation, count, format);
  InstanceStream wanted(study, selection);
  while (const std::optional<Instance> instance = printer.full() ? std::nullopt : wanted.next())
    printer.print(*instance);
  InstanceStream all(study, {});
  while (const std::optional<Instance> instance = printer.full() ? std::nullopt : all.next())
    if (!explanation.wanted(*instance)) printer.print(*instance);
  printer.finish();
}

}  // namespace palio
