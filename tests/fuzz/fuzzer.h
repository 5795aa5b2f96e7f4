#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "runners/wire/protocol.h"

namespace palio::fuzz {

/// A property that an input breaks. It escapes: libFuzzer takes it for a crash, a test for a failure.
class Finding : public std::logic_error {
  using std::logic_error::logic_error;
};

/// Throws Finding unless the property holds.
inline void require(bool holds, const char* property) {
  if (!holds) throw Finding(property);
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

/// A reader of bytes from elsewhere, and what must hold for every input; its seeds are in corpus/NAME.
struct Fuzzer {
  std::string name;
  std::function<void(std::string_view input)> run;
};

/// All of them: one for each reader, and one for each format of workflows.
const std::vector<Fuzzer>& fuzzers();

}  // namespace palio::fuzz
