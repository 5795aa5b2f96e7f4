#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/identity/canonical.h"
#include "runners/process/descriptor.h"

namespace palio {

/// A secret of this process and those that it forks: 128 random bits. No other process can produce a marked digest.
Digest new_mark();

/// The digest of a text, marked.
Digest marked(std::string_view text, const Digest& mark);

/// What a child answers: the requested text, which resource the machine lacked, or that the scenario reached its memory
/// limit. An exit status cannot say that: custom code may exit with any.
enum class AnswerKind : std::uint64_t { text, shortage, out_of_memory };

struct ChildAnswer {
  AnswerKind kind;
  std::string text;
};

/// A file in memory in which a child leaves its answer for its parent. Anything that a scenario writes to the file is
/// not taken for an answer.
class AnswerFile {
public:
  /// Throws Shortage when the machine refuses it.
  AnswerFile();

  int number() const { return file_.number(); }

  /// Called in the child; does not allocate. False: the answer cannot be stored, see errno.
  bool write(AnswerKind kind, std::string_view text) const;

  /// Called in the parent once no process can write any more. Empty if the answer is incomplete.
  std::optional<ChildAnswer> read() const;

private:
  // Precedes the text.
  struct Head {
    AnswerKind kind;
    std::size_t size;  // byte
    Digest digest;
  };
  Digest digest_of(AnswerKind kind, std::string_view text) const;

  Descriptor file_;
  Digest mark_ = new_mark();
};

}  // namespace palio
