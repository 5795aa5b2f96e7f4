#include "campaign/archive/digests.h"

#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// The examples of FIPS 180, and a text that needs a second block for its length (sha1sum).
TEST(Digests, Sha1IsAsTheStandardSays) {
  const auto sha1 = [](std::string_view text) { return hexadecimal(sha1_bytes(text)); };
  EXPECT_EQ(sha1("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(sha1(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(sha1(std::string(1'000'000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

// The same examples.
TEST(Digests, Sha256IsAsTheStandardSays) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const test::TemporaryFolder folder;
  EXPECT_EQ(sha256_of_file(folder.write("a", std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digests, NameAFileThatCannotBeRead) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(test::error_of([&] { sha256_of_file(folder.file("none")); }), "cannot read " + folder.file("none"));
}

}  // namespace
}  // namespace palio
