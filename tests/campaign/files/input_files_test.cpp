#include "campaign/files/input_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

std::string file_error(const std::string& path) {
  return test::error_of([&] { read_text_file(path); });
}

TEST(InputFile, IsReadAsAWhole) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.txt", "one\n\ntwo")), "one\n\ntwo");
  EXPECT_EQ(read_text_file(folder.write("empty", "")), "");
}

// Nobody writes into the pipe: reading it would never end.
TEST(InputFile, OnlyPlainFilesAreRead) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(file_error(pipe), "cannot read " + pipe + ": it is a pipe, not a plain file; - reads standard input");
  EXPECT_EQ(file_error("/dev/zero"), "cannot read /dev/zero: it is not a plain file; - reads standard input");
  EXPECT_EQ(file_error(folder.file("")), "cannot read " + folder.file("") + ": it is a folder");
  EXPECT_EQ(file_error(folder.file("none")), "cannot read " + folder.file("none") + ": no such file");
}

// The commands of Windows write UTF-16 with a byte order mark, some programs without.
TEST(InputFile, OfUtf16IsRefused) {
  const test::TemporaryFolder folder;
  for (const std::string_view text : {std::string_view("\xFF\xFE<\0", 4), std::string_view("\xFE\xFF\0<", 4),
                                      std::string_view("<\0p\0", 4), std::string_view("\0<\0p", 4)})
    EXPECT_EQ(file_error(folder.write("p.xml", std::string(text))),
              "cannot read " + folder.file("p.xml") +
                  ": it is UTF-16, not UTF-8; to convert it: iconv -f UTF-16 -t UTF-8 " + folder.file("p.xml"));
}

TEST(InputFile, OfNothingIsRefused) {
  for (const KeptOfFile kept : {KeptOfFile::content, KeptOfFile::platform, KeptOfFile::network, KeptOfFile::workflow})
    EXPECT_EQ(test::error_of([&] { kept_of_file(kept, " \n", "x"); }), "x:1: the file is empty");
}

TEST(InputFile, HasAnEnd) {
  const test::TemporaryFolder folder;
  const std::string large = folder.write("large", "x");
  ASSERT_EQ(truncate(large.c_str(), (15 << 20) + 1), 0);
  EXPECT_EQ(file_error(large), "cannot read " + large + ": it is larger than 15 MiB");
}

// The manual's sentence names the constants. A study reads its input files with files_in().
TEST(InputFile, LimitsAreThoseOfTheManual) {
  const std::string manual = read_text_file(std::string(PALIO_STUDIES) + "/../../docs/study-files.md");
  EXPECT_THAT(manual, testing::HasSubstr("may have " + std::to_string(k_largest_file >> 20U) +
                                         " MiB, an input file of "
                                         "another format " +
                                         std::to_string(k_largest_workflow >> 20U) + " MiB"));
  const test::TemporaryFolder folder;
  const std::string large = folder.write("large", "x");
  const auto error = [&](std::size_t size) {
    std::filesystem::resize_file(large, size);
    return test::error_of([&] { files_in(folder.file("")).content("large"); });
  };
  EXPECT_EQ(error(k_largest_workflow), "no error");
  EXPECT_THAT(error(k_largest_workflow + 1), testing::HasSubstr("larger than 48 MiB"));
  const std::string content =
      files_in(folder.file("")).content(folder.write("small", std::string(k_largest_file + 1, ' ')));
  EXPECT_THAT(test::error_of([&] { kept_of_file(KeptOfFile::content, content, "small"); }),
              testing::HasSubstr("larger than 15 MiB"));
}

TEST(InputFile, StandardInputIsReadOnce) {
  const test::TemporaryFolder folder;
  const int before = dup(STDIN_FILENO);
  ASSERT_NE(freopen(folder.write("a.txt", "from there").c_str(), "r", stdin), nullptr);
  EXPECT_EQ(read_input("-"), "from there");
  EXPECT_THROW(read_input("-"), UserError);
  dup2(before, STDIN_FILENO);
  close(before);
}

using Paths = std::vector<std::string>;

class MatchingFiles : public testing::Test {
protected:
  MatchingFiles() {
    std::filesystem::create_directories(folder_.file("traces/deeper"));
    for (const char* name : {"b.json", "a10.dax", "a2.dax", "notes.txt", "traces/y.dot", "traces/x.json",
                             "traces/.z.json", "traces/README.md", "traces/deeper/w.json", "odd[1].json"})
      folder_.write(name, "{}");
  }
  Paths matches(const std::string& typed, KeptOfFile kept = KeptOfFile::workflow) {
    return matching_files(folder_.file(""), typed, kept);
  }

