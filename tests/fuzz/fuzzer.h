#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "runners/wire/protocol.h"

namespace palio::fuzz {

/// Ends the run as a finding unless the property holds.
inline void require(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", property);
  std::abort();
}

/// What the parser makes of an input; nothing when it refuses it in one of the two documented ways. Any other
/// exception escapes and is a finding.
template <class Parse>
auto accepted(Parse parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const UserError&) {
    return std::nullopt;
  } catch (const ProtocolError&) {
    return std::nullopt;
  }
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace palio::fuzz

/// Called by libFuzzer with every input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
