#pragma once

#include <cstdint>
#include <string>

#include "campaign/cli/syntax/syntax.h"
#include "campaign/plan/plan.h"

namespace palio {

/// `--sample`, `--shard`, `--costs` and `--where`.
struct SelectionOptions {
  std::uint64_t sample = 0;
  std::string shard = {};
  std::string where = {};
  std::string costs = {};  // campaign file
};
void add_selection(const CommandSyntax& command, SelectionOptions& options);
/// Of these, `--sample` and `--where`; `--shard` and `--costs`.
void add_wanted_part(const CommandSyntax& command, SelectionOptions& options);
void add_shard(const CommandSyntax& command, SelectionOptions& options);

/// What the options select. A shard that the campaign in `database` began before (empty: none is named) is parted as it
/// was then, another one by the costs in the file that --costs names, else in rounds. Throws UserError for a shard that
/// is not of the form i/n with 1 <= i <= n, and for costs that are of no use.
Selection selection_of(const SelectionOptions& options, const Study& study, const std::string& database);

/// Says on stderr when a shard is empty, which is no error: there may be more parts than instances.
void tell_empty_shard(const Study& study, const Selection& selection);

}  // namespace palio
