#include "campaign/pack/papers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

PackedFacts facts() {
  PackedFacts facts;
  facts.artifact.title = "T & 50 %";
  facts.artifact.campaigns = {{.name = "s",
                               .kept = KeptResults::digest,
                               .all = {"abcd", 1200, 1},
                               .stored = {},
                               .sample = 0,
                               .engine = "",
                               .engine_version = ""}};
  return facts;
}

TEST(Papers, MarkBlanksAndFillInTheRest) {
  PackedFacts said = facts();
  auto blank = artifact_papers(said);
  for (const std::string name : {"LICENSE", "CITATION.cff", "appendix.md", "appendix.tex", "Containerfile"})
    EXPECT_THAT(blank[name], HasSubstr("FILL IN")) << name;
  EXPECT_THAT(
      blank["README.md"],
      AllOf(HasSubstr("# T & 50 %\n"), HasSubstr("1,201 scenarios, 1,200 completed, 1 failed"),
            HasSubstr("only the digest of the results is in the artifact"), HasSubstr("\npalio pack --check .\n")));
  said.said = {.folder = {},
               .title = "T",
               .abstract = "It is good",
               .licence = "MIT",
               .repository = "https://x.org",
               .doi = "",
               .authors = {{"Ada King Lovelace", "", "1-2"}, {"INRIA", "", ""}},
               .claims = {},
               .figures = {},
               .queries = {},
               .sources = {},
               .files = {},
               .package = ""};
  auto filled = artifact_papers(said);
  EXPECT_THAT(filled["LICENSE"], AllOf(HasSubstr("MIT"), Not(HasSubstr("FILL IN"))));
  EXPECT_THAT(filled["CITATION.cff"],
              AllOf(HasSubstr("  - family-names: \"Lovelace\"\n    given-names: \"Ada King\"\n    orcid: "
                              "\"https://orcid.org/1-2\"\n  - name: \"INRIA\"\n"),
                    HasSubstr("license: \"MIT\"\n"), HasSubstr("repository-artifact: \"https://x.org\"\n")));
  EXPECT_THAT(filled["appendix.md"], AllOf(HasSubstr("## Abstract\n\nIt is good\n"), HasSubstr("https://x.org")));
}

TEST(Papers, NameTheCodeThatTheCheckNeeds) {
  PackedFacts said = facts();
  said.has_commands = true;
  said.libraries = {{"0123", ""}, {"4567", "strategies/a.so"}};
  const std::string readme = artifact_papers(said)["README.md"];
  EXPECT_THAT(readme,
              AllOf(HasSubstr("palio pack --check . --allow-commands --plugin LIBRARY --plugin strategies/a.so\n"),
                    HasSubstr("0123")));
}

TEST(Papers, EscapeWhatTexReads) {
  PackedFacts said = facts();
  said.said.abstract = "50 % of $x_1$ & \\y{z} ~ # ^ `a --b_c`";
  EXPECT_THAT(
      artifact_papers(said)["appendix.tex"],
      HasSubstr("50 \\% of \\$x\\_1\\$ \\& \\textbackslash{}y\\{z\\} \\~{} \\# \\^{} \\texttt{a -{}-{}b\\_c}\n"));
}

}  // namespace
}  // namespace palio
