#include "campaign/cli/syntax/syntax.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/number.h"

namespace palio {
namespace {

constexpr std::string_view k_choices = "choices: ";  // how the name of the check of an option with choices begins

SyntaxError::Kind kind_of(const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) return SyntaxError::Kind::missing_argument;
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return SyntaxError::Kind::missing_value;
  return SyntaxError::Kind::other;
}

using Hint = std::function<std::string(std::string_view typed)>;

// `wanted`: what the option takes. `hint`: what may have been meant.
void require(
    const OptionSyntax& option, std::string wanted, std::function<bool(std::string_view)> is_right,
    Hint hint = [](std::string_view) { return std::string(); }) {
  const std::string name = option.name();
  option.check([name, wanted = std::move(wanted), is_right = std::move(is_right),
                hint = std::move(hint)](const std::string& typed) {
    if (!is_right(typed)) throw UserError("{} takes {}, not \"{}\"{}", name, wanted, typed, hint(typed));
  });
}

// "--jobs N": the name of an option, and its value in the help.
template <class Add>
OptionSyntax added(const std::string& name, Add add) {
  const std::size_t blank = name.find(' ');
  CLI::Option* option = add(name.substr(0, blank));
  if (blank != std::string::npos) option->type_name(name.substr(blank + 1));
  return OptionSyntax(*option);
}

}  // namespace

OptionSyntax OptionSyntax::required() const { return OptionSyntax(*option_->required()); }
OptionSyntax OptionSyntax::one_each() const { return OptionSyntax(*option_->allow_extra_args(false)); }
OptionSyntax OptionSyntax::default_str(const std::string& value) const {
  return OptionSyntax(*option_->default_str(value));
}
OptionSyntax OptionSyntax::capture_default_str() const { return OptionSyntax(*option_->capture_default_str()); }
OptionSyntax OptionSyntax::delimiter(char between) const { return OptionSyntax(*option_->delimiter(between)); }

void OptionSyntax::check(OnTyped refuse) const {
  option_->check(CLI::Validator(
      [refuse = std::move(refuse)](const std::string& typed) -> std::string {
        refuse(typed);
        return {};
      },
      ""));
}

void OptionSyntax::number(Least least, std::string_view unit) const {
  const std::string wanted =
      fmt::format("{}{}{}", least == Least::zero ? "zero or a positive number" : "a positive number",
                  unit.empty() ? "" : " of ", unit);
  require(*this, wanted, [least](std::string_view typed) {
    const std::optional<double> value = parsed_number<double>(typed);
    return value && std::isfinite(*value) && (*value > 0 || (least == Least::zero && *value == 0));
  });
}

void OptionSyntax::count(std::int64_t least, std::int64_t most) const {
  const std::string wanted = most == k_any_count ? fmt::format("a whole number of {} or more", least)
                                                 : fmt::format("a whole number from {} to {}", least, most);
  require(*this, wanted, [least, most](std::string_view typed) {
    const std::optional<std::int64_t> value = parsed_number<std::int64_t>(typed);
    return value && *value >= least && *value <= most;
  });
}

void OptionSyntax::choice(const std::vector<std::string_view>& valid) const {
  const std::string others = fmt::format("{}", fmt::join(valid.begin(), valid.end() - 1, ", "));
  const std::string wanted = fmt::format("{}{}{}", others, others.empty() ? "" : " or ", valid.back());
  const auto is_valid = [valid](std::string_view typed) { return std::ranges::find(valid, typed) != valid.end(); };
  const auto nearest = [valid](std::string_view typed) {
    const std::string_view name = nearest_name(typed, valid);
    return name.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", name);
  };
  offer(valid);
  require(*this, wanted, is_valid, nearest);
}

void OptionSyntax::offer(const std::vector<std::string_view>& words) const {
  const auto anything = [](const std::string&) { return std::string(); };
  option_->check(CLI::Validator(anything, "", fmt::format("{}{}", k_choices, fmt::join(words, " "))));
}

std::string OptionSyntax::name() const { return option_->get_name(); }
std::string OptionSyntax::description() const { return option_->get_description(); }
std::string OptionSyntax::type_name() const { return option_->get_type_name(); }
std::string OptionSyntax::default_str() const { return option_->get_default_str(); }

