#include "campaign/data/git_tree.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>

#include "core/error.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

using Bytes20 = std::array<char, 20>;
using State = std::array<std::uint32_t, 5>;

// FIPS 180-4, section 6.1.2.
void add_block(std::string_view block, State& state) {
  std::array<std::uint32_t, 80> w{};
  for (std::size_t i = 0; i < block.size(); ++i) w[i / 4] = w[i / 4] << 8U | static_cast<unsigned char>(block[i]);
  for (std::size_t t = 16; t < w.size(); ++t) w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
  auto [a, b, c, d, e] = state;
  for (std::size_t t = 0; t < w.size(); ++t) {
    std::uint32_t f = b ^ c ^ d, k = t < 40 ? 0x6ED9EBA1 : 0xCA62C1D6;
    if (t < 20) {
      f = (b & c) ^ (~b & d);
      k = 0x5A827999;
    } else if (t >= 40 && t < 60) {
      f = (b & c) ^ (b & d) ^ (c & d);
      k = 0x8F1BBCDC;
    }
    const std::uint32_t next = std::rotl(a, 5) + f + e + k + w[t];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  const State added{a, b, c, d, e};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

Bytes20 hashed(std::string_view text) {
  constexpr std::size_t k_block = 64;
  State state{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  const std::size_t whole = text.size() / k_block * k_block;
  for (std::size_t at = 0; at < whole; at += k_block) add_block(text.substr(at, k_block), state);
  std::string rest(text.substr(whole));
  rest += '\x80';
  while (rest.size() % k_block != k_block - 8) rest += '\0';
  for (unsigned shift = 64; shift > 0; shift -= 8)
    rest += static_cast<char>((std::uint64_t{text.size()} * 8) >> (shift - 8));
  for (std::size_t at = 0; at < rest.size(); at += k_block)
    add_block(std::string_view(rest).substr(at, k_block), state);
  Bytes20 hash{};
  for (std::size_t i = 0; i < hash.size(); ++i) hash[i] = static_cast<char>(state[i / 4] >> (24 - 8 * (i % 4)));
  return hash;
}

// What git hashes of a file ("blob") or of a folder ("tree").
Bytes20 object(std::string_view kind, std::string_view content) {
  return hashed(fmt::format("{} {}{}{}", kind, content.size(), '\0', content));
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw UserError("cannot read {}", file.string());
  return content;
}

std::string hexadecimal(const Bytes20& hash) {
  std::string text;
  for (const char byte : hash) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

// The content of the tree of a folder: its entries by name, as if those of folders ended with a slash.
std::string tree_content(const fs::path& folder, int& files) {
  std::map<std::string, std::string> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const auto add = [&](std::string_view mode, const Bytes20& hash) {
      entries.emplace(mode == "40000" ? name + "/" : name,
                      fmt::format("{} {}{}{}", mode, name, '\0', std::string_view(hash.data(), hash.size())));
    };
    if (name == ".git") continue;
    if (entry.is_symlink()) {
      add("120000", object("blob", fs::read_symlink(entry.path()).string()));
      ++files;
    } else if (entry.is_directory()) {
      const std::string content = tree_content(entry.path(), files);
      if (!content.empty()) add("40000", object("tree", content));  // git has no empty folders
    } else if (!entry.is_regular_file()) {                          // reading a pipe would block
      throw UserError("cannot read {}: it is not a plain file", entry.path().string());
    } else {
      const bool runs = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
      add(runs ? "100755" : "100644", object("blob", content_of(entry.path())));
      ++files;
    }
  }
  std::string content;
  for (const auto& [key, entry] : entries) content += entry;
  return content;
}

}  // namespace

std::string sha1(std::string_view text) { return hexadecimal(hashed(text)); }

GitTree git_tree(const fs::path& folder) {
  GitTree tree;
  try {
    tree.id = hexadecimal(object("tree", tree_content(folder, tree.files)));
  } catch (const fs::filesystem_error& error) {
    throw UserError("cannot read {}: {}", error.path1().string(), error.code().message());
  }
  return tree;
}

}  // namespace palio
