#include "campaign/cli/output/output.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/error.h"
#include "core/text/output_file.h"
#include "core/text/talk.h"

namespace palio {
namespace {

// Of a file that need not be there.
std::filesystem::path whole_name(const std::string& file) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(file, error);
  const std::filesystem::path whole = error ? absolute : std::filesystem::weakly_canonical(absolute, error);
  return error ? std::filesystem::path(file) : whole;
}

}  // namespace

void refuse_campaign(std::string_view option, const std::string& output, const std::string& database) {
  if (output != "-" && same_file(output, database))
    throw UserError(fmt::format("{} {} is the campaign itself; name another file", option, output));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored) || whole_name(a) == whole_name(b);
}

void write_output(const std::string& output, std::string_view text) {
  OutputFile file(output);
  file.write(text);
  file.finish();
  if (output != "-") talk("wrote {}\n", output);
}

}  // namespace palio
