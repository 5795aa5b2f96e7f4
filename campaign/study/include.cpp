#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <utility>

#include "campaign/study/shipped_studies.h"
#include "campaign/study/study_reader.h"

namespace palio {
namespace {

constexpr std::string_view k_include = "include", k_study = "study", k_leave_out = "leave_out";
constexpr auto k_changed_kinds = std::to_array<std::string_view>({"platform", "workload", "strategy"});
constexpr auto k_block_lists = std::to_array<std::string_view>({"platform", "workload", "strategy", "reading"});
constexpr auto k_include_keys =
    std::to_array<std::string_view>({k_study, k_leave_out, "platform", "workload", "strategy"});

// Adds to a study what its [include] names.
class Includer {
public:
  Includer(std::string_view text, const std::string& path, const FileSource& files, const ParseToml& parse,
           std::vector<std::string>& chain)
      : text_(text), path_(path), place_(path), files_(files), parse_(parse), chain_(chain) {}

  void complete(toml::table& root) {
    const toml::node* node = root.get(k_include);
    if (node == nullptr) return;
    if (!node->is_table()) place_.fail(*node, "include must be a table: [include] with study = \"paper.toml\"");
    const toml::table& wanted = *node->as_table();
    place_.refuse_unknown_keys(wanted, "[include]", k_include_keys);
    toml::table included = read(wanted);
    leave_out(wanted, included);
    for (const std::string_view kind : k_changed_kinds)
      if (wanted.contains(kind)) change(wanted, kind, included);
    add(std::move(included), root);
    root.erase(k_include);
  }

private:
  // The included study, with what it includes itself.
  toml::table read(const toml::table& wanted) {
    const toml::node* node = wanted.get(k_study);
    if (node == nullptr)
      place_.fail(wanted, "[include] needs study: a file in this folder, or a study that comes with Palio");
    const std::string named = place_.text(*node, k_study);
    const bool is_file = named.ends_with(".toml");
    if (named.find('/') != std::string::npos)
      place_.fail(*node, fmt::format("{} is in another folder: include a file of this folder, so that the two stay "
                                     "together, or a study that comes with Palio (palio list studies)",
                                     named));
    if (!is_file) refuse_unknown(*node, named);
    const std::string shown = is_file ? (std::filesystem::path(path_).parent_path() / named).string() : named;
    if (std::ranges::find(chain_, shown) != chain_.end())
      place_.fail(*node, fmt::format("{} includes itself: {} -> {}", shown, fmt::join(chain_, " -> "), shown));
    chain_.push_back(shown);
    const std::string text =
        place_.at(*node, [&] { return is_file ? files_.content(named) : read_text_file(shipped_study(named)); });
    toml::table root = parse_(text, shown);
    Includer(text, shown, files_, parse_, chain_).complete(root);
    chain_.pop_back();
    return root;
  }

  void refuse_unknown(const toml::node& node, const std::string& named) const {
    const std::vector<std::string> names = place_.at(node, [] { return shipped_studies(); });
    if (std::ranges::find(names, named) == names.end())
      place_.fail(
          node, fmt::format("no study {} comes with Palio{}; a file ends with .toml", named, suggestion(named, names)));
  }

  void leave_out(const toml::table& wanted, toml::table& included) const {
    const toml::node* node = wanted.get(k_leave_out);
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    if (list == nullptr) place_.fail(*node, "leave_out must be a list of kinds of blocks: [\"strategy\"]");
    for (const toml::node& element : *list) {
      const std::string kind = place_.text(element, "each kind in leave_out");
      if (std::ranges::find(k_block_lists, kind) == k_block_lists.end())
        place_.fail(element, fmt::format("there are no [[{}]] blocks{}", kind, suggestion(kind, k_block_lists)));
      included.erase(kind);
    }
  }

