#include "campaign/targets/looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <sstream>
#include <utility>

#include "campaign/targets/looks_table.h"
#include "campaign/targets/target.h"
#include "core/error.h"
#include "core/identity/parameters.h"
#include "core/identity/registry.h"
#include "core/toml/toml_text.h"
#include "platforms/family.h"
#include "workloads/families/parts/uncertain.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr std::string_view k_table = "looks", k_until = "until", k_at_most = "at_most", k_samples = "samples";
constexpr std::string_view k_mark = "\n# Added by palio: what the campaign goes on until, and draws at each look.\n";

using Refuse = std::function<void(const toml::node& node, const std::string& message)>;

// The blocks of platforms or of workloads, whose samples stay in proportion.
struct TargetSide {
  std::vector<toml::table*> blocks;
  std::string_view key = k_samples;  // of a block's draws; or realizations
  std::string fixed;                 // why their number stays; empty: it does not
  std::int64_t written = 1;          // the greatest common divisor of their samples
  std::int64_t fewest = 1;           // samples of a block

  bool are_realizations() const { return key != k_samples; }
  bool is_fixed() const { return !fixed.empty() && !are_realizations(); }
  std::int64_t samples(std::int64_t of_block, std::int64_t draws) const { return of_block / written * draws; }
};

std::int64_t samples_of(const toml::table& block) {
  return std::max<std::int64_t>(1, block[k_samples].value_or(std::int64_t{1}));
}

std::string why_fixed(const toml::table& block, std::string_view family, std::span<const ParameterSpec> specs) {
  const ParameterSpec* sample = parameter_of(specs, ParameterRole::sample);
  const std::uint32_t line = block.source().begin.line;
  if (sample == nullptr) return fmt::format("line {}: {} draws nothing at random", line, family);
  if (block.contains(sample->name)) return fmt::format("line {}: `{}` says which draws there are", line, sample->name);
  return {};
}

template <class Families>
TargetSide side_of(toml::table& root, std::string_view table, const Families& families) {
  TargetSide side;
  toml::array* blocks = root[table].as_array();
  if (blocks == nullptr) return side;
  std::int64_t divisor = 0;
  for (toml::node& node : *blocks) {
    toml::table* block = node.as_table();
    if (block == nullptr) continue;
    const std::string family = (*block)["family"].value_or(std::string());
    const auto known = std::ranges::find(families, family, [](const auto& row) { return row.name; });
    if (side.fixed.empty())
      side.fixed =
          why_fixed(*block, family, known == families.end() ? std::span<const ParameterSpec>() : known->parameters);
    const std::int64_t samples = samples_of(*block);
    side.fewest = side.blocks.empty() ? samples : std::min(side.fewest, samples);
    divisor = std::gcd(divisor, samples);
    side.blocks.push_back(block);
  }
  side.written = std::max<std::int64_t>(divisor, 1);
  return side;
}

std::int64_t realizations_of(const toml::table& block) {
  return block[k_realizations.name].value_or(std::int64_t{k_default_realizations});
}

// Realizations, where nothing else can be drawn anew and each uncertain block has as many.
void draw_realizations(TargetSide& workloads) {
  std::vector<toml::table*> uncertain;
  std::ranges::copy_if(workloads.blocks, std::back_inserter(uncertain),
                       [](const toml::table* block) { return block->contains(k_uncertainty.name); });
  const auto is_list = [](const toml::table* block) { return (*block)[k_realizations.name].is_array(); };
  const auto differ = [](const toml::table* one, const toml::table* other) {
    return realizations_of(*one) != realizations_of(*other);
  };
  if (uncertain.empty() || std::ranges::any_of(uncertain, is_list) ||
      std::ranges::adjacent_find(uncertain, differ) != uncertain.end())
    return;
  workloads.written = workloads.fewest = realizations_of(*uncertain.front());
  workloads.blocks = std::move(uncertain);
  workloads.key = k_realizations.name;
}

std::pair<TargetSide, TargetSide> sides_of(toml::table& root) {
  std::pair sides{side_of(root, "platform", platform_families()), side_of(root, "workload", workload_families())};
  if (!sides.first.fixed.empty() && !sides.second.fixed.empty()) draw_realizations(sides.second);
  return sides;
}

std::int64_t least_of(const TargetSide& side) {
  const std::int64_t of_one = side.fewest / side.written;  // samples per counted draw
  return std::max(side.written, (2 + of_one - 1) / of_one);
}

void apply(const TargetSide& side, std::int64_t draws) {
  if (side.is_fixed()) return;
  for (toml::table* block : side.blocks)
    block->insert_or_assign(side.key, side.are_realizations() ? draws : side.samples(samples_of(*block), draws));
}

std::vector<std::string> texts_of(const toml::node* node) {
  std::vector<std::string> texts;
  if (node == nullptr) return texts;
  if (const auto* text = node->as_string()) texts.push_back(text->get());
  if (const auto* list = node->as_array())
    for (const toml::node& element : *list) texts.push_back(element.value_or(std::string()));
  return texts;
}

