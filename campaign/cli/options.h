#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "campaign/cli/table.h"
#include "campaign/plan.h"

namespace palio {

/// `--sample` and `--shard`.
struct SelectionOptions {
  std::uint64_t sample = 0;
  std::string shard;

  /// Throws UserError for a shard that is not of the form i/n with 1 <= i <= n.
  Selection selection() const;
};
void add_selection(CLI::App& command, SelectionOptions& options);

/// `--retry-failed [KIND,...]`: unset without it, empty without kinds.
void add_retry(CLI::App& command, std::optional<std::string>& kinds);

/// `--format`.
void add_format(CLI::App& command, Format& format);

/// The file of a study: as typed, or the study of that name that comes with Palio. Throws UserError for neither.
std::string study_file(const std::string& typed);

/// The files of the studies that come with Palio, by name.
std::vector<std::string> shipped_studies();

}  // namespace palio
