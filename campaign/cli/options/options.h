#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/cli/output/table.h"
#include "campaign/plan/plan.h"
#include "campaign/run/memory_limit.h"

namespace palio {

/// `--sample`, `--shard` and `--where`.
struct SelectionOptions {
  std::uint64_t sample = 0;
  std::string shard;
  std::string where = {};

  /// Throws UserError for a shard that is not of the form i/n with 1 <= i <= n.
  Selection selection() const;
};
void add_selection(CLI::App& command, SelectionOptions& options);

/// `--retry-failed [KIND,...]`: unset without it, empty without kinds.
void add_retry(CLI::App& command, std::optional<std::string>& kinds);

/// Refuse what an option cannot take: "--time-limit takes a positive number of seconds, not \"0\"".
enum class Least { zero, above_zero };
void require_number(CLI::Option& option, Least least, std::string_view unit = {});
inline constexpr std::int64_t k_any_count = std::numeric_limits<std::int64_t>::max();
void require_count(CLI::Option& option, std::int64_t least, std::int64_t most);
void require_choice(CLI::Option& option, std::initializer_list<std::string_view> choices);
/// Words that are completed, for a command that refuses others itself.
void offer_choices(CLI::Option& option, const std::vector<std::string_view>& choices);
/// The choices that either left; none for any other option.
std::vector<std::string> choices_of(CLI::Option& option);

/// `--patience`, in s.
void add_patience(CLI::App& command, double& patience);
std::chrono::milliseconds milliseconds_of(double seconds);

/// `--format`.
void add_format(CLI::App& command, Format& format);

/// The limit as typed after --memory, or that of one of `jobs` scenarios side by side where nothing was.
MemoryLimit memory_limit(const std::string& typed, int jobs);

/// A folder that comes with Palio and lies beside the program: "studies", "report".
std::filesystem::path shipped_folder(std::string_view name);

/// The file of a study: as typed, or the study of that name that comes with Palio. Throws UserError for neither.
std::string study_file(const std::string& typed);

/// The files of the studies that come with Palio, by name.
std::vector<std::string> shipped_studies();

}  // namespace palio
