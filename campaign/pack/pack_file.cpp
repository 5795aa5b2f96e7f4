#include "campaign/pack/pack_file.h"

#include <toml++/toml.h>
#include <array>

#include "campaign/files/input_files.h"
#include "campaign/study/study_reader.h"

namespace palio {
namespace {

class PackReader {
public:
  explicit PackReader(std::string path) : path_(std::move(path)), place_(path_) {}

  PackFile read() {
    const toml::table root = place_.parsed(read_text_file(path_));
    constexpr auto k_keys =
        std::to_array<std::string_view>({"title", "abstract", "authors", "licence", "repository", "doi", "claims",
                                         "figures", "queries", "sources", "files", "package"});
    place_.refuse_unknown_keys(root, "a pack file", k_keys);
    return {.folder = std::filesystem::path(path_).parent_path(),
            .title = text(root, "title"),
            .abstract = text(root, "abstract"),
            .licence = text(root, "licence"),
            .repository = text(root, "repository"),
            .doi = text(root, "doi"),
            .authors = authors(root),
            .claims = list(root, "claims"),
            .figures = list(root, "figures"),
            .queries = list(root, "queries"),
            .sources = list(root, "sources"),
            .files = list(root, "files"),
            .package = text(root, "package")};
  }

private:
  std::string text(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    return node == nullptr ? "" : place_.text(*node, key);
  }

  std::vector<std::string> list(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    if (!node->is_array()) place_.fail(*node, fmt::format("{0} must be a list: {0} = [\"...\"]", key));
    std::vector<std::string> texts;
    for (const toml::node& element : *node->as_array())
      texts.push_back(place_.text(element, fmt::format("each of {}", key)));
    return texts;
  }

  std::vector<Author> authors(const toml::table& table) const {
    const toml::node* node = table.get("authors");
    if (node == nullptr) return {};
    if (!node->is_array_of_tables() && !(node->is_array() && node->as_array()->is_homogeneous<toml::table>()))
      place_.fail(*node, "authors must be a list of tables: authors = [{ name = \"Ada Lovelace\" }]");
    std::vector<Author> authors;
    for (const toml::node& element : *node->as_array()) {
      const toml::table& author = *element.as_table();
      place_.refuse_unknown_keys(author, "an author",
                                 std::to_array<std::string_view>({"name", "affiliation", "orcid"}));
      authors.push_back({text(author, "name"), text(author, "affiliation"), text(author, "orcid")});
      if (authors.back().name.empty()) place_.fail(author, "an author needs name");
    }
    return authors;
  }

  std::string path_;
  StudyPlace place_;
};

}  // namespace

PackFile read_pack_file(const std::string& path) { return PackReader(path).read(); }

}  // namespace palio
