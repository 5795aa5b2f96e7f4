#pragma once

#include <CLI/App.hpp>
#include <CLI/FormatterFwd.hpp>
#include <string>

namespace palio {

/// The help of a command, from what the command line knows of it. Lines have at most 80 characters, on a narrower
/// terminal as many as fit; those that begin with a blank, such as examples, stay as they are.
class HelpText : public CLI::FormatterBase {
public:
  /// `name`: what is typed to get there, "palio run".
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
};

/// "STUDY" of a positional argument, "-j, --jobs N" of an option.
std::string argument_label(const CLI::Option& option);

}  // namespace palio
