#include "campaign/study/study_template.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <utility>

#include "campaign/study/study_reader.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/text/embedded_file.h"
#include "core/text/visible_text.h"
#include "core/toml/toml_text.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {

std::span<const EmbeddedFile> study_texts();

namespace {

struct Word {
  std::string_view key, meaning;
};

constexpr auto k_header = std::to_array<Word>({
    {"name", "the campaign file is called so; no blanks or slashes"},
    {"title", "for people; optional"},
    {"source", "publication; optional"},
    {"seed", "an integer that fixes every random draw and every sample"},
    {"engine", "what carries out schedules; the others: palio list engines"},
    {"where", "only scenarios for which this holds, over columns of `results`"},
    {"timeout", "CPU seconds that a scenario may take"},
    {"metric", "that a report compares strategies by; the others: palio list metrics"},
});

constexpr auto k_template_words = std::to_array<Word>({
    {"samples", "draws of each combination"},
    {"zip", "these axes walk together, value by value, instead of being multiplied"},
    {"design", "chooses points instead of multiplying the axes"},
    {"exclude", "leaves out the combinations that meet this condition"},
    {"only", "keeps only the combinations that meet this condition"},
    {"platforms", "runs only on the platforms that meet this condition"},
    {"workloads", "runs only on the workloads that meet this condition"},
    {"family", "what is made; the others: palio list {}"},
    {"name", "the others: palio list {}"},
});

std::string_view meaning_of(std::span<const Word> words, std::string_view key) {
  const auto found = std::ranges::find(words, key, &Word::key);
  return found == words.end() ? "" : found->meaning;
}

// A kind of block, and what its name means.
struct TemplateKind {
  std::string_view table, list;
  std::string_view (*summary)(std::string_view name);
  std::span<const ParameterSpec> (*specs)(std::string_view name);
};

// `named` finds the row of a registry.
template <auto named>
constexpr TemplateKind template_kind(std::string_view table, std::string_view list) {
  return {table, list, [](std::string_view name) { return named(name).summary; },
          [](std::string_view name) { return named(name).parameters; }};
}

constexpr std::array k_kinds{template_kind<platform_family>("platform", "platforms"),
                             template_kind<workload_family>("workload", "workloads"),
                             template_kind<strategy>("strategy", "strategies")};

// A default in the words of a study file.
std::string default_of(const ParameterSpec& spec) {
  return spec.type == ParameterType::text ? fmt::format("\"{}\"", spec.default_value) : std::string(spec.default_value);
}

class TemplateWriter {
public:
  TemplateWriter(std::string_view source, std::string name, TemplateDraws draws)
      : source_(source), name_(std::move(name)), draws_(draws) {}

  std::string write(const toml::table& root) {
    text_ = fmt::format(
        "# A study of Palio: all platforms x all workloads x all strategies. A list is an axis.\n"
        "# `palio plan FILE` counts what it has, `palio run FILE` runs it. Keys behind a # are at\n"
        "# their defaults.\n");
    header(*root.get_as<toml::table>("study"));
    for (const TemplateKind& kind : k_kinds)
      for (const toml::node& block : *root.get_as<toml::array>(kind.table)) this->block(kind, *block.as_table());
    return std::move(text_);
  }

private:
  void header(const toml::table& table) {
    text_ += "\n[study]\n";
    for (const auto& [key, node] : in_file_order(table))
      line(meaning_of(k_header, key), key, key == "name" ? fmt::format("\"{}\"", name_) : written(*node));
    if (!table.contains("metric")) line(meaning_of(k_header, "metric"), "# metric", "\"makespan\"");
  }

  void block(const TemplateKind& kind, const toml::table& table) {
    const std::string_view name_key = kind.table == "strategy" ? "name" : "family";
    const toml::node& named = *table.get(name_key);
    const std::string name = *(named.is_array() ? named.as_array()->get(0) : &named)->value<std::string>();
    const auto specs = kind.specs(name);
    text_ += fmt::format("\n# {}\n[[{}]]\n", kind.summary(name), kind.table);
    for (const auto& [key, node] : in_file_order(table)) {
      const auto spec = std::ranges::find(specs, std::string_view(key), &ParameterSpec::name);
      if (spec != specs.end())
        line(explanation(*spec), key, written(*node));
      else
        line(fmt::format(fmt::runtime(meaning_of(k_template_words, key)), kind.list), key,
             key == "samples" && draws_ == TemplateDraws::one ? "1" : written(*node));
    }
    for (const ParameterSpec& spec : specs)
      if (!table.contains(spec.name) && !spec.default_value.empty() && !is_given_by_study(spec.role) &&
          spec.role != ParameterRole::uncertainty)
        line(explanation(spec), fmt::format("# {}", spec.name), default_of(spec));
  }

  static std::string explanation(const ParameterSpec& spec) {
    return fmt::format("{} ({}{}{})", spec.meaning, spec.unit, spec.unit.empty() ? "" : "; ", range_text(spec));
  }

  void line(std::string_view comment, std::string_view key, std::string_view value) {
    text_ += fmt::format("# {}\n{} = {}\n", comment, key, value);
  }

  // The value as the source has it.
  std::string written(const toml::node& node) const {
    const std::size_t begin = offset(node.source().begin), end = offset(node.source().end);
    return std::string(source_.substr(begin, end - begin));
  }

  // byte; a position counts lines and characters from 1.
  std::size_t offset(const toml::source_position& position) const {
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < position.line; ++line) at = source_.find('\n', at) + 1;
    for (std::uint32_t column = 1; column < position.column; ++column) at += first_character(source_.substr(at)).length;
    return at;
  }

  std::string_view source_;
  std::string name_;
  TemplateDraws draws_;
  std::string text_;
};

}  // namespace

std::string_view first_study() { return embedded_text(study_texts(), "first-study.toml"); }

std::string range_text(const ParameterSpec& spec) {
  if (spec.element_type) return "list of " + range_text(element_spec(spec));
  if (!spec.choices.empty()) return fmt::format("{}", fmt::join(spec.choices, "|"));
  if (spec.type == ParameterType::text) return "text";
  if (spec.bounds == Bounds::open_below) return fmt::format("above {} to {}", spec.min, spec.max);
  const bool unbounded = spec.max >= 1e15;
  return unbounded ? fmt::format("{} or more", spec.min) : fmt::format("{} to {}", spec.min, spec.max);
}

std::string study_like(std::string_view text, const std::string& path, const std::string& name, TemplateDraws draws) {
  const FileSource files = files_in(std::filesystem::path(path).parent_path().string());
  const Study study = parse_study(text, path, files);  // throws if the text is wrong
  return TemplateWriter(study.text, name, draws).write(parsed_toml(study.text, path));
}

}  // namespace palio
