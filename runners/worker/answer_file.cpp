#include "runners/worker/answer_file.h"

#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "core/error.h"
#include "runners/wire/lines.h"

namespace palio {

Digest new_mark() {
  std::array<std::uint64_t, 2> drawn{};
  if (getrandom(drawn.data(), sizeof drawn, 0) != sizeof drawn) throw_errno("cannot draw the mark of an answer");
  return {drawn[0], drawn[1]};
}

Digest marked(std::string_view text, const Digest& mark) {
  Digest digest = digest_of(text);
  return digest += mark;
}

AnswerFile::AnswerFile() : file_(beyond_streams(memfd_create("palio-scenario-answer", MFD_CLOEXEC))) {}

Digest AnswerFile::digest_of(AnswerKind kind, std::string_view text) const {
  Digest digest = marked(text, mark_);
  return digest += {0, static_cast<std::uint64_t>(kind)};
}

bool AnswerFile::write(AnswerKind kind, std::string_view text) const {
  if (ftruncate(number(), 0) != 0 || lseek(number(), 0, SEEK_SET) != 0) return false;
  const Head head{kind, text.size(), digest_of(kind, text)};
  return write_text(number(), {reinterpret_cast<const char*>(&head), sizeof head}) && write_text(number(), text);
}

std::optional<ChildAnswer> AnswerFile::read() const {
  Head head{};
  struct stat file {};
  if (pread(number(), &head, sizeof head, 0) != sizeof head || fstat(number(), &file) != 0) return std::nullopt;
  if (static_cast<std::size_t>(file.st_size) != sizeof head + head.size) return std::nullopt;
  std::string text(head.size, '\0');
  if (pread(number(), text.data(), text.size(), sizeof head) != static_cast<ssize_t>(text.size())) return std::nullopt;
  if (!(digest_of(head.kind, text) == head.digest)) return std::nullopt;
  return ChildAnswer{head.kind, std::move(text)};
}

}  // namespace palio
