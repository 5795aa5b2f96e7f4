#!/usr/bin/env bash
# page.sh PALIO PAGE FOLDER: prints a page of the folder above with its places filled anew, from the campaigns
# FOLDER/STUDY.db and, for totals, from the other pages. A place is <!-- fill WORD ... -->TEXT<!-- end -->, of
#   run STUDY [OPTIONS]        facts of the campaign, which `./dev reproduce` makes by `palio run STUDY OPTIONS`
#   verdicts STUDY             the table of its claims
#   needs STUDY                how many draws the claims that lack data need
#   counts STUDY...            "of 34 claims 23 are reproduced, 9 deviate, 2 lack data"
#   readings STUDY [CLAIM...]  the claims in each reading: those whose verdict differs, and those named
#   read STUDY                 the readings, what they say and how many of their claims are reproduced
#   value STUDY CLAIM          the measured value of a claim
#   sql STUDY SELECT ...       a single value; where TEXT has lines of its own a table
#   page NAME, pages           the verdicts of reproduction-NAME.md, of all such pages: "23 | 9 | 2"
#   verdict-count              how many there are on all pages
#   time                       how long the campaigns of all pages took
# shellcheck disable=SC2016 # backticks of markdown
set -euo pipefail
palio=$1 page=$2 campaigns=$3
docs=$(cd "$(dirname "$0")/.." && pwd)
cache=$(mktemp -d)
trap 'rm -r "$cache"' EXIT

die() {
  printf 'page.sh: %s\n' "$*" >&2
  exit 1
}

# kept NAME COMMAND...: runs a palio command once for several places; they read $kept and, for stderr, $kept.talk.
kept() {
  kept=$cache/$1
  [[ -e $kept ]] || "$palio" "${@:2}" >"$kept" 2>"$kept.talk" || die "palio ${*:2}: $(cat "$kept.talk")"
}

thousands() { sed ':a; s/\B[0-9]\{3\}\(,\|$\)/,&/; ta; s/,,/,/g' <<<"$1"; }

# cell TABLE ID COLUMN: a cell of a Markdown table; ID begins the row, COLUMN is a number.
cell() { awk -F' *[|] *' -v id="$2" -v column="$3" '$2 == id {print $column}' "$1"; }

say_run() {
  local file=$campaigns/$1.db digest audited
  kept "$1.digest" digest "$file"
  digest=$(cut -d' ' -f1 "$kept")
  kept "$1.run" query "$file" "$(<"$docs/reproduction/run.sql")" --format line
  audited=$(field audited)
  printf '`palio run %s`: %s scenarios on %s instances%s, %s failed: ' "$*" "$(thousands "$(field scenarios)")" \
    "$(thousands "$(field instances)")" "$(field part)" "$(thousands "$(field failed)")"
  printf 'engine `%s`, Palio %s, %s, %s with %s at a time ' "$(field engine)" "$(field palio)" "$(field day)" \
    "$(field took)" "$(field jobs)"
  printf '(%s s of CPU in scenarios); digest %s.' "$(thousands "$(field cpu)")" "$digest"
  if ((audited > 0)); then
    printf ' SimGrid simulated %s of them, too: the largest relative difference is %s.' "$(thousands "$audited")" \
      "$(field difference)"
  fi
}

field() { sed -n "s/^ *$1 = //p" "$kept"; }

say_verdicts() {
  kept "$1.verdicts" verify "$campaigns/$1.db" --needs --format markdown
  cat "$kept"
}

