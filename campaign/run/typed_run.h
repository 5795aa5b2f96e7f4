#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file/rows.h"

namespace palio {

/// A run as it is typed: all that it is asked for, besides the study. Empty, or unset: not given.
struct TypedRun {
  std::string database = {};  // campaign file
  int jobs = 0;               // 0: one per core
  std::string sample = {}, where = {}, shard = {}, costs = {};
  std::string timeout = {}, memory = {}, max_failures = {}, patience = {};
  std::string engine = {}, audit = {}, isolation = {}, keep = {};
  std::optional<std::string> retry = {};           // kinds of failed scenarios that run again; empty: all
  std::vector<std::string> until = {};             // targets
  std::string at_most = {}, at_most_minutes = {};  // limits of what these ask for
  bool quiet = false;
  bool dry_run = false;           // prints what it would run
  std::string costs_text = {};    // what the campaign of --costs holds, where that is not at hand
  std::string next_command = {};  // the command that continues; empty: palio resume
};

/// An option of `palio run`. Its row and its member above are all that command line, help, `palio resume` and the tasks
/// of `palio submit` need.
struct TypedOption {
  /// What it is about.
  enum class Scope {
    part,   // of the study: which scenarios are wanted
    shard,  // which of those on this machine
    study,  // how scenarios run, the same wherever a part of the study does
    until,  // how far --until goes
  };
  enum class Takes { text, count, seconds, minutes };  // minutes: above 0

  std::string name;  // "--timeout S"
  std::string TypedRun::*typed;
  Scope scope;
  std::string help;
  Takes takes = Takes::text;
  std::vector<std::string_view> choices = {};          // none: any text
  void (*refuse)(const std::string& typed) = nullptr;  // throws for what it does not take

  std::string_view called() const { return std::string_view(name).substr(0, name.find(' ')); }  // "--timeout"
};

/// All that take a text or a number.
std::span<const TypedOption> typed_options();

std::string engine_help(std::string_view unless_given);

/// The options of these scopes that were typed, as words: "--timeout=5".
std::vector<std::string> words_of(const TypedRun& run, std::span<const TypedOption::Scope> scopes);
/// Takes such words where nothing else was typed. Throws UserError for an unknown option.
void take_words(std::span<const std::string> words, TypedRun& run);

/// Takes what the last run of a campaign was asked for where nothing else was typed; but retries do not get the limits
/// at which they failed.
void repeat(const CampaignRequest& request, TypedRun& run);

}  // namespace palio
