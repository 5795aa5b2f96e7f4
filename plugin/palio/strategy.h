#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "palio/bag_strategy.h"
#include "palio/file_strategy.h"
#include "palio/graph_strategy.h"

/// Custom strategies in C++20: derive from GraphStrategy, RunTimeStrategy, BagStrategy or FileStrategy, and name the
/// classes in PALIO_STRATEGIES. All of it is compiled into the library; only palio/strategy_abi.h stands between the
/// library and Palio.
namespace palio::own {

/// The class that PALIO_STRATEGIES defines.
class StrategyLibrary {
public:
  template <class... Strategies>
  static const StrategyLibrary& of() {
    static const StrategyLibrary library = [] {
      StrategyLibrary made;
      (made.add(std::make_unique<Strategies>()), ...);
      made.description_ += "]}";
      return made;
    }();
    return library;
  }

  const char* description() const { return description_.c_str(); }

  void schedule(uint32_t number, const palio_graph_instance& instance, const palio_value* parameters,
                palio_plan& plan) const {
    guarded(*plan.trouble, [&] {
      PlanWriter writer(plan);
      const auto& strategy = numbered<GraphStrategy>(number);
      strategy.schedule(InstanceView(instance), Values(strategy.declaration().names(), parameters), writer);
    });
  }

  void decide(uint32_t number, const palio_graph_instance& instance, const palio_situation& situation,
              const palio_value* parameters, palio_plan& plan) const {
    guarded(*plan.trouble, [&] {
      PlanWriter writer(plan);
      const auto& strategy = numbered<RunTimeStrategy>(number);
      strategy.decide(InstanceView(instance), SituationView(situation),
                      Values(strategy.declaration().names(), parameters), writer);
    });
  }

  palio_bag_policy* begin(uint32_t number, const palio_bag_instance& instance, const palio_value* parameters,
                          palio_trouble& trouble) const {
    return begun<BagStrategy, PlainBagDecider, palio_bag_policy>(number, BagInstanceView(instance), parameters,
                                                                 trouble);
  }
  palio_file_policy* begin(uint32_t number, const palio_file_instance& instance, const palio_value* parameters,
                           palio_trouble& trouble) const {
    return begun<FileStrategy, PlainFileDecider, palio_file_policy>(number, FileInstanceView(instance), parameters,
                                                                    trouble);
  }

private:
  void add(std::unique_ptr<const StrategyBase> strategy) {
    description_ += (strategies_.empty() ? "" : ",\n") + strategy->declaration().json();
    strategies_.push_back(std::move(strategy));
  }

  template <class Kind>
  const Kind& numbered(uint32_t number) const {
    return dynamic_cast<const Kind&>(*strategies_.at(number));
  }

  template <class Kind, class Policy, class Plain, class View>
  Plain* begun(uint32_t number, const View& instance, const palio_value* parameters, palio_trouble& trouble) const {
    return guarded(trouble, static_cast<Plain*>(nullptr), [&]() -> Plain* {
      const auto& strategy = numbered<Kind>(number);
      return new Policy(strategy.begin(instance, Values(strategy.declaration().names(), parameters)), trouble);
    });
  }

  std::vector<std::unique_ptr<const StrategyBase>> strategies_;
  std::string description_ = "{\"interface\": " + std::to_string(PALIO_ABI_VERSION) + ", \"strategies\": [";
};

}  // namespace palio::own

/// Use once in a library: lists the classes of its strategies, in order.
#define PALIO_STRATEGIES(...)                                                                                         \
  extern "C" {                                                                                                        \
  const uint32_t palio_abi_version = PALIO_ABI_VERSION;                                                               \
  const char* palio_description(void) { return palio::own::StrategyLibrary::of<__VA_ARGS__>().description(); }        \
  void palio_schedule_graphs(uint32_t strategy, const palio_graph_instance* instance, const palio_value* parameters,  \
                             palio_plan* plan) {                                                                      \
    palio::own::StrategyLibrary::of<__VA_ARGS__>().schedule(strategy, *instance, parameters, *plan);                  \
  }                                                                                                                   \
  void palio_decide_graphs(uint32_t strategy, const palio_graph_instance* instance, const palio_situation* situation, \
                           const palio_value* parameters, palio_plan* plan) {                                         \
    palio::own::StrategyLibrary::of<__VA_ARGS__>().decide(strategy, *instance, *situation, parameters, *plan);        \
  }                                                                                                                   \
  palio_bag_policy* palio_begin_bags(uint32_t strategy, const palio_bag_instance* instance,                           \
                                     const palio_value* parameters, palio_trouble* trouble) {                         \
    return palio::own::StrategyLibrary::of<__VA_ARGS__>().begin(strategy, *instance, parameters, *trouble);           \
  }                                                                                                                   \
  palio_file_policy* palio_begin_files(uint32_t strategy, const palio_file_instance* instance,                        \
                                       const palio_value* parameters, palio_trouble* trouble) {                       \
    return palio::own::StrategyLibrary::of<__VA_ARGS__>().begin(strategy, *instance, parameters, *trouble);           \
  }                                                                                                                   \
  }
