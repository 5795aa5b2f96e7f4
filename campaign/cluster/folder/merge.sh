all=$folder/$name
set -- "$folder"/parts/*.db
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
  # under an unguessable name, where no link can be waiting
  if ! { new=$(mktemp "$all.XXXXXX") && cp --preserve=mode "$merged" "$new" && sync "$new" && mv "$new" "$all"; }; then
    status=1
  fi
fi
"$palio" status "$folder"
exit $status
