#include "strategies/ptg/online/policy.h"

#include <algorithm>

#include "core/error.h"

namespace palio {
namespace {

template <class Choice>
Choice chosen(const Parameters& parameters, const ParameterSpec& spec) {
  const auto found = std::ranges::find(spec.choices, text_of(parameters, spec));
  return static_cast<Choice>(found - spec.choices.begin());
}

// The value of a parameter that one policy needs and no other takes.
double needed(std::string_view strategy, const Parameters& parameters, const ParameterSpec& spec, bool is_needed,
              std::string_view policy) {
  const bool is_given = parameters.contains(spec.name);
  if (is_needed && !is_given)
    throw UserError("{} has replan = \"{}\", but no {}: {}", strategy, policy, spec.name, spec.meaning);
  if (!is_needed && is_given)
    throw UserError("{} has {}, which replan = \"{}\" does not take", strategy, spec.name, policy);
  return is_given ? real_of(parameters, spec.name) : 0;
}

}  // namespace

void add_policies(const GraphMethod& method, std::vector<ParameterSpec>& parameters) {
  const bool plans_again = method.terms.beginning == Beginning::any;
  const auto add = [&](const ParameterSpec& spec, bool is_taken) {
    if (is_taken) parameters.push_back(with_role(ParameterRole::uncertainty, spec));
  };
  add(k_knowledge, true);
  for (const ParameterSpec& spec : {k_replan, k_late_tolerance, k_replan_period}) add(spec, plans_again);
  add(k_decision_time, plans_again || method.begin);
  add(k_hindsight, true);
}

Policy policy_of(std::string_view strategy, const Parameters& parameters) {
  Policy policy{.replan = chosen<Replan>(parameters, k_replan),
                .knowledge = chosen<Knowledge>(parameters, k_knowledge)};
  const std::string_view name = text_of(parameters, k_replan);
  policy.tolerance = needed(strategy, parameters, k_late_tolerance, policy.replan == Replan::late, name);
  policy.period = needed(strategy, parameters, k_replan_period, policy.replan == Replan::period, name);
  policy.decision_time = decision_time_of(parameters);
  if (policy.replan == Replan::period && policy.decision_time >= policy.period)
    throw UserError(
        "{} plans again each {} s, but a decision takes {} s, so that nothing would ever start; raise period or lower "
        "decision_time",
        strategy, policy.period, policy.decision_time);
  return policy;
}

}  // namespace palio
