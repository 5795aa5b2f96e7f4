#include "campaign/cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "core/error.h"
#include "core/nearest.h"

namespace palio {
namespace {

std::string studies_folder() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return (program.parent_path().parent_path() / "share" / "palio" / "studies").string();
}

}  // namespace

Selection SelectionOptions::selection() const {
  Selection selection{.sample = sample, .shard = {}};
  if (shard.empty()) return selection;
  const char* end = shard.data() + shard.size();
  const auto [slash, first_error] = std::from_chars(shard.data(), end, selection.shard.index);
  const bool separated = first_error == std::errc{} && slash != end && *slash == '/';
  const auto [rest, second_error] = separated ? std::from_chars(slash + 1, end, selection.shard.count)
                                              : std::from_chars_result{end, std::errc::invalid_argument};
  if (second_error != std::errc{} || rest != end || selection.shard.index < 1 ||
      selection.shard.index > selection.shard.count)
    throw UserError(fmt::format("--shard {} is not of the form i/n with 1 <= i <= n, as in --shard 2/4", shard));
  return selection;
}

void add_selection(CLI::App& command, SelectionOptions& options) {
  command.add_option("--sample", options.sample, "Only N instances: a stratified sample, fixed by the study's seed")
      ->type_name("N")
      ->check(CLI::PositiveNumber.description(""));
  command.add_option("--shard", options.shard, "Only part i of n of the instances, for several machines")
      ->type_name("i/n");
}

void add_retry(CLI::App& command, std::optional<std::string>& kinds) {
  command
      .add_option_function<std::vector<std::string>>(
          "--retry-failed",
          [&kinds](const std::vector<std::string>& values) { kinds = values.empty() ? "" : values.front(); },
          "Run failed scenarios again: all, or those of some kinds (timeout,crashed)")
      ->expected(0, 1)
      ->type_name("[KIND,...]");
}

void add_format(CLI::App& command, Format& format) {
  static const std::map<std::string, Format> formats{
      {"table", Format::table}, {"csv", Format::csv}, {"json", Format::json}, {"markdown", Format::markdown}};
  command.add_option("--format", format, "table, csv, json or markdown")
      ->transform(CLI::CheckedTransformer(formats).description(""))
      ->type_name("F")
      ->default_str("table");
}

std::string study_file(const std::string& typed) {
  if (std::filesystem::exists(typed) || typed.find('/') != std::string::npos || typed.ends_with(".toml")) return typed;
  const std::filesystem::path folder = studies_folder();
  if (std::filesystem::exists(folder / (typed + ".toml"))) return (folder / (typed + ".toml")).string();
  std::vector<std::string> names;
  for (const std::string& file : shipped_studies()) names.push_back(std::filesystem::path(file).stem().string());
  throw UserError(fmt::format("{}: no such file, and no study of that name comes with Palio{}", typed,
                              suggestion(typed, std::vector<std::string_view>(names.begin(), names.end()))));
}

std::vector<std::string> shipped_studies() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(studies_folder()))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  std::ranges::sort(files, {}, [](const std::string& file) { return std::filesystem::path(file).stem(); });
  return files;
}

}  // namespace palio