  test::TemporaryFolder folder_;
};

TEST_F(MatchingFiles, OfAFolderAreThoseOfAKnownFormat) {
  EXPECT_EQ(matches("traces"), (Paths{"traces/x.json", "traces/y.dot"}));
  EXPECT_EQ(matches("./traces/"), (Paths{"traces/x.json", "traces/y.dot"}));
}

TEST_F(MatchingFiles, OfAFolderAreThoseThatTheFamilyReads) {
  folder_.write("traces/p.xml", "<platform/>");
  EXPECT_EQ(matches("traces", KeptOfFile::platform), Paths{"traces/p.xml"});
  EXPECT_EQ(matches("traces", KeptOfFile::network), Paths{"traces/x.json"});
  EXPECT_EQ(matches("traces"), (Paths{"traces/p.xml", "traces/x.json", "traces/y.dot"}));
  EXPECT_THAT(test::error_of([&] { matches("traces/deeper", KeptOfFile::platform); }),
              testing::HasSubstr("has no file that ends with .xml"));
}

TEST_F(MatchingFiles, OfAPatternComeSorted) {
  EXPECT_EQ(matches("a*.dax"), (Paths{"a10.dax", "a2.dax"}));
  EXPECT_EQ(matches("*/*.json"), Paths{"traces/x.json"});
  EXPECT_EQ(matches("./[ab]?.dax"), Paths{"a2.dax"});
  EXPECT_EQ(matches(folder_.file("b.js?n")), Paths{folder_.file("b.json")});
}

TEST_F(MatchingFiles, AFilesOwnPathMatchesNothingElse) {
  EXPECT_EQ(matches("b.json"), Paths{});
  EXPECT_EQ(matches("odd[1].json"), Paths{});
  EXPECT_EQ(matches("missing.json"), Paths{});
}

TEST_F(MatchingFiles, OfNothingAreAnError) {
  EXPECT_EQ(test::error_of([&] { matches("*.xml"); }), "no file matches *.xml");
  std::filesystem::create_directory(folder_.file("empty"));
  EXPECT_EQ(test::error_of([&] { matches("empty"); }),
            "the folder empty has no file that ends with .json, .dax, .xml, .dag, .stg, .dot, .gv, .graphml, .csv");
}

// A study that is a link, or another working folder, leaves open where a file was looked for.
TEST(InputFiles, OfAStudySayWhereTheyWereLookedFor) {
  const test::TemporaryFolder folder;
  const FileSource source = files_in(folder.file("b"));
  EXPECT_EQ(test::error_of<UnreadableFile>([&] { source.content("wf/"); }),
            "cannot read " + folder.file("b/wf/") + ": no such file; looked for " + folder.file("b/wf/"));
  EXPECT_EQ(test::error_of<UnreadableFile>([&] { source.matches("*.dag", KeptOfFile::workflow); }),
            "no file matches *.dag; looked for " + folder.file("b/*.dag"));
  const test::TemporaryFolder here;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(here.file(""));
  EXPECT_EQ(test::error_of<UnreadableFile>([&] { files_in("").content("../w.json"); }),
            "cannot read ../w.json: no such file; looked for " +
                (std::filesystem::path(here.file("")).parent_path().parent_path() / "w.json").string());
  std::filesystem::current_path(before);
}

TEST(InputFiles, AreReadOnce) {
  int readings = 0;
  const FileSource source([&](const std::string&) {
    ++readings;
    return std::string("digraph { a [size=1] }");
  });
  InputFiles files(source);
  EXPECT_EQ(files.definition("a.dot", KeptOfFile::content).text, "digraph { a [size=1] }");
  const std::string kept = files.definition("a.dot", KeptOfFile::workflow).text;
  EXPECT_EQ(files.definition("a.dot", KeptOfFile::workflow).digest, content_digest(kept));
  EXPECT_EQ(kept, kept_of_file(KeptOfFile::workflow, kept, "again"));
  EXPECT_EQ(readings, 2);
}

TEST(InputFiles, OneWorkflowHasOneSpelling) {
  const FileSource source([](const std::string&) { return std::string(); });
  const InputFiles files(source);
  EXPECT_EQ(files.paths("./x/../a.dax", KeptOfFile::workflow), Paths{"a.dax"});
  EXPECT_EQ(files.paths("./a.json", KeptOfFile::content), Paths{"./a.json"});
}

}  // namespace
}  // namespace palio
