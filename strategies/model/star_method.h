#pragma once

#include "strategies/model/strategy.h"

namespace palio {

/// Which stars a strategy can take.
enum class PortNeed { any, one_port };

/// The method of a kind that runs on masters and workers.
template <class Workload>
class StarMethod : public MethodFor<Star, Workload> {
public:
  explicit StarMethod(PortNeed ports) : ports_(ports) {}

  bool selects_platforms() const override { return ports_ != PortNeed::any; }

  void check_platform(std::string_view strategy, const Star& star) const override {
    if (ports_ == PortNeed::one_port && star.port_model != PortModel::one_port)
      throw UserError(fmt::format("strategy {} sends one message at a time, but a star is multi-port", strategy));
  }

private:
  PortNeed ports_;
};

}  // namespace palio
