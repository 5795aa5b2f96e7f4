#pragma once

#include "core/outcome.h"
#include "core/shortage.h"
#include "runners/custom/command_keeper.h"
#include "runners/wire/execution.h"
#include "runners/wire/protocol.h"
#include "strategies/model/strategy.h"

namespace palio {

/// Notes the current activity in memory that this process shares with all that it forks after the first call. The
/// activity stays unknown if the system has no such memory.
void note(Activity activity);
Activity noted_activity();

/// CPU time of this process, s.
double cpu_clock();

/// Takes a step of a scenario, notes it, and measures its CPU time (s).
template <class Step>
auto timed(Activity activity, double& seconds, Step step) {
  note(activity);
  const double begin = cpu_clock();
  const double elsewhere = elsewhere_time();
  auto made = step();
  seconds = cpu_clock() - begin + elsewhere_time() - elsewhere;
  return made;
}

/// The failure of a schedule in which the validator found something; `where`: "planned schedule".
inline Failure invalid(const std::string& where, const std::string& violation) {
  return {FailureKind::invalid_schedule, 0, where + ": " + violation, {}};
}

/// The result of `run`, or the named failure for anything it throws, except for a Shortage.
template <class Answer, class Run>
Answer or_failure(Run run) {
  try {
    return run();
  } catch (const Shortage&) {
    throw;
  } catch (const FailedElsewhere& error) {
    return error.failure();
  } catch (const NoSchedule& error) {
    return Failure{FailureKind::no_schedule, 0, error.what(), {}};
  } catch (const InvalidAnswer& error) {
    return Failure{FailureKind::invalid_schedule, 0, error.what(), {}};
  } catch (const InvalidExecution& error) {
    return Failure{FailureKind::invalid_schedule, 0, error.what(), {}};
  } catch (const Deadlock& error) {
    return Failure{FailureKind::deadlock, 0, error.what(), {}};
  } catch (const std::exception& error) {
    return Failure{FailureKind::exception, 0, error.what(), {}};
  } catch (...) {
    return Failure{FailureKind::exception, 0, "something that is not a std::exception was thrown", {}};
  }
}

}  // namespace palio
