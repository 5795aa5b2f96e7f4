#pragma once

#include <fmt/format.h>

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/identity/parameters.h"
#include "platforms/model/any_platform.h"
#include "platforms/model/star.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// Thrown by a strategy that found no feasible schedule: a named failure of that scenario.
class NoSchedule : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Thrown for an answer of a strategy that no schedule can express.
class InvalidAnswer : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// How a strategy handles applications of its kind. Exceptions name the strategy.
class Method {
public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  /// What it schedules: "task graphs".
  virtual std::string_view kind() const = 0;
  /// What it requires besides: "one cluster, one graph"; empty: nothing.
  virtual std::string needs() const { return {}; }

  /// Throw UserError when the strategy cannot take this platform, this workload at all.
  virtual void check(std::string_view strategy, const AnyPlatform& platform) const = 0;
  virtual void check(std::string_view strategy, const AnyWorkload& workload) const = 0;

  /// Whether it may take one platform of a family and refuse another.
  virtual bool selects_platforms() const { return false; }

  /// The workload with values for everything that its recipe leaves open, as scenarios of this strategy see it on the
  /// platform.
  virtual AnyWorkload settled(std::string_view strategy, const Parameters& parameters, const AnyPlatform& platform,
                              const AnyWorkload& workload) const = 0;
};

/// The method of a kind whose workloads are of one type and run on platforms of one type.
template <class PlatformOfKind, class WorkloadOfKind>
class MethodFor : public Method {
public:
  using Platform = PlatformOfKind;
  using Workload = WorkloadOfKind;

  // Additional checks of a kind, as in Method.
  virtual void check_platform(std::string_view /*strategy*/, const Platform& /*platform*/) const {}
  virtual void check_workload(std::string_view /*strategy*/, const Workload& /*workload*/) const {}
  virtual Workload settled_workload(std::string_view /*strategy*/, const Parameters& /*parameters*/,
                                    const Platform& /*platform*/, const Workload& workload) const {
    return workload;
  }

  std::string_view kind() const final { return Workload::k_called; }

  void check(std::string_view strategy, const AnyPlatform& any) const final {
    if (const auto* platform = as_if<Platform>(any)) return check_platform(strategy, *platform);
    throw UserError(fmt::format("strategy {} schedules {} on {}, not on {}", strategy, Workload::k_called,
                                Platform::k_called, any.called()));
  }
  void check(std::string_view strategy, const AnyWorkload& any) const final {
    if (const auto* workload = as_if<Workload>(any)) return check_workload(strategy, *workload);
    throw UserError(
        fmt::format("strategy {} schedules {}, but a workload has {}", strategy, Workload::k_called, any.called()));
  }
  AnyWorkload settled(std::string_view strategy, const Parameters& parameters, const AnyPlatform& platform,
                      const AnyWorkload& workload) const final {
    return settled_workload(strategy, parameters, as<Platform>(platform), as<Workload>(workload));
  }
};

/// Which stars a strategy can take.
enum class PortNeed { any, one_port };

/// The method of a kind that runs on masters and workers.
template <class Workload>
class StarMethod : public MethodFor<Star, Workload> {
public:
  explicit StarMethod(PortNeed ports) : ports_(ports) {}

  std::string needs() const override { return ports_ == PortNeed::one_port ? "one-port star" : ""; }

  bool selects_platforms() const override { return ports_ != PortNeed::any; }

  void check_platform(std::string_view strategy, const Star& star) const override {
    if (ports_ == PortNeed::one_port && star.port_model != PortModel::one_port)
      throw UserError(fmt::format("strategy {} sends one message at a time, but a star is multi-port", strategy));
  }

private:
  PortNeed ports_;
};

/// One row of the strategy table. Adding a strategy: one file, one row, one test.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  std::string_view source;  // paper and section
  std::span<const ParameterSpec> parameters;
  std::shared_ptr<const Method> method;  // of the kind of its applications: GraphMethod, BagMethod, FileMethod
};

/// Throw UserError when the strategy cannot take this platform, this workload at all.
inline void check_platform(const Strategy& strategy, const AnyPlatform& platform) {
  strategy.method->check(strategy.name, platform);
}
inline void check_workload(const Strategy& strategy, const AnyWorkload& workload) {
  strategy.method->check(strategy.name, workload);
}

/// The strategy's method if it is of this kind, else null.
template <class Kind>
const Kind* method_if(const Strategy& strategy) {
  return dynamic_cast<const Kind*>(strategy.method.get());
}

/// The strategy's method for this platform and this workload; throws UserError if it is of another kind or does not
/// take them.
template <class Kind>
const Kind& method_for(const Strategy& strategy, const typename Kind::Platform& platform,
                       const typename Kind::Workload& workload) {
  const Kind* method = method_if<Kind>(strategy);
  if (method == nullptr) {
    check_platform(strategy, platform);
    check_workload(strategy, workload);
    throw InternalError(fmt::format("strategy {} has two kinds", strategy.name));
  }
  method->check_platform(strategy.name, platform);
  method->check_workload(strategy.name, workload);
  return *method;
}

}  // namespace palio
