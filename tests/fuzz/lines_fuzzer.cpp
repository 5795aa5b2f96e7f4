// Lines that arrive in pieces of any size: the first byte of the input is the size of the pieces.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

#include "runners/wire/lines.h"
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {
namespace {

// The lines that have ended.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

void fuzz_lines(std::string_view input) {
  // Everything fits into the pipe, so that one thread can write and read.
  constexpr std::size_t k_pipe = 65536;
  if (input.empty() || input.size() > k_pipe) return;
  const std::size_t piece = std::size_t{static_cast<unsigned char>(input.front())} + 1;
  const std::string_view text = input.substr(1);
  std::array<int, 2> ends{};
  require(pipe(ends.data()) == 0, "there are pipes");
  LineReader reader(ends[0]);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::string_view part = text.substr(at, piece);
    require(write_text(ends[1], part), "a pipe takes what fits into it");
    for (auto ended = std::ranges::count(part, '\n'); ended > 0; --ended) lines.push_back(reader.next().value());
  }
  close(ends[1]);
  require(!reader.next(), "an unfinished line is dropped");
  close(ends[0]);
  require(lines == lines_of(text), "every line arrives as it was sent");
}

}  // namespace palio::fuzz
