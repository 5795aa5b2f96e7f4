#!/bin/sh
# reference.sh PALIO FOLDER: writes the pages reference-*.md, all of them as the program has it.
set -eu
palio=$1 out=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# table HEADING WHAT: a section from what palio list says. A parameter that more than six have in common is printed once, at
# the end, with their names; of more than thirty with their number.
table() {
  printf '\n## %s\n\n' "$1"
  "$palio" list "$2" --format markdown | awk '
    {
      bar = index(substr($0, 2), "|") + 1
      rest = substr($0, bar); name = substr($0, 3, bar - 4)
      lines[NR] = $0; rests[NR] = rest
      if (++count[rest] == 1) order[++kinds] = rest
      names[rest] = names[rest] (count[rest] == 1 ? "" : ", ") name
    }
    END {
      for (i = 1; i <= NR; ++i) if (count[rests[i]] <= 6) print lines[i]
      for (i = 1; i <= kinds; ++i)
        if (count[order[i]] > 6) print "| " (count[order[i]] > 30 ? count[order[i]] " of them" : names[order[i]]) " " order[i]
    }'
}

# own_lines: SQLite adds a column behind the last one, before that one's comment. Gives what follows a column on its line
# a line of its own, so that each comment stays with its column.
own_lines() {
  awk '
    /^CREATE TABLE/ {in_table = 1}
    /^CREATE VIEW/ {in_table = 0}
    {
      comment = ""
      if (in_table && match($0, /[ ]*-- .*$/)) {comment = substr($0, RSTART); $0 = substr($0, 1, RSTART - 1)}
      end = 0
      for (i = 1; in_table && i <= length($0); ++i) {
        c = substr($0, i, 1)
        if (c == "(") ++depth
        if (c == ")") --depth
        if (c == "," && depth == 1 && !end) end = i
      }
      more = end ? substr($0, end + 1) : ""
      if (more ~ /[a-z]/ && $0 !~ /^,/) {print substr($0, 1, end) comment; print " " more}
      else print $0 comment
    }'
}

# page NAME TITLE: begins the page FOLDER/reference-NAME.md, which gets all that follows.
page() {
  exec >"$out/reference-$1.md"
  printf '# Reference: %s\n\n' "$2"
  printf 'Written by `./dev reference` from the tables in the code ([all pages](reference.md)).\n'
}

page platforms "platforms"
table "Families of platforms" platforms
page workloads "workloads"
table "Families of workloads" workloads
page strategies "strategies"
table "Strategies" strategies
page metrics "engines, metrics, queries and functions"
table "Engines" engines
table "Metrics" metrics
table "Ready queries" queries
table "Functions of SQL" functions
page database "database"

cat <<'DATABASE'

Tables and views of a campaign file, as SQLite has them. `platform`, `workload` and `strategy` have
one more column for each parameter that a study uses. The views `results` (what belongs to the study
as it is now) and `all_results` have all of these and the metrics ([queries.md](queries.md)). The
columns here are those of a small study. Only campaigns that keep realizations have the view `realizations`.
[database.md](database.md) says why they are as they are.

```sql
DATABASE
"$palio" init "$folder/study.toml" >/dev/null 2>&1
"$palio" run "$folder/study.toml" --db "$folder/study.db" --sample 1 --engine fluid --audit 0 \
  --keep realizations --quiet
sqlite3 "$folder/study.db" "SELECT sql || ';' || char(10) FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL
  ORDER BY rowid; SELECT sql || ';' || char(10) FROM sqlite_schema WHERE type = 'view' AND name NOT LIKE '%results'
  AND name <> 'realizations'
  ORDER BY rowid" | own_lines
printf '```\n\nColumns of `results` and `all_results`: %s.\n' "$(
  sqlite3 "$folder/study.db" "SELECT group_concat('\`' || name || '\`', ', ') FROM pragma_table_info('results')"
)" | fold -s -w 100 | sed 's/ $//'
