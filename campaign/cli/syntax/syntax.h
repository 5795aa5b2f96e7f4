#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 is called so
class App;
class Option;
}  // namespace CLI

namespace palio {

// What may be typed. CLI11 takes longer to compile than a command: syntax.cpp alone includes it.

/// What the command line chose to do; returns the exit status.
using Command = std::function<int()>;

enum class TakesValue { never, maybe, always };

/// What a number may be.
enum class Least { zero, above_zero };
inline constexpr std::int64_t k_any_count = std::numeric_limits<std::int64_t>::max();

/// One option or argument of a command.
class OptionSyntax {
public:
  explicit OptionSyntax(CLI::Option& option) : option_(&option) {}

  OptionSyntax required() const;
  OptionSyntax default_str(const std::string& value) const;  // in the help
  OptionSyntax capture_default_str() const;                  // in the help, the present value
  OptionSyntax delimiter(char between) const;                // of several values in one word
  OptionSyntax one_each() const;                             // a value each time it is given
  // Refuse what it does not take: "--time-limit takes a positive number of seconds, not \"0\"".
  void number(Least least, std::string_view unit = {}) const;
  void count(std::int64_t least, std::int64_t most) const;
  void choice(std::initializer_list<std::string_view> choices) const;
  /// `refuse` throws for a value that the option does not take.
  void check(std::function<void(const std::string& typed)> refuse) const;
  /// Words that are completed.
  void offer(const std::vector<std::string_view>& words) const;

  std::string name() const;                // "--jobs", "study"
  std::vector<std::string> names() const;  // "-j", "--jobs"; none of an argument
  std::string description() const;
  std::string type_name() const;
  std::string default_str() const;
  std::vector<std::string> offered() const;
  bool is_positional() const;
  bool is_required() const;
  bool is_repeated() const;
  TakesValue takes_value() const;
  /// By any of its names.
  bool is_called(const std::string& name) const;
  /// What was typed for it, once the line was read.
  std::vector<std::string> typed() const;

private:
  CLI::Option* option_;
};

/// What may be typed behind a command, or behind palio itself.
class CommandSyntax {
public:
  CommandSyntax(CLI::App& app, Command& chosen) : app_(&app), chosen_(&chosen) {}

  CommandSyntax add_subcommand(const std::string& name, const std::string& description) const;
  /// `name`: "-j,--jobs N", an argument without dashes; what follows the blank is the value in the help. Values are
  /// texts, lists of them, and numbers.
  template <class Value>
  OptionSyntax add_option(const std::string& name, Value& value, const std::string& description) const;
  OptionSyntax add_option(const std::string& name, const std::function<void(const std::string& typed)>& take,
                          const std::string& description) const;
  /// The value may be left out: it is empty then.
  OptionSyntax add_option_with_optional_value(const std::string& name,
                                              const std::function<void(const std::string& typed)>& take,
                                              const std::string& description) const;
  OptionSyntax add_flag(const std::string& name, bool& value, const std::string& description) const;
  OptionSyntax add_flag(const std::string& name, const std::function<void()>& take,
                        const std::string& description) const;
  void footer(const std::string& text) const;
  void runs(Command action) const;

  std::string name() const;
  std::string description() const;
  std::string footer() const;
  bool is_top() const;
  /// Its options and arguments; those of palio itself may stand behind a command, too.
  std::vector<OptionSyntax> options() const;
  std::vector<CommandSyntax> subcommands() const;

  bool operator==(const CommandSyntax&) const = default;

private:
  CLI::App* app_;
  Command* chosen_;
};

/// A command line that cannot be read.
class SyntaxError : public std::runtime_error {
public:
  enum class Kind { missing_argument, missing_value, other };
  SyntaxError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

private:
  Kind kind_;
};

/// All that may be typed, and what was.
class CommandLine {
public:
  CommandLine(const std::string& name, const std::string& description);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// palio itself, to which commands are added.
  CommandSyntax top() { return {*app_, chosen_}; }

  enum class Asked { command, help, version };
  /// Throws SyntaxError, and what the checks of options throw.
  Asked read(int argc, const char* const* argv);
  /// The command that was typed; palio itself without one.
  CommandSyntax typed_command();
  /// What was typed and nothing takes.
  std::vector<std::string> surplus() const;
  /// What the command that was typed runs; empty without one.
  const Command& chosen() const { return chosen_; }

private:
  std::unique_ptr<CLI::App> app_;
  Command chosen_;
};

}  // namespace palio