std::vector<std::int64_t> numbers_of(const toml::node* node) {
  std::vector<std::int64_t> numbers;
  if (const toml::array* list = node == nullptr ? nullptr : node->as_array())
    for (const toml::node& element : *list) numbers.push_back(element.value_or(std::int64_t{0}));
  return numbers;
}

Looks looks_in(const toml::table& root) {
  Looks looks;
  const toml::table* added = root[k_table].as_table();
  const toml::table* own = added != nullptr ? added : root["study"].as_table();
  if (own == nullptr) return looks;
  looks.until = texts_of(own->get(k_until));
  looks.at_most = (*own)[k_at_most].value_or(std::int64_t{0});
  if (added == nullptr) return looks;
  const std::vector<std::int64_t> platforms = numbers_of(added->get("platforms")),
                                  workloads = numbers_of(added->get("workloads"));
  for (std::size_t i = 0; i < std::min(platforms.size(), workloads.size()); ++i)
    looks.draws.push_back({.platforms = platforms[i], .workloads = workloads[i]});
  return looks;
}

void check_targets(const toml::node& node, bool may_be_none, const Refuse& refuse) {
  const toml::array* list = node.as_array();
  const auto is_text = [](const toml::node& element) { return element.is_string(); };
  const bool are_texts = list != nullptr && (may_be_none || !list->empty()) && std::ranges::all_of(*list, is_text);
  if (!node.is_string() && !are_texts)
    refuse(node, "until must be a text or a list of texts, such as [\"half-width of mean(makespan) <= 3\"]");
  for (const std::string& text : texts_of(&node)) try {
      parse_target(text);
    } catch (const UserError& error) {
      refuse(node, error.what());
    }
}

void check_at_most(const toml::node& node, const Refuse& refuse) {
  if (!node.is_integer() || node.as_integer()->get() < 1) refuse(node, "at_most must be an integer above 0: instances");
}

void check_both(const toml::table& table, bool may_be_none, const Refuse& refuse) {
  if (const toml::node* until = table.get(k_until)) check_targets(*until, may_be_none, refuse);
  if (const toml::node* at_most = table.get(k_at_most)) {
    check_at_most(*at_most, refuse);
    if (!table.contains(k_until)) refuse(*at_most, "at_most limits what until asks for: give until, too");
  }
}

}  // namespace

Looks looks_of(std::string_view text) {
  try {
    return looks_in(parsed_toml(text));
  } catch (const toml::parse_error&) {
    return {};
  }
}

std::string with_looks(std::string_view text, const Looks& looks) {
  std::string made(text.substr(0, text.find(k_mark)));
  if (looks.draws.empty()) return made;
  std::vector<std::int64_t> platforms, workloads;
  for (const DrawCounts& draws : looks.draws) {
    platforms.push_back(draws.platforms);
    workloads.push_back(draws.workloads);
  }
  toml::array until;
  for (const std::string& target : looks.until) until.push_back(target);
  std::ostringstream list;
  list << until;
  made += fmt::format("{}[{}]\n{} = {}\n", k_mark, k_table, k_until, list.str());
  if (looks.at_most > 0) made += fmt::format("{} = {}\n", k_at_most, looks.at_most);
  return made +
         fmt::format("platforms = [{}]\nworkloads = [{}]\n", fmt::join(platforms, ", "), fmt::join(workloads, ", "));
}

StudyDraws draws_of(std::string_view text) {
  toml::table root = parsed_toml(text);
  root.erase(k_table);
  const auto [platforms, workloads] = sides_of(root);
  const auto of = [](const TargetSide& side, std::int64_t draws) { return side.is_fixed() ? 1 : draws; };
  StudyDraws draws;
  draws.least = {.platforms = of(platforms, least_of(platforms)), .workloads = of(workloads, least_of(workloads))};
  draws.fixed_platforms = platforms.fixed;
  draws.fixed_workloads = workloads.fixed;
  draws.are_realizations = workloads.are_realizations();
  return draws;
}

void check_looks(const toml::table& root, const Refuse& refuse) {
  if (const toml::table* study = root["study"].as_table()) check_both(*study, false, refuse);
  const toml::node* node = root.get(k_table);
  if (node == nullptr) return;
  const toml::table* table = node->as_table();
  if (table == nullptr) {
    refuse(*node, "looks must be a table, as palio adds it to the study of a campaign");
    return;
  }
  check_both(*table, true, refuse);
  const Looks looks = looks_in(root);
  const auto numbers = [&](std::string_view key) { return numbers_of(table->get(key)).size(); };
  const bool sound = !looks.draws.empty() && numbers("platforms") == numbers("workloads") &&
                     std::ranges::all_of(looks.draws, [](const DrawCounts& draws) {
                       return std::min(draws.platforms, draws.workloads) >= 1 &&
                              std::max(draws.platforms, draws.workloads) <= k_most_draws;
                     });
  if (!sound)
    refuse(*table, "[looks] needs until, and platforms and workloads, lists of as many numbers of draws above 0");
}

void apply_looks(toml::table& root) {
  const Looks looks = looks_in(root);
  if (looks.draws.empty()) return;
  const auto [platforms, workloads] = sides_of(root);
  apply(platforms, looks.draws.back().platforms);
  apply(workloads, looks.draws.back().workloads);
}

}  // namespace palio
