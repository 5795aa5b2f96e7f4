# Both scripts belong to the folder where they lie, also if it was copied or moved; batch systems run a copy of a script,
# and then its first argument or the folder where it was submitted tells. A node must see the shared folders.
folder=$(dirname -- "$0")
case ${1:-} in /*) folder=$1 && shift ;; esac
for place in "$folder" "${PBS_O_WORKDIR:-}" "${LS_SUBCWD:-}" "${SGE_O_WORKDIR:-}" "${SLURM_SUBMIT_DIR:-}"; do
  [ -e "$place/submission.json" ] && folder=$place && break
done
for needed in "$folder/submission.json" "$palio"; do
  [ -e "$needed" ] && continue
  echo "$needed is missing on $(uname -n); all nodes must see it (submit the script from its folder)" >&2
  exit 1
done
