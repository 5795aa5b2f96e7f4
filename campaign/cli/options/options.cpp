#include "campaign/cli/options/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <system_error>

#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

using Hint = std::function<std::string(std::string_view typed)>;

// `wanted`: what the option takes. `hint`: what may have been meant.
void require(
    const OptionSyntax& option, std::string wanted, std::function<bool(std::string_view)> is_right,
    Hint hint = [](std::string_view) { return std::string(); }) {
  const std::string name = option.name();
  option.check([name, wanted = std::move(wanted), is_right = std::move(is_right),
                hint = std::move(hint)](const std::string& typed) {
    if (!is_right(typed)) throw UserError(fmt::format("{} takes {}, not \"{}\"{}", name, wanted, typed, hint(typed)));
  });
}

}  // namespace

void require_number(const OptionSyntax& option, Least least, std::string_view unit) {
  const std::string wanted =
      fmt::format("{}{}{}", least == Least::zero ? "zero or a positive number" : "a positive number",
                  unit.empty() ? "" : " of ", unit);
  require(option, wanted, [least](std::string_view typed) {
    const std::optional<double> number = parsed<double>(typed);
    return number && std::isfinite(*number) && (*number > 0 || (least == Least::zero && *number == 0));
  });
}

void require_count(const OptionSyntax& option, std::int64_t least, std::int64_t most) {
  const std::string wanted = most == k_any_count ? fmt::format("a whole number of {} or more", least)
                                                 : fmt::format("a whole number from {} to {}", least, most);
  require(option, wanted, [least, most](std::string_view typed) {
    const std::optional<std::int64_t> number = parsed<std::int64_t>(typed);
    return number && *number >= least && *number <= most;
  });
}

void require_choice(const OptionSyntax& option, std::initializer_list<std::string_view> choices) {
  const std::vector<std::string_view> valid(choices);
  const std::string wanted = fmt::format("{} or {}", fmt::join(valid.begin(), valid.end() - 1, ", "), valid.back());
  const auto is_valid = [valid](std::string_view typed) { return std::ranges::find(valid, typed) != valid.end(); };
  const auto nearest = [valid](std::string_view typed) {
    const std::string_view name = nearest_name(typed, valid);
    return name.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", name);
  };
  option.offer(valid);
  require(option, wanted, is_valid, nearest);
}

void add_retry(const CommandSyntax& command, std::optional<std::string>& kinds) {
  command
      .add_option_with_optional_value(
          "--retry-failed", [&kinds](const std::string& typed) { kinds = typed; },
          "Run failed scenarios again: all, or those of some kinds (timeout,crashed)")
      .type_name("[KIND,...]");
}

void add_format(const CommandSyntax& command, Format& format) {
  static const std::map<std::string, Format> formats{{"table", Format::table},
                                                     {"csv", Format::csv},
                                                     {"json", Format::json},
                                                     {"markdown", Format::markdown},
                                                     {"line", Format::line}};
  const OptionSyntax option = command
                                  .add_option(
                                      "--format", [&format](const std::string& typed) { format = formats.at(typed); },
                                      "table, csv, json, markdown or line (a line for each column)")
                                  .type_name("F")
                                  .default_str("table");
  require_choice(option, {"table", "csv", "json", "markdown", "line"});
}

void add_patience(const CommandSyntax& command, double& patience) {
  require_number(command
                     .add_option("--patience", patience,
                                 "Seconds to wait for processes, memory, open files or space that the machine lacks, "
                                 "before the run stops; 30 unless given")
                     .type_name("S"),
                 Least::zero, "seconds");
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  constexpr double k_longest = 1e9;  // s; beyond a life, and within the type
  return std::chrono::milliseconds(std::llround(1000 * std::min(seconds, k_longest)));
}

MemoryLimit memory_limit(const std::string& typed, int jobs) {
  if (typed.empty()) return default_memory_limit(available_memory(), jobs);
  return {parse_bytes("--memory", typed), MemoryLimit::Origin::user};
}

std::filesystem::path shipped_folder(std::string_view name) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return program.parent_path().parent_path() / "share" / "palio" / name;
}

std::string study_file(const std::string& typed) {
  if (typed == "-" || std::filesystem::exists(typed) || typed.find('/') != std::string::npos ||
      typed.ends_with(".toml"))
    return typed;
  const std::filesystem::path folder = shipped_folder("studies");
  if (std::filesystem::exists(folder / (typed + ".toml"))) return (folder / (typed + ".toml")).string();
  std::vector<std::string> names;
  for (const std::string& file : shipped_studies()) names.push_back(std::filesystem::path(file).stem().string());
  throw UserError(fmt::format("{}: no such file, and no study of that name comes with Palio{}", typed,
                              suggestion(typed, std::vector<std::string_view>(names.begin(), names.end()))));
}

std::vector<std::string> shipped_studies() {
  const std::filesystem::path folder = shipped_folder("studies");
  std::error_code error;
  const std::filesystem::directory_iterator entries(folder, error);
  if (error)
    throw UserError(
        fmt::format("cannot read the studies that come with Palio in {}: {}; a palio that is moved takes "
                    "share/palio beside its bin along; a study file of your own needs neither",
                    folder.string(), error.message()));
  std::vector<std::string> files;
  for (const auto& entry : entries)
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  std::ranges::sort(files, {}, [](const std::string& file) { return std::filesystem::path(file).stem(); });
  return files;
}

}  // namespace palio
