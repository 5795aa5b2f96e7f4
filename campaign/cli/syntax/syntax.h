#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 is called so
class App;
class Option;
}  // namespace CLI

namespace palio {

// The syntax of the command line. CLI11 takes longer to compile than a command: only syntax.cpp includes it.

// Exit status of every command.
inline constexpr int k_success = 0;
inline constexpr int k_user_error = 1;
inline constexpr int k_some_failed = 2;
inline constexpr int k_some_deviate = 2;  // palio verify --strict
inline constexpr int k_internal_error = 3;
inline constexpr int k_interrupted = 130;
inline constexpr int k_reader_left = 141;  // as if SIGPIPE had killed it

/// What the command line asks for; returns the exit status.
using Command = std::function<int()>;

/// Gets what was typed for an option.
using OnTyped = std::function<void(const std::string& typed)>;

enum class TakesValue { never, maybe, always };

/// The least value of a number.
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
  // Refuse values that it does not take: "--time-limit takes a positive number of seconds, not \"0\"".
  void number(Least least, std::string_view unit = {}) const;
  void count(std::int64_t least, std::int64_t most) const;
  void choice(const std::vector<std::string_view>& valid) const;
  /// `refuse` throws for a value that the option does not take.
  void check(OnTyped refuse) const;
  /// Words that shells complete.
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
  bool is_called(const std::string& name) const;  // by any of its names
  std::vector<std::string> typed() const;         // for this option, once the line was parsed

private:
  CLI::Option* option_;
};

/// What may be typed after a command, or after palio itself.
class CommandSyntax {
public:
  CommandSyntax(CLI::App& app, Command& chosen) : app_(&app), chosen_(&chosen) {}

  CommandSyntax add_subcommand(const std::string& name, const std::string& description) const;
  /// `name`: "-j,--jobs N", without dashes an argument; after the blank comes the value in the help. Values are texts,
  /// lists of them, and numbers.
  template <class Value>
  OptionSyntax add_option(const std::string& name, Value& value, const std::string& description) const;
  OptionSyntax add_option(const std::string& name, const OnTyped& take, const std::string& description) const;
  /// One of several words, the first being the default; `take` gets its meaning.
  template <class Meaning>
  void add_choice(const std::string& name, const std::vector<std::pair<std::string_view, Meaning>>& meanings,
                  std::function<void(Meaning)> take, const std::string& description) const;
  /// The value may be left out and is then empty.
  OptionSyntax add_option_with_optional_value(const std::string& name, const OnTyped& take,
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
  /// What may follow it: arguments, and options with a dash. palio's own options may follow as well.
  std::vector<OptionSyntax> options() const;
  std::vector<OptionSyntax> positional_options() const;
  std::vector<OptionSyntax> dashed_options() const;
  std::vector<CommandSyntax> subcommands() const;

private:
  CLI::App* app_;
  Command* chosen_;
};

template <class Meaning>
void CommandSyntax::add_choice(const std::string& name,
                               const std::vector<std::pair<std::string_view, Meaning>>& meanings,
                               std::function<void(Meaning)> take, const std::string& description) const {
  std::vector<std::string_view> words;
  for (const auto& [word, meaning] : meanings) words.push_back(word);
  const OnTyped take_word = [meanings, take = std::move(take)](const std::string& typed) {
    for (const auto& [word, meaning] : meanings)
      if (word == typed) take(meaning);
  };
  add_option(name, take_word, description).default_str(std::string(words.front())).choice(words);
}

/// Adds a command of palio that runs with the options as typed. Returns the command, and the struct that its options
/// fill in.
template <class Options>
std::pair<CommandSyntax, Options&> add_command(const CommandSyntax& app, const std::string& name,
                                               const std::string& description, std::function<int(Options&)> run) {
  const auto options = std::make_shared<Options>();
  const CommandSyntax command = app.add_subcommand(name, description);
  command.runs([options, run = std::move(run)] { return run(*options); });
  return {command, *options};
}

/// A command line that cannot be parsed.
class SyntaxError : public std::runtime_error {
public:
  enum class Kind { missing_argument, missing_value, other };
  SyntaxError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

private:
  Kind kind_;
};

/// The syntax of the whole command line, and what was typed.
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
  /// The typed words that nothing takes.
  std::vector<std::string> surplus() const;
  /// What the typed command runs; empty if none was typed.
  const Command& chosen() const { return chosen_; }

private:
  std::unique_ptr<CLI::App> app_;
  Command chosen_;
};

}  // namespace palio
