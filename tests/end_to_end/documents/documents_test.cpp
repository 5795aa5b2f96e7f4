// The examples of README.md and docs/, as they are printed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "tests/end_to_end/support/document.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

const std::string k_root = PALIO_SOURCE_DIR;

// Below the root, without their ending.
std::vector<std::string> document_names() {
  std::vector<std::string> names{"README"};
  for (const auto& entry : std::filesystem::directory_iterator(k_root + "/docs"))
    if (entry.path().extension() == ".md") names.push_back("docs/" + entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::string path_of(const std::string& document) { return fmt::format("{}/{}.md", k_root, document); }

// The drawings of README.md are what its examples draw under the same names; ./dev pictures renews them.
void check_pictures(const std::string& folder) {
  const bool renew = std::getenv("PALIO_RENEW_PICTURES") != nullptr;
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(k_root + "/docs/pictures")) {
    if (entry.path().extension() != ".svg") continue;
    const std::string drawn = folder + "/" + entry.path().filename().string();
    ASSERT_TRUE(std::filesystem::exists(drawn)) << "no example of README.md draws " << entry.path().filename();
    if (renew) std::filesystem::copy_file(drawn, entry.path(), std::filesystem::copy_options::overwrite_existing);
    EXPECT_TRUE(content(drawn) == content(entry.path().string()))
        << entry.path() << " is not what the example draws; ./dev pictures renews it";
    ++pictures;
  }
  EXPECT_GE(pictures, 2);
}

class DocumentsTest : public testing::TestWithParam<std::string> {};

TEST_P(DocumentsTest, ItsExamplesWorkInOrder) {
  const std::vector<Example> examples = read_document(path_of(GetParam())).examples;
  const bool charts =
      std::filesystem::exists(std::filesystem::path(PALIO_PATH).parent_path() / "../share/palio/report/charts.js");
  const bool draws =
      std::ranges::any_of(examples, [](const Example& e) { return e.command.find("--figure") != std::string::npos; });
  if (draws && !charts) GTEST_SKIP() << "this build draws no charts: npm was not there";
  const TemporaryFolder folder;
  const std::vector<Ended> ended = run_examples(examples, folder.file(""));
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::string place = fmt::format("{}:{}: {}\n{}{}", path_of(GetParam()), examples[i].line, examples[i].command,
                                          ended[i].out, ended[i].err);
    ASSERT_EQ(ended[i].status, examples[i].status) << place;
    if (!examples[i].output.empty()) {
      EXPECT_TRUE(is_printed(ended[i].out, examples[i].output)) << place;
    }
  }
  if (GetParam() == "README") check_pictures(folder.file(""));
}

INSTANTIATE_TEST_SUITE_P(All, DocumentsTest, testing::ValuesIn(document_names()), [](const auto& tested) {
  std::string name = std::filesystem::path(tested.param).filename().string();
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
});

TEST(Documents, FewExamplesAreNotRun) {
  int marks = 0, examples = 0;
  for (const std::string& name : document_names()) {
    const Document document = read_document(path_of(name));
    marks += document.not_run;
    examples += static_cast<int>(document.examples.size());
  }
  EXPECT_LE(marks, 20);
  EXPECT_GE(examples, 50);
}

// The anchors of a page's headings, as GitHub makes them.
std::set<std::string> anchors_of(const std::string& page) {
  std::set<std::string> anchors;
  std::istringstream lines(page);
  bool code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) code = !code;
    if (code || !line.starts_with("#")) continue;
    std::string anchor;
    for (const char c : line.substr(line.find(' ') + 1))
      if (c == ' ' || c == '-' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0)
        anchor += c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    anchors.insert(anchor);
  }
  return anchors;
}

// Of this tree: each to a file that is there, and to a heading of it.
TEST(Documents, LinksLeadSomewhere) {
  const std::regex link(R"(\]\(([^)\s#:]*)(?:#([^)\s]+))?\))");
  int links = 0;
  std::string all;
  for (const std::string& name : document_names()) {
    const std::string page = content(path_of(name));
    all += page;
    for (std::sregex_iterator found(page.begin(), page.end(), link), end; found != end; ++found, ++links) {
      std::filesystem::path target = path_of(name);
      if ((*found)[1].length() > 0) target = target.parent_path() / (*found)[1].str();
      EXPECT_TRUE(std::filesystem::exists(target)) << name << ": " << found->str();
      if ((*found)[2].matched) {
        EXPECT_TRUE(anchors_of(content(target.string())).contains((*found)[2])) << name << ": " << found->str();
      }
    }
  }
  EXPECT_GE(links, 300);
  for (const auto& entry : std::filesystem::directory_iterator(k_root + "/docs/pictures"))
    EXPECT_NE(all.find("pictures/" + entry.path().filename().string()), std::string::npos) << entry.path();
}

