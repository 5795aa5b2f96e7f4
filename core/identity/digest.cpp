#include "core/identity/digest.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace palio {

Digest& Digest::operator+=(const Digest& other) {
  low_ += other.low_;
  high_ += other.high_ + (low_ < other.low_ ? 1 : 0);  // the carry
  return *this;
}

Digest digest_of(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::string to_text(const Digest& digest) { return fmt::format("{:016x}{:016x}", digest.high(), digest.low()); }

}  // namespace palio
