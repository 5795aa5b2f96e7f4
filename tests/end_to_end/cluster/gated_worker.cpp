#include "tests/end_to_end/cluster/gated_worker.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "core/text/shell_word.h"

namespace palio::test {
namespace {

// A request is held back before the worker sees it: what it answers is never cut in two by a sign of life. Where palio
// has workers block what a batch system sends to every process, a shell has to ignore it.
constexpr const char* k_script = R"(#!/bin/sh
trap '' HUP INT TERM
exec 3>&1
{{
  began=
  while IFS= read -r request; do
    while [ "$began" ] && [ ! -e {0} ]; do
      : >{1}"${{SLURM_ARRAY_TASK_ID:-1}}"
      echo '{{"type":"alive"}}' >&3
      sleep 0.1
    done
    began=yes
    printf '%s\n' "$request"
  done
}} | {2}
)";

}  // namespace

GatedWorker::GatedWorker(const TemporaryFolder& folder, const std::string& name, const std::string& program)
    : gate_(folder.file(name + ".open")), reached_(folder.file(name + ".reached.")) {
  std::filesystem::remove(folder.file(name));  // the link that test::palio() makes
  const std::string script =
      folder.write(name, fmt::format(k_script, shell_word(gate_), shell_word(reached_), shell_word(program)));
  std::filesystem::permissions(script, std::filesystem::perms(0755));
}

bool GatedWorker::reached(int task) const { return std::filesystem::exists(reached_ + std::to_string(task)); }

void GatedWorker::open() const { const std::ofstream gate(gate_); }

}  // namespace palio::test
