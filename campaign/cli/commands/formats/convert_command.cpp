#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/commands/formats/platform_conversion.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/syntax/exit_status.h"

namespace palio {
namespace {

struct ConvertOptions {
  std::string in, out;
};

int run_convert(const ConvertOptions& options) {
  write_output(options.out, simgrid_xml_of(options.in));
  return k_success;
}

}  // namespace

void setup_convert(const CommandSyntax& app) {
  const auto options = std::make_shared<ConvertOptions>();
  const CommandSyntax command = app.add_subcommand("convert", "Write a platform as SimGrid's XML");
  command
      .add_option(
          "in", options->in,
          "Platform file (docs/file-formats.md), - for standard input, or a recipe of a family of platforms, as "
          "in mesh:hosts=4,sample=0,seed=1")
      .required()
      .type_name("IN");
  command.add_option("out", options->out, "Where to; - is the standard output").required().type_name("OUT");
  command.footer("\nSimGrid gives the dates of Palio on it. More: docs/file-formats.md");
  command.runs([options] { return run_convert(*options); });
}

}  // namespace palio