  // Sets keys in the blocks that have them, or in all if none has.
  void change(const toml::table& wanted, std::string_view kind, toml::table& included) const {
    const toml::node& node = *wanted.get(kind);
    const toml::table* changes = node.as_table();
    if (changes == nullptr)
      place_.fail(node, fmt::format("{0} must be a table of changes: {0} = {{ samples = 3 }}", kind));
    toml::array* blocks = included[kind].as_array();
    if (blocks == nullptr) place_.fail(node, fmt::format("the included study has no [[{}]] block to change", kind));
    for (const auto& [key, value] : *changes) {
      const bool some_has = std::ranges::any_of(
          *blocks, [&, &key = key](toml::node& block) { return block.is_table() && block.as_table()->contains(key); });
      for (toml::node& block : *blocks)
        if (toml::table* table = block.as_table(); table != nullptr && (!some_has || table->contains(key)))
          set(*table, kind, key.str());
    }
  }

  // A copied node would forget its place in the file, so each one is read anew.
  void set(toml::table& block, std::string_view kind, std::string_view key) const {
    toml::table again = parse_(text_, path_);
    toml::table& changes = *again[k_include][kind].as_table();
    changes.get(key)->visit([&](auto& value) { block.insert_or_assign(key, std::move(value)); });
  }

  // Blocks of the included study come first; keys of [study] that the including one lacks are taken over.
  void add(toml::table included, toml::table& root) const {
    for (const std::string_view kind : k_block_lists) {
      toml::array* before = included[kind].as_array();
      if (before == nullptr) continue;
      const toml::node* written = root.get(kind);
      if (written != nullptr && !written->is_array_of_tables())
        place_.fail(*written, fmt::format("{0} must be a block: [[{0}]] in double brackets", kind));
      toml::array* own = root[kind].as_array();
      if (own != nullptr)
        for (toml::node& block : *own) block.visit([&](auto& value) { before->push_back(std::move(value)); });
      root.insert_or_assign(kind, std::move(*before));
    }
    toml::table* theirs = included[k_study].as_table();
    toml::table* own = root[k_study].as_table();
    if (theirs == nullptr || own == nullptr) return;
    for (auto& [key, node] : *theirs)
      if (key != "name" && !own->contains(key))
        node.visit([&, &key = key](auto& value) { own->insert(key, std::move(value)); });
  }

  std::string_view text_;
  const std::string& path_;
  StudyPlace place_;
  const FileSource& files_;
  const ParseToml& parse_;
  std::vector<std::string>& chain_;  // of files that include each other
};

// In double quotes on one line.
constexpr toml::format_flags k_format =
    toml::toml_formatter::default_flags &
    ~(toml::format_flags::allow_literal_strings | toml::format_flags::allow_multi_line_strings);

std::string key_text(std::string_view key) {
  const bool is_bare = !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (is_bare) return std::string(key);
  return toml_text(toml::value<std::string>(std::string(key)));
}

std::string table_text(std::string_view header, const toml::table& table) {
  std::string text = fmt::format("{}\n", header);
  for (const auto& [key, value] : in_file_order(table))
    text += fmt::format("{} = {}\n", key_text(key), toml_text(*value));
  return text;
}

}  // namespace

std::string toml_text(const toml::node& node) {
  std::vector<std::string> parts;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& element : *list) parts.push_back(toml_text(element));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : in_file_order(*table))
      parts.push_back(fmt::format("{} = {}", key_text(key), toml_text(*value)));
    return fmt::format("{{ {} }}", fmt::join(parts, ", "));
  }
  std::ostringstream text;
  text << toml::toml_formatter(node, k_format);
  return text.str();
}

bool include_studies(toml::table& root, std::string_view text, const std::string& path, const FileSource& files,
                     const ParseToml& parse) {
  if (!root.contains(k_include)) return false;
  std::vector<std::string> chain{path};
  Includer(text, path, files, parse, chain).complete(root);
  return true;
}

std::string text_of_study(const toml::table& root) {
  std::string text;
  if (const toml::table* study = root[k_study].as_table()) text = table_text("[study]", *study);
  for (const std::string_view kind : k_block_lists)
    if (const toml::array* blocks = root[kind].as_array())
      for (const toml::node& block : *blocks)
        if (const toml::table* table = block.as_table()) text += '\n' + table_text(fmt::format("[[{}]]", kind), *table);
  return text;
}

}  // namespace palio
