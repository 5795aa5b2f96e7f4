#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runners/client/runner.h"

namespace palio {

/// Has some scenarios carried out by a second engine, too, right after the first. Where they differ by more than
/// k_same_dates, both carry it out again, alone: the failure is answers_differ if one of them contradicts itself, else
/// engines_differ. What ran into a limit says nothing; what was killed is carried out again.
class AuditingRunner final : public Runner {
public:
  /// Whether a scenario of the request is audited.
  using Chooses = std::function<bool(const RunRequest& request, int strategy)>;

  /// One slot's runners; `engine` and `reference_engine` name them in messages.
  struct Engines {
    std::unique_ptr<Runner> runner, reference;
    std::string name, reference_name;
  };

  AuditingRunner(Engines engines, Chooses chooses) : engines_(std::move(engines)), chooses_(std::move(chooses)) {}

  void run(const RunRequest& request, const Sink& sink) override;
  void abort() override;

private:
  struct Answer {
    ScenarioResult result;
    std::optional<ScheduleDetail> detail = {};
  };
  struct Disputed {
    int strategy;  // of the request
    Answer ours, theirs;
  };

  static std::optional<Answer> again(Runner& runner, const RunRequest& request);
  static bool replace_killed(Answer& answer, Runner& runner, const RunRequest& request);
  std::optional<Answer> settled(const RunRequest& request, Disputed& disputed);
  std::optional<Answer> named(const RunRequest& request, const Disputed& disputed, ScenarioResult result);

  Engines engines_;
  Chooses chooses_;
};

/// How far apart, relative to the larger one, the values of two engines may be that are equal.
constexpr double k_same_dates = 1e-9;

/// Of the larger one; a value that one of them does not have (NaN) differs by all of it.
double relative_difference(double one, double other);

/// The result of the first engine with its engine_difference from the second one's, or the failure engines_differ.
ScenarioResult audited(ScenarioResult result, const Outcome& reference, const std::string& engine,
                       const std::string& reference_engine);

/// Chooses a share of all scenarios by their identity and a seed, whatever else is run.
AuditingRunner::Chooses choose_share(double share, std::int64_t seed);

}  // namespace palio
