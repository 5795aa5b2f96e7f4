#include "campaign/cluster/batch/job_scripts.h"

#include <fmt/format.h>

#include "core/text/shell_word.h"

namespace palio {
namespace {

// What both begin with. A node that does not have the folders of the others is a mistake that is made once on every
// cluster.
std::string frame(std::string_view what, const Submission& submission, const std::string& palio) {
  return fmt::format(R"(#!/bin/sh
# {}
folder={}
palio={}
for needed in "$folder/submission.json" "$palio"; do
  [ -e "$needed" ] && continue
  echo "$needed is not there on $(uname -n); all nodes must see it" >&2
  exit 1
done
)",
                     what, shell_word(submission.folder.string()), shell_word(palio));
}

}  // namespace

std::string task_script(const Submission& submission, const std::string& palio) {
  const std::string what =
      fmt::format("One of the {} tasks of {}: the shard whose number the batch system or the argument says.",
                  submission.tasks, submission.study);
  return frame(what, submission, palio) + R"(shard=${1:-${SLURM_ARRAY_TASK_ID:-}}              # Slurm
shard=${shard:-${PBS_ARRAY_INDEX:-${PBS_ARRAYID:-}}}  # PBS Pro, Torque
shard=${shard:-${LSB_JOBINDEX:-}}                     # LSF
shard=${shard:-${SGE_TASK_ID:-}}                      # Grid Engine
if [ -z "$shard" ]; then
  echo "which shard? submit this as an array of jobs, or: sh task.sh NUMBER" >&2
  exit 1
fi
exec "$palio" task "$folder" "$shard"
)";
}

// On a disk of the node, as a run: SQLite does not work on shared file systems.
std::string merge_script(const Submission& submission, const std::string& palio) {
  const std::string what =
      fmt::format("Puts the parts of {} together, those that are there; may run again.", submission.study);
  return frame(what, submission, palio) +
         fmt::format("all=$folder/{}\n", shell_word(submission.database().filename().string())) +
         R"(set -- "$folder"/parts/*.db
if [ ! -e "$1" ]; then
  echo "$folder/parts holds no part: no task has copied anything there" >&2
  exit 1
fi
if [ -e "$all-wal" ]; then
  echo "$all is in use; merge again when it is not: sh $folder/merge.sh" >&2
  exit 1
fi
scratch=$(mktemp -d "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/palio-merge-XXXXXX") || exit 1
new=
trap 'rm -rf "$scratch" ${new:+"$new"}' EXIT
trap 'exit 1' HUP INT TERM
merged=$scratch/${all##*/}
if [ -e "$all" ]; then cp "$all" "$merged" || exit 1; fi
"$palio" merge "$merged" "$@"
status=$?
if [ -e "$merged" ]; then
  # under a name where nobody can have put a link
  if ! { new=$(mktemp "$all.XXXXXX") && cp --preserve=mode "$merged" "$new" && sync "$new" && mv "$new" "$all"; }; then
    status=1
  fi
fi
"$palio" status "$folder"
exit $status
)";
}

}  // namespace palio
