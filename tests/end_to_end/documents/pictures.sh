#!/usr/bin/env bash
# pictures.sh PALIO FOLDER: photographs the report and the page of the tutorial's campaign with chromium: FOLDER/report.webp
# and FOLDER/explore.webp.
set -euo pipefail
palio=$(realpath "$1") out=$(realpath "$2") folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -r "$folder"' EXIT
cd "$folder"

# photograph NAME SIZE ADDRESS: as WebP, which is half as large as PNG.
photograph() {
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/browser" \
    --virtual-time-budget=8000 --window-size="$2" --screenshot="$out/$1.webp" "$3" >/dev/null 2>&1
}

"$palio" new strategy MY-IDEA --lang python >/dev/null 2>&1
cd MY-IDEA
"$palio" run study.toml --quiet
"$palio" report my_idea.db -o report.html
photograph report 960,880 "file://$PWD/report.html"
"$palio" explore my_idea.db >address 2>/dev/null &
until [[ -s address ]]; do sleep 0.1; done
photograph explore 1300,900 "$(head -n 1 address)"
