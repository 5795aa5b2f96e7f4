#!/bin/sh
# @NAME@ on a platform and a graph that are small enough to work out by hand: ./test.sh [PALIO]
#
# Two processors of 1 flop/s, and data that takes no time. Task A has 4 flop that can be split: 2 s on both processors,
# from 0 to 2. Task B has 3 flop that cannot: a second processor would not help, so it runs on processor 0 from 2 to 5.
# Task C, 2 flop that cannot be split, has processor 1 to itself from 2 to 4.
cd "$(dirname "$0")" || exit 1
found=$("${1:-palio}" simulate @OPTION@ --strategy @NAME@:share=1 --platform platform.json \
  --workload workload.json --format csv) || exit 1
echo "$found" | diff expected.csv - && echo "ok: the schedule equals the one worked out by hand"
