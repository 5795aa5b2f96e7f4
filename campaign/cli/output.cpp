#include "campaign/cli/output.h"

#include "core/output_file.h"
#include "core/talk.h"

namespace palio {

void write_output(const std::string& output, std::string_view text) {
  OutputFile file(output);
  file.write(text);
  file.finish();
  if (output != "-") talk("wrote {}\n", output);
}

}  // namespace palio
