#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/identity/digest.h"
#include "runners/process/child.h"

namespace palio {

/// What only this process and those that it forks know: 128 random bits. A digest with a mark is no accident.
Digest new_mark();

/// The digest of a text, marked.
Digest marked(std::string_view text, const Digest& mark);

/// A file in memory by which a child hands its parent a text. What a scenario leaves in the file, at whatever place, is
/// no answer.
class AnswerFile {
public:
  /// Throws Shortage when the machine refuses it.
  AnswerFile();

  int number() const { return file_.number(); }

  /// In the child. False: it cannot be kept, by errno.
  bool write(std::string_view text) const;

  /// In the parent, once nothing is left that could write. Nothing where it is not whole.
  std::optional<std::string> read() const;

private:
  // Ahead of the text.
  struct Head {
    std::size_t size;  // byte
    Digest digest;
  };

  Descriptor file_;
  Digest mark_ = new_mark();
};

}  // namespace palio
