#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "palio/strategy_abi.h"

/// What strategies of all kinds have in common.
namespace palio::own {

/// Thrown by a strategy that finds no feasible schedule: a named failure of that scenario. Any other exception is the
/// failure "exception".
class NoPlan : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

inline std::string_view text_of(palio_text text) { return {text.data, text.size}; }
inline palio_text text_of(std::string_view text) { return {text.data(), text.size()}; }

/// The values of a strategy's parameters.
class Values {
public:
  Values(const std::vector<std::string>& names, const palio_value* values) : names_(&names), values_(values) {}

  double real(std::string_view name) const { return find(name).real; }
  std::int64_t integer(std::string_view name) const { return find(name).integer; }
  std::string_view text(std::string_view name) const { return text_of(find(name).text); }

private:
  const palio_value& find(std::string_view name) const {
    const auto found = std::find(names_->begin(), names_->end(), name);
    if (found == names_->end()) throw std::logic_error("no parameter " + std::string(name) + " was declared");
    return values_[found - names_->begin()];
  }

  const std::vector<std::string>* names_;
  const palio_value* values_;
};

/// A strategy's description of itself; written like
///   Declaration("GREEDY", "earliest finish, task by task").source("nobody, 2026").real("share", "...", 0, 1, 0.5)
class Declaration {
public:
  Declaration(std::string_view name, std::string_view summary)
      : text_("\"name\": " + quoted(name) + ", \"summary\": " + quoted(summary)) {}

  Declaration& source(std::string_view paper) { return member("source", paper); }

  // For task graphs.
  /// It takes only platforms of one cluster; only workloads of one application.
  Declaration& one_cluster() { return member("clusters", "one"); }
  Declaration& one_application() { return member("applications", "one"); }
  /// It takes tasks that have a time for each cluster or host instead of work: GraphView::execution_time() handles
  /// both.
  Declaration& unrelated_machines() { return member("machines", "unrelated"); }
  /// It takes tasks of any speed-up law: GraphView::execution_time() handles all.
  Declaration& any_speedup() { return member("speedups", "any"); }
  /// It also plans what is left of a workload next to what runs: InstanceView::free_from(), inflows(), arrivals().
  Declaration& any_beginning() { return member("beginning", "any"); }
  /// Its dates assume that data arrive at once. The simulation still moves them.
  Declaration& ignores_communication() { return member("communication", "ignored"); }
  /// The Palio strategy that schedules each application of a batch alone, for comparison.
  Declaration& yardstick(std::string_view strategy) { return member("yardstick", strategy); }

  // For bags of tasks.
  /// It takes only stars whose nodes send one message at a time.
  Declaration& one_port() { return member("ports", "one"); }

  Declaration& real(std::string_view name, std::string_view meaning, double min, double max, double usual,
                    std::string_view unit = {}) {
    return parameter(name, "real", meaning, unit, range(number(min), number(max), number(usual)));
  }
  Declaration& integer(std::string_view name, std::string_view meaning, std::int64_t min, std::int64_t max,
                       std::int64_t usual, std::string_view unit = {}) {
    return parameter(name, "integer", meaning, unit,
                     range(std::to_string(min), std::to_string(max), std::to_string(usual)));
  }
  Declaration& text(std::string_view name, std::string_view meaning, const std::vector<std::string_view>& choices,
                    std::string_view usual) {
    std::string list;
    for (const std::string_view choice : choices) list += (list.empty() ? "" : ", ") + quoted(choice);
    return parameter(name, "text", meaning, {}, ", \"choices\": [" + list + "], \"default\": " + quoted(usual));
  }

  // Set by the class that a strategy derives from.
  Declaration& schedules(std::string_view kind) { return member("schedules", kind); }
  Declaration& decides(std::string_view when) { return member("decides", when); }

  const std::vector<std::string>& names() const { return names_; }
  std::string json() const { return "{" + text_ + ", \"parameters\": [" + parameters_ + "]}"; }

private:
  static std::string quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return quoted + '"';
  }
  static std::string number(double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", value);
    return digits;
  }
  static std::string range(const std::string& min, const std::string& max, const std::string& usual) {
    return ", \"min\": " + min + ", \"max\": " + max + ", \"default\": " + usual;
  }
  Declaration& member(std::string_view key, std::string_view value) {
    text_ += ", " + quoted(key) + ": " + quoted(value);
    return *this;
  }
  Declaration& parameter(std::string_view name, std::string_view type, std::string_view meaning, std::string_view unit,
                         const std::string& rest) {
    names_.emplace_back(name);
    parameters_ += (parameters_.empty() ? "{" : ", {");
    parameters_ += "\"name\": " + quoted(name) + ", \"type\": " + quoted(type) + ", \"meaning\": " + quoted(meaning);
    if (!unit.empty()) parameters_ += ", \"unit\": " + quoted(unit);
    parameters_ += rest + "}";
    return *this;
  }

  std::string text_, parameters_;
  std::vector<std::string> names_;
};

/// The base of all strategies.
class StrategyBase {
public:
  virtual ~StrategyBase() = default;
  StrategyBase(const StrategyBase&) = delete;
  StrategyBase& operator=(const StrategyBase&) = delete;

  const Declaration& declaration() const { return declaration_; }

protected:
  explicit StrategyBase(Declaration declaration) : declaration_(std::move(declaration)) {}

private:
  Declaration declaration_;
};

/// Returns the result of `call`. If it throws, reports that to Palio and returns `otherwise`.
template <class Call, class Answer>
Answer guarded(palio_trouble& trouble, Answer otherwise, Call call) {
  try {
    return call();
  } catch (const NoPlan& none) {
    trouble.no_schedule(&trouble, text_of(std::string_view(none.what())));
  } catch (const std::exception& error) {
    trouble.failed(&trouble, text_of(std::string_view(error.what())));
  } catch (...) {
    trouble.failed(&trouble, text_of(std::string_view("something that is not a std::exception was thrown")));
  }
  return otherwise;
}

/// The same for a call without a result.
template <class Call>
void guarded(palio_trouble& trouble, Call call) {
  guarded(trouble, 0, [&] { return call(), 0; });
}

}  // namespace palio::own