// Every study that a document prints in full.
TEST(Documents, StudiesArePrintedAsTheyRun) {
  const TemporaryFolder folder;
  int studies = 0;
  for (const std::string& name : document_names()) {
    const std::string page = content(path_of(name));
    const std::string opening = "\n```toml\n[study]\n";
    for (std::size_t at = page.find(opening); at != std::string::npos; at = page.find(opening, at + 1)) {
      const std::size_t begin = at + opening.size() - 8;
      const std::string file = folder.write("study.toml", page.substr(begin, page.find("\n```\n", begin) + 1 - begin));
      const Finished plan = palio(folder.file(""), {"plan", file, "--probes", "0"});
      EXPECT_EQ(plan.status, 0) << name << ": " << plan.err;
      ++studies;
    }
  }
  EXPECT_GE(studies, 1);
}

TEST(Documents, TheReferenceIsWhatTheProgramSays) {
  const TemporaryFolder folder;
  ASSERT_EQ(std::system(fmt::format("PALIO_WORKER_FLUID={} " PALIO_SOURCE_DIR
                                    "/tests/end_to_end/documents/reference.sh {} {}",
                                    PALIO_WORKER_FLUID_PATH, PALIO_PATH, folder.file(""))
                            .c_str()),
            0);
  int pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.file("")))
    if (const std::string name = entry.path().filename(); name.starts_with("reference-")) {
      EXPECT_EQ(content(entry.path().string()), content(k_root + "/docs/" + name)) << "./dev reference writes it again";
      ++pages;
    }
  EXPECT_EQ(pages, 5);
}

// SQLite adds a column of a later version between the last one and its comment.
TEST(Documents, TheReferenceHasEachCommentBesideItsColumn) {
  const std::string page = content(PALIO_SOURCE_DIR "/docs/reference-database.md");
  std::istringstream schema(content(PALIO_SOURCE_DIR "/storage/file/schema/schema.sql"));
  int comments = 0;
  for (std::string line; std::getline(schema, line);) {
    if (!line.starts_with("  ") || line.find("-- ") == std::string::npos) continue;
    EXPECT_NE(page.find("\n" + line + "\n"), std::string::npos) << line;
    ++comments;
  }
  EXPECT_GT(comments, 50);
}

// Of the reader of documents itself.
TEST(Documents, BlocksMarksAndOutputsAreTold) {
  const TemporaryFolder folder;
  const std::string path = folder.write("d.md", R"(# A page
```console
$ echo "a
b" | cat   # exit status 3
a
...
$ true
$ cat > f <<'END'
it's "one"
$ END
END
```
<!-- not run: it takes minutes -->
```console
$ sleep 1000
```
```sql
$ no
```
)");
  const Document document = read_document(path);
  ASSERT_EQ(document.examples.size(), 3U);
  EXPECT_EQ(document.examples[2].command, "cat > f <<'END'\nit's \"one\"\n$ END\nEND");
  EXPECT_EQ(document.not_run, 1);
  EXPECT_EQ(document.examples[0].command, "echo \"a\nb\" | cat   # exit status 3");
  EXPECT_EQ(document.examples[0].status, 3);
  EXPECT_EQ(document.examples[0].line, 3);
  EXPECT_EQ(document.examples[0].output, "a\n...\n");
  const std::vector<Ended> ended = run_examples(document.examples, folder.file(""));
  EXPECT_EQ(ended[0].status, 0);
  EXPECT_TRUE(is_printed(ended[0].out, document.examples[0].output));
  EXPECT_FALSE(is_printed("a\nb\nc\n", document.examples[0].output));
  EXPECT_FALSE(is_printed("x\nb\n", document.examples[0].output));
}

}  // namespace
}  // namespace palio::test
