#pragma once

#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/syntax.h"
#include "campaign/run/limits/memory_limit.h"

namespace palio {

/// `--retry-failed [KIND,...]`: unset without it, empty without kinds.
void add_retry(const CommandSyntax& command, std::optional<std::string>& kinds);

/// Refuse what an option cannot take: "--time-limit takes a positive number of seconds, not \"0\"".
enum class Least { zero, above_zero };
void require_number(const OptionSyntax& option, Least least, std::string_view unit = {});
inline constexpr std::int64_t k_any_count = std::numeric_limits<std::int64_t>::max();
void require_count(const OptionSyntax& option, std::int64_t least, std::int64_t most);
void require_choice(const OptionSyntax& option, std::initializer_list<std::string_view> choices);

/// `--patience`, in s.
void add_patience(const CommandSyntax& command, double& patience);
std::chrono::milliseconds milliseconds_of(double seconds);

/// `--format`.
void add_format(const CommandSyntax& command, Format& format);

/// The limit as typed after --memory, or that of one of `jobs` scenarios side by side where nothing was.
MemoryLimit memory_limit(const std::string& typed, int jobs);

/// A folder that comes with Palio and lies beside the program: "studies", "report".
std::filesystem::path shipped_folder(std::string_view name);

/// The file of a study: as typed, or the study of that name that comes with Palio. Throws UserError for neither.
std::string study_file(const std::string& typed);

/// The files of the studies that come with Palio, by name.
std::vector<std::string> shipped_studies();

}  // namespace palio
