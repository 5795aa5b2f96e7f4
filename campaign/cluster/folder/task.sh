shard=${1:-${SLURM_ARRAY_TASK_ID:-}}              # Slurm
shard=${shard:-${PBS_ARRAY_INDEX:-${PBS_ARRAYID:-}}}  # PBS Pro, Torque
shard=${shard:-${LSB_JOBINDEX:-}}                     # LSF
shard=${shard:-${SGE_TASK_ID:-}}                      # Grid Engine
if [ -z "$shard" ]; then
  echo "which shard? submit this as an array of jobs, or: sh task.sh NUMBER" >&2
  exit 1
fi
exec "$palio" task "$folder" "$shard"
