#include "campaign/archive/archive.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/number.h"
#include "core/tool.h"

namespace palio {
namespace {

// Archives are read and written by a program of their own: a stranger's never enters this process, and palio starts
// without libarchive and the twelve libraries that it needs.
std::string answer_of(std::vector<std::string> words) {
  const std::filesystem::path program = program_beside("palio-archive");
  if (!std::filesystem::exists(program))
    throw UserError("{} is missing: it belongs next to palio; install Palio again", program.string());
  words.insert(words.begin(), program.string());
  const ToolAnswer answer = run_tool(words);
  if (answer.status == 1) throw UserError(std::string(answer.err));
  if (answer.status != 0) throw UserError("{} ended with status {}: {}", words[0], answer.status, answer.err);
  return answer.out;
}

}  // namespace

void write_archive(const std::filesystem::path& archive, const std::filesystem::path& folder, const std::string& top) {
  answer_of({"write", archive.string(), folder.string(), top});
}

std::uint64_t packed_size(const std::filesystem::path& file) {
  const std::string answer = answer_of({"size", file.string()});
  if (const auto size = parsed_number<std::uint64_t>(answer)) return *size;
  throw InternalError("palio-archive says \"{}\" for a size", answer);
}

void unpack_archive(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    const ArchiveLimits& limits) {
  if (!std::filesystem::is_regular_file(archive)) throw UserError("{}: no such file", archive.string());
  answer_of({"unpack", archive.string(), folder.string(), fmt::to_string(limits.entries), fmt::to_string(limits.bytes),
             fmt::to_string(limits.ratio), fmt::to_string(limits.any_ratio), fmt::to_string(limits.name)});
}

}  // namespace palio
