#include "campaign/cli/options/artifact_options.h"

#include "core/number.h"

namespace palio {

void add_most_size(const CommandSyntax& command, ArchiveLimits& limits) {
  const OnTyped take = [&limits](const std::string& typed) {
    limits.bytes = static_cast<std::uint64_t>(parsed_number<double>(typed).value() * (1U << 30U));
  };
  command.add_option("--max-size GIB", take, "GiB of files that an archive may hold (default: 8)")
      .number(Least::above_zero, "GiB");
}

}  // namespace palio
