#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace palio::test {

inline std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 0xFFU);
  return bytes;
}

inline const std::string k_journal_magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";

/// A journal that puts pages of `before`, the bytes of a database, back into a file and gives it `initial` pages
/// (https://www.sqlite.org/fileformat.html, section 3).
inline std::string journal(const std::string& before, const std::vector<std::uint32_t>& pages, std::uint32_t initial) {
  constexpr std::uint32_t k_page = 4096, k_sector = 512;
  std::string text = k_journal_magic + big_endian(static_cast<std::uint32_t>(pages.size())) + big_endian(0) +
                     big_endian(initial) + big_endian(k_sector) + big_endian(k_page);
  text.resize(k_sector);
  for (const std::uint32_t number : pages) {
    const std::string page = before.substr(std::size_t{number - 1} * k_page, k_page);
    std::uint32_t sum = 0;  // of every 200th byte, from the end
    for (int at = static_cast<int>(k_page) - 200; at > 0; at -= 200) sum += static_cast<unsigned char>(page[at]);
    text += big_endian(number) + page + big_endian(sum);
  }
  return text;
}

/// The same for all pages.
inline std::string journal(const std::string& before) {
  std::vector<std::uint32_t> pages(before.size() / 4096);
  std::iota(pages.begin(), pages.end(), 1U);
  return journal(before, pages, static_cast<std::uint32_t>(pages.size()));
}

/// The end of a journal that belongs to a journal of several files: SQLite deletes that.
inline std::string super_journal(const std::string& name) {
  std::uint32_t sum = 0;
  for (const char c : name) sum += static_cast<unsigned char>(c);
  return big_endian(0x40000000 / 4096 + 1) + name + big_endian(static_cast<std::uint32_t>(name.size())) +
         big_endian(sum) + k_journal_magic;
}

}  // namespace palio::test
