#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace palio {

/// 128 bits of hash, also the digest of a set: the sum of its members' hashes, which no order changes.
class Digest {
public:
  constexpr Digest() = default;
  constexpr Digest(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  std::uint64_t high() const { return high_; }
  std::uint64_t low() const { return low_; }

  /// Adds modulo 2^128. Not exclusive or: two equal members would cancel each other.
  Digest& operator+=(const Digest& other);
  bool operator==(const Digest&) const = default;

private:
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

/// XXH3-128 of the bytes, the same on every machine.
Digest digest_of(std::string_view bytes);

/// 32 hexadecimal digits.
std::string to_text(const Digest& digest);

}  // namespace palio
