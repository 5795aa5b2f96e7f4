// palio-archive: campaign/archive/archive.cpp starts it and says what it means by its arguments.
#include <exception>
#include <span>

#include "campaign/archive/program/tar.h"
#include "core/error.h"
#include "core/number.h"
#include "core/text/talk.h"

namespace {

template <class T>
T number(const std::string& text) {
  if (const auto value = palio::parsed_number<T>(text)) return *value;
  throw palio::UserError("\"{}\" is no number", text);
}

void carry_out(std::span<const std::string> words) {
  if (words.size() == 4 && words[0] == "write") return palio::write_tar(words[1], words[2], words[3]);
  if (words.size() == 2 && words[0] == "size") return palio::say("{}", palio::tar_size(words[1]));
  if (words.size() == 8 && words[0] == "unpack")
    return palio::unpack_tar(words[1], words[2],
                             {.entries = number<std::uint64_t>(words[3]),
                              .bytes = number<std::uint64_t>(words[4]),
                              .ratio = number<std::uint64_t>(words[5]),
                              .any_ratio = number<std::uint64_t>(words[6]),
                              .name = number<std::size_t>(words[7])});
  throw palio::UserError("palio-archive is started by palio pack and palio unpack only");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    carry_out(std::vector<std::string>(argv + 1, argv + argc));
    return 0;
  } catch (const std::exception& error) {
    palio::talk("{}", palio::as_is(error.what()));  // palio shows it
    return 1;
  }
}