# count_verdicts FORMAT: counts the rows of tables of claims: all, reproduced, deviating, undecided.
count_verdicts() {
  local counts
  read -ra counts < <(awk '
    / \| verdict \|$/ {claims = 1}
    !/^\|/ {claims = 0}
    claims && / \| reproduced \|$/ {++good}
    claims && / \| deviates \|$/ {++bad}
    claims && / \| not enough data \|$/ {++open}
    END {print good + bad + open, good + 0, bad + 0, open + 0}')
  # shellcheck disable=SC2059 # the format is ours
  printf "$1" "${counts[@]}"
}

say_counts() {
  local study
  for study; do say_verdicts "$study"; done |
    count_verdicts 'of %s claims %s are reproduced, %s deviate, %s lack data'
}

say_readings() {
  kept "$1.verdicts" verify "$campaigns/$1.db" --needs --format markdown
  awk -F' *[|] *' -v named=" ${*:2} " '
    function row(quote,  i) {
      printf "| %s | %s |", $2, $5
      for (i = 7; i < NF; ++i) printf " %s%s%s |", quote, $i, quote
      print ""
    }
    function verdict(i) { return substr($i, length($i)) }
    NR == 1 {row("`"); next}
    NR == 2 {row(""); next}
    {
      differs = index(named, " " $2 " ") > 0
      for (i = 8; i < NF; ++i) if (verdict(i) != verdict(7)) differs = 1
      if (differs) row("")
    }' "$kept"
}

say_read() {
  kept "$1.verdicts" verify "$campaigns/$1.db" --needs --format markdown
  sed -n 's/^  \([^,]*\), \(.*\): \([0-9]* reproduced, .*\)$/- `\1`: \2. \3./p' "$kept.talk"
}

say_needs() {
  kept "$1.verdicts" verify "$campaigns/$1.db" --needs --format markdown
  sed -n 's/^claim \([^:]*\): \(.*\)$/- `\1`: \2./p' "$kept.talk"
  grep -q '^claim ' "$kept.talk" || printf 'No claim lacks data.\n'
}

say_value() {
  kept "$1.verdicts" verify "$campaigns/$1.db" --needs --format markdown
  cell "$kept" "$2" 6 | sed 's/^$/(no value)/'
}

# A table, or a single value.
say_sql() {
  local form=$1 study=$2
  shift 2
  if [[ $form == table ]]; then
    "$palio" query "$campaigns/$study.db" "$*" --format markdown
  else
    "$palio" query "$campaigns/$study.db" "$*" --format csv | sed -n '2{s/^"\(.*\)"$/\1/;p}'
  fi
}

say_pages() {
  cat "$@" | count_verdicts '%.0s%s | %s | %s'
}

# The sum of the durations that say_run prints.
say_time() {
  grep -Eoh '([0-9]+ min )?[0-9.]+ s with [0-9]+ at a time' "$@" | awk '
    {seconds += $2 == "min" ? 60 * $1 + $3 : $1}
    END {printf "%d min", seconds / 60 + 0.5}'
}

# fill FORM WORDS...: the text for a place.
fill() {
  local form=$1 word=$2
  shift 2
  case $word in
    run) say_run "$@" ;;
    verdicts) say_verdicts "$1" ;;
    needs) say_needs "$1" ;;
    counts) say_counts "$@" ;;
    readings) say_readings "$@" ;;
    read) say_read "$1" ;;
    value) say_value "$@" ;;
    sql) say_sql "$form" "$@" ;;
    page) say_pages "$docs/reproduction-$1.md" ;;
    pages) say_pages "$docs"/reproduction-*.md ;;
    time) say_time "$docs"/reproduction-*.md ;;
    verdict-count) cat "$docs"/reproduction-*.md | count_verdicts '%s%.0s%.0s%.0s' ;;
    *) die "$page: unknown place \"$word\"" ;;
  esac
}

main() {
  local text words form filled lines
  text=$(<"$page")
  while [[ $text == *'<!-- fill '* ]]; do
    printf '%s<!-- fill ' "${text%%'<!-- fill '*}"
    text=${text#*'<!-- fill '}
    read -ra words <<<"${text%%' -->'*}"
    text=${text#*' -->'}
    lines='' form=value
    [[ $text == $'\n'* ]] && lines=$'\n' form=table
    filled=$(fill "$form" "${words[@]}")
    printf '%s -->%s%s%s<!-- end -->' "${words[*]}" "$lines" "$filled" "$lines"
    text=${text#*'<!-- end -->'}
  done
  printf '%s\n' "$text"
}
main
