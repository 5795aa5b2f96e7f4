#include "campaign/archive/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>

#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

using Change = std::function<void(archive_entry*)>;

struct RawEntry {
  std::string name, content = "x";
  Change change = [](archive_entry*) {};  // of a plain file
};

// An archive as no honest program writes it.
std::string raw_archive(const test::TemporaryFolder& folder, const std::vector<RawEntry>& entries) {
  std::string file = folder.file("raw.tar.zst");
  archive* writer = archive_write_new();
  archive_write_set_format_pax_restricted(writer);
  archive_write_set_options(writer, "hdrcharset=BINARY");
  archive_write_add_filter_zstd(writer);
  archive_write_set_bytes_in_last_block(writer, 1);
  archive_write_open_filename(writer, file.c_str());
  for (const auto& [name, content, change] : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    change(entry);
    archive_write_header(writer, entry);
    archive_write_data(writer, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_free(writer);
  return file;
}

// The error of unpacking it; nothing is left then.
std::string refusal(const std::vector<RawEntry>& entries, const ArchiveLimits& limits = {}) {
  const test::TemporaryFolder folder;
  const std::string archive = raw_archive(folder, entries);
  const std::string error = test::error_of([&] { unpack_archive(archive, folder.file("out"), limits); });
  EXPECT_EQ(files_below(fs::path(archive).parent_path()), (std::vector<std::string>{"raw.tar.zst"})) << error;
  return error;
}

Change link_to(const std::string& target) {
  return [=](archive_entry* entry) {
    archive_entry_set_filetype(entry, AE_IFLNK);
    archive_entry_set_symlink(entry, target.c_str());
    archive_entry_set_size(entry, 0);
  };
}

Change of_type(unsigned type) {
  return [=](archive_entry* entry) {
    archive_entry_set_filetype(entry, type);
    archive_entry_set_size(entry, 0);
  };
}

TEST(Archive, GivesBackWhatWasPacked) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.file("in/b/c"));
  fs::create_directories(folder.file("in/empty"));
  folder.write("in/a", "1\n");
  folder.write("in/b/c/größe", std::string(300'000, 'z'));
  folder.write("in/run", "");
  fs::permissions(folder.file("in/run"), fs::perms::owner_exec, fs::perm_options::add);
  write_archive(folder.file("x.tar.zst"), folder.file("in"), "paper");
  unpack_archive(folder.file("x.tar.zst"), folder.file("out"));
  EXPECT_THAT(files_below(folder.file("out")), ElementsAre("a", "b/c/größe", "run"));
  EXPECT_EQ(content_of(folder.file("out/a")), "1\n");
  EXPECT_EQ(content_of(folder.file("out/b/c/größe")), std::string(300'000, 'z'));
  EXPECT_NE(fs::status(folder.file("out/run")).permissions() & fs::perms::owner_exec, fs::perms::none);
  EXPECT_EQ(fs::status(folder.file("out/a")).permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST(Archive, HasTheSameBytesForTheSameFiles) {
  const test::TemporaryFolder folder;
  for (const std::string in : {"one", "two"}) {
    fs::create_directory(folder.file(in));
    for (const std::string name : in == "one" ? std::vector{"a", "b"} : std::vector{"b", "a"})
      folder.write(in + "/" + name, name);
    fs::last_write_time(folder.file(in + "/a"), fs::file_time_type::clock::now() - std::chrono::hours(in == "one"));
    write_archive(folder.file(in + ".tar.zst"), folder.file(in), "top");
  }
  EXPECT_EQ(content_of(folder.file("one.tar.zst")), content_of(folder.file("two.tar.zst")));
}

TEST(Archive, KnowsTheSizeOfAFileInIt) {
  const test::TemporaryFolder folder;
  EXPECT_LT(packed_size(folder.write("zeros", std::string(1'000'000, '\0'))), 1000U);
}

TEST(Archive, TakesNoLink) {
  const test::TemporaryFolder folder;
  fs::create_directory(folder.file("in"));
  fs::create_symlink("/etc/passwd", folder.file("in/a"));
  EXPECT_THAT(test::error_of([&] { write_archive(folder.file("x.tar.zst"), folder.file("in"), "top"); }),
              HasSubstr("in/a is neither a plain file nor a folder"));
  EXPECT_FALSE(fs::exists(folder.file("x.tar.zst")));
}

TEST(StrangersArchive, MayNotLeaveItsFolder) {
  EXPECT_THAT(refusal({{"top/../../a"}}), HasSubstr("\"top/../../a\" leaves the folder"));
  EXPECT_THAT(refusal({{"../a"}}), HasSubstr("\"../a\" leaves the folder"));
  EXPECT_THAT(refusal({{"top/.."}}), HasSubstr("leaves the folder"));
  EXPECT_THAT(refusal({{"/etc/passwd"}}), HasSubstr("\"/etc/passwd\" is an absolute path"));
}

TEST(StrangersArchive, MayNotHoldLinksAndDevices) {
  EXPECT_THAT(refusal({{"top/a", "", link_to("/etc")}, {"top/a/passwd"}}),
              HasSubstr("\"top/a\" is a link to \"/etc\". Palio packs no such entry"));
  const Change hard = [](archive_entry* entry) {
    archive_entry_set_hardlink(entry, "top/a");
    archive_entry_set_size(entry, 0);
  };
  EXPECT_THAT(refusal({{"top/a"}, {"top/b", "", hard}}), HasSubstr("\"top/b\" is a link to \"top/a\""));
  for (const unsigned type : {unsigned{AE_IFIFO}, unsigned{AE_IFCHR}, unsigned{AE_IFBLK}})
    EXPECT_THAT(refusal({{"top/a", "", of_type(type)}}), HasSubstr("is neither a plain file nor a folder"));
}

TEST(StrangersArchive, MayNotNameAFileTwice) {
  EXPECT_THAT(refusal({{"top/a"}, {"top/a"}}), HasSubstr("\"top/a\" is there twice"));
  EXPECT_THAT(refusal({{"top/a"}, {"top/./a"}}), HasSubstr("\"top/./a\" can be spelled in another way"));
  EXPECT_THAT(refusal({{"top//a"}}), HasSubstr("can be spelled in another way"));
  EXPECT_THAT(refusal({{"top/a"}, {"top/a/b"}}), HasSubstr("\"top/a/b\" is a file and a folder"));
  EXPECT_THAT(refusal({{"top/a/b"}, {"top/a"}}), HasSubstr("\"top/a\" is a file and a folder"));
  EXPECT_THAT(refusal({{"top/a/", "", of_type(AE_IFDIR)}, {"top/a"}}), HasSubstr("is a file and a folder"));
  EXPECT_THAT(refusal({{"top/a"}, {"other/a"}}), HasSubstr("\"other/a\" is not below top"));
  EXPECT_THAT(refusal({{"a"}}), HasSubstr("\"a\" is in no folder"));
}

TEST(StrangersArchive, MayNotHideInNames) {
  EXPECT_THAT(refusal({{"top/a\x1b[2J"}}), HasSubstr("has characters that hide something"));
  EXPECT_THAT(refusal({{"top/a\nb"}}), HasSubstr("has characters that hide something"));
  EXPECT_THAT(refusal({{"top/a\xff"}}), HasSubstr("has characters that hide something"));
  EXPECT_THAT(refusal({{"top/\xE2\x80\xAEtxt.exe"}}), HasSubstr("has characters that hide something"));
  EXPECT_THAT(refusal({{"top/" + std::string(600, 'a')}}), HasSubstr("is longer than 512 bytes"));
}

TEST(StrangersArchive, MayNotBeABomb) {
  const std::string zeros(std::size_t{20} << 20U, '\0');  // 20 MiB, of which 16 may come from any number of bytes
  EXPECT_THAT(refusal({{"top/a", zeros}}), HasSubstr("\"top/a\" is more than 1,000 times as large"));
  EXPECT_THAT(refusal({{"top/a", std::string(3 << 20U, 'a')}}, {.bytes = 2 << 20U}),
              HasSubstr("\"top/a\" is beyond 2 MiB of files; --max-size allows more"));
  EXPECT_THAT(refusal({{"top/a"}, {"top/b"}, {"top/c"}}, {.entries = 2}), HasSubstr("\"top/c\" is beyond 2 entries"));
}

TEST(StrangersArchive, IsRefusedWhenCutOrContinued) {
  const test::TemporaryFolder folder;
  const std::string whole = content_of(raw_archive(folder, {{"top/a", "content"}}));
  const auto refused = [&](const std::string& bytes) {
    const std::string file = folder.write("cut.tar.zst", bytes);
    const std::string error = test::error_of([&] { unpack_archive(file, folder.file("out")); });
    EXPECT_FALSE(fs::exists(folder.file("out")));
    fs::remove_all(folder.file("out"));
    return error;
  };
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_NE(refused(whole.substr(0, size)), "no error") << size;
  EXPECT_THAT(refused(whole + "more"), HasSubstr("cut.tar.zst"));
  EXPECT_THAT(refused("no archive at all"), HasSubstr("cannot be read as an archive (.tar.zst)"));
}

TEST(StrangersArchive, ReplacesNothing) {
  const test::TemporaryFolder folder;
  const std::string file = raw_archive(folder, {{"top/a", "content"}});
  fs::create_directory(folder.file("out"));
  EXPECT_THAT(test::error_of([&] { unpack_archive(file, folder.file("out")); }),
              HasSubstr("out exists; remove it, or name another folder"));
}

}  // namespace
}  // namespace palio
