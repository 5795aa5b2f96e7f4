#include "campaign/pack/extension.h"

#include <toml++/toml.h>
#include <array>
#include <filesystem>
#include <set>

#include "campaign/code/code_source.h"
#include "campaign/files/input_files.h"
#include "campaign/plan/stored_study.h"
#include "campaign/study/study_reader.h"

namespace palio {
namespace {

constexpr std::string_view k_of_campaign = "study.toml";  // what the extended study includes

toml::table parsed(const std::string& text, const std::string& path) {
  const StudyPlace place(path);
  toml::table root = place.parsed(text);
  place.refuse_unknown_keys(root, "a file of --extend, which has [[strategy]] blocks alone",
                            std::to_array<std::string_view>({"strategy"}));
  const toml::node* blocks = root.get("strategy");
  if (blocks == nullptr || !blocks->is_array_of_tables())
    place.fail(1, "a file of --extend has [[strategy]] blocks: [[strategy]] with name = \"MINE\"");
  return root;
}

}  // namespace

Extension read_extension(const std::string& path, const CampaignReader& campaign, const StrategySet& given) {
  Extension extension{.path = path, .text = read_text_file(path), .code = stored_code(campaign, given)};
  const StudyPlace place(path);
  const StudyCode found = code_in(std::filesystem::path(path).parent_path(), {});
  std::set<std::string> known;
  const toml::table root = parsed(extension.text, path);
  for (const toml::node& node : *root["strategy"].as_array()) {
    const std::optional<CodeName> name = code_of(place, *node.as_table());
    if (!name) continue;
    const auto code = found.source(*name);
    if (known.insert(code->digest()).second) place.at(node, [&] { extension.code.add(code); });
  }
  return extension;
}

std::string extended_text(const CampaignReader& campaign, const Extension& extension) {
  return fmt::format("{}\n[study]\nname = {}\n[include]\nstudy = \"{}\"\n", extension.text,
                     toml_text(toml::value<std::string>(campaign.info().study)), k_of_campaign);
}

Study extended_study(const CampaignReader& campaign, const Extension& extension, const std::string& text) {
  FileSource files = stored_files(campaign);
  files.content = [&](const std::string& file) {
    if (file == k_of_campaign) return campaign.info().study_text;
    throw UserError("{}: an extension names no files", file);
  };
  return parse_study(text, extension.path, files, {.known = extension.code, .source = nullptr});
}

}  // namespace palio