std::vector<std::string> OptionSyntax::names() const {
  std::vector<std::string> names;
  for (const std::string& name : option_->get_snames()) names.push_back("-" + name);
  for (const std::string& name : option_->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> OptionSyntax::offered() const try {
  std::vector<std::string> words;
  const std::string name = option_->get_validator(0)->get_name();
  if (!name.starts_with(k_choices)) return words;
  std::istringstream text(name.substr(k_choices.size()));
  std::copy(std::istream_iterator<std::string>(text), {}, std::back_inserter(words));
  return words;
} catch (const CLI::OptionNotFound&) {  // it has no check
  return {};
}

bool OptionSyntax::is_positional() const { return option_->get_positional(); }
bool OptionSyntax::is_required() const { return option_->get_required(); }
bool OptionSyntax::is_repeated() const { return option_->get_items_expected_max() > 1; }

TakesValue OptionSyntax::takes_value() const {
  if (option_->get_items_expected_max() == 0) return TakesValue::never;
  return option_->get_items_expected_min() == 0 ? TakesValue::maybe : TakesValue::always;
}

bool OptionSyntax::is_called(const std::string& name) const { return option_->check_name(name); }
std::vector<std::string> OptionSyntax::typed() const { return option_->results(); }

CommandSyntax CommandSyntax::add_subcommand(const std::string& name, const std::string& description) const {
  return {*app_->add_subcommand(name, description), *chosen_};
}

template <class Value>
OptionSyntax CommandSyntax::add_option(const std::string& name, Value& value, const std::string& description) const {
  return added(name, [&](const std::string& called) { return app_->add_option(called, value, description); });
}
template OptionSyntax CommandSyntax::add_option(const std::string&, std::string&, const std::string&) const;
template OptionSyntax CommandSyntax::add_option(const std::string&, std::vector<std::string>&,
                                                const std::string&) const;
template OptionSyntax CommandSyntax::add_option(const std::string&, int&, const std::string&) const;
template OptionSyntax CommandSyntax::add_option(const std::string&, std::int64_t&, const std::string&) const;
template OptionSyntax CommandSyntax::add_option(const std::string&, std::uint64_t&, const std::string&) const;
template OptionSyntax CommandSyntax::add_option(const std::string&, double&, const std::string&) const;
template OptionSyntax CommandSyntax::add_option(const std::string&, std::optional<double>&, const std::string&) const;

OptionSyntax CommandSyntax::add_option(const std::string& name, const OnTyped& take,
                                       const std::string& description) const {
  return added(name, [&](const std::string& called) {
    return app_->add_option_function<std::string>(called, take, description);
  });
}

OptionSyntax CommandSyntax::add_option_with_optional_value(const std::string& name, const OnTyped& take,
                                                           const std::string& description) const {
  const auto take_first = [take](const std::vector<std::string>& values) {
    take(values.empty() ? std::string() : values.front());
  };
  return added(name, [&](const std::string& called) {
    return app_->add_option_function<std::vector<std::string>>(called, take_first, description)->expected(0, 1);
  });
}

OptionSyntax CommandSyntax::add_flag(const std::string& name, bool& value, const std::string& description) const {
  return OptionSyntax(*app_->add_flag(name, value, description));
}

OptionSyntax CommandSyntax::add_flag(const std::string& name, const std::function<void()>& take,
                                     const std::string& description) const {
  return OptionSyntax(*app_->add_flag_callback(name, take, description));
}

void CommandSyntax::footer(const std::string& text) const { app_->footer(text); }

void CommandSyntax::runs(Command action) const {
  app_->callback([chosen = chosen_, action = std::move(action)] { *chosen = action; });
}

std::string CommandSyntax::name() const { return app_->get_name(); }
std::string CommandSyntax::description() const { return app_->get_description(); }
std::string CommandSyntax::footer() const { return app_->get_footer(); }
bool CommandSyntax::is_top() const { return app_->get_parent() == nullptr; }

std::vector<OptionSyntax> CommandSyntax::options() const {
  std::vector<OptionSyntax> all;
  for (CLI::Option* option : app_->get_options([](CLI::Option*) { return true; })) all.emplace_back(*option);
  return all;
}

std::vector<OptionSyntax> CommandSyntax::positional_options() const {
  std::vector<OptionSyntax> positional = options();
  std::erase_if(positional, [](const OptionSyntax& option) { return !option.is_positional(); });
  return positional;
}

std::vector<OptionSyntax> CommandSyntax::dashed_options() const {
  std::vector<OptionSyntax> dashed = options();
  std::erase_if(dashed, [](const OptionSyntax& option) { return option.is_positional(); });
  return dashed;
}

std::vector<CommandSyntax> CommandSyntax::subcommands() const {
  std::vector<CommandSyntax> all;
  for (CLI::App* command : app_->get_subcommands([](CLI::App*) { return true; })) all.emplace_back(*command, *chosen_);
  return all;
}

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_help_flag("-h,--help", "Show this help");
  app_->set_version_flag("--version", "", "Show the versions of Palio and of its libraries");
  app_->require_subcommand(0, 1);
  app_->fallthrough();  // palio's own options may follow the command
}

CommandLine::~CommandLine() = default;

CommandLine::Asked CommandLine::read(int argc, const char* const* argv) try {
  app_->parse(argc, argv);
  return Asked::command;
} catch (const CLI::CallForHelp&) {
  return Asked::help;
} catch (const CLI::CallForVersion&) {
  return Asked::version;
} catch (const CLI::ParseError& error) {
  throw SyntaxError(kind_of(error), error.what());
}

CommandSyntax CommandLine::typed_command() {
  const std::vector<CLI::App*> typed = app_->get_subcommands();
  return {typed.empty() ? *app_ : *typed.front(), chosen_};
}

std::vector<std::string> CommandLine::surplus() const { return app_->remaining(true); }

}  // namespace palio
