#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/identity/canonical.h"
#include "runners/process/descriptor.h"

namespace palio {

/// What only this process and those that it forks know: 128 random bits. A digest with a mark is no accident.
Digest new_mark();

/// The digest of a text, marked.
Digest marked(std::string_view text, const Digest& mark);

/// What a child answers: the text that was asked for, which resource of the machine was short, or that the scenario
/// reached its memory limit. No exit status says that: external code may leave with any.
enum class AnswerKind : std::uint64_t { text, shortage, out_of_memory };

struct ChildAnswer {
  AnswerKind kind;
  std::string text;
};

/// A file in memory by which a child hands its parent an answer. What a scenario leaves in the file, at whatever place,
/// is no answer.
class AnswerFile {
public:
  /// Throws Shortage when the machine refuses it.
  AnswerFile();

  int number() const { return file_.number(); }

  /// In the child, without taking memory from its heap. False: it cannot be kept, by errno.
  bool write(AnswerKind kind, std::string_view text) const;

  /// In the parent, once nothing is left that could write. Nothing where it is not whole.
  std::optional<ChildAnswer> read() const;

private:
  // Ahead of the text.
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
