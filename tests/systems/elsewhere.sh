#!/usr/bin/env bash
# elsewhere.sh RELEASE: both commands of README.md on an untouched Debian of that release, in a folder made by
# debootstrap; the results there against those of the build here; the package installed, used and removed. Prints a row
# of docs/systems.md. As root; PALIO_ELSEWHERE names the folder (build/elsewhere).
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
[[ -v elsewhere_mounts ]] || elsewhere_mounts=own exec unshare --mount "${BASH_SOURCE[0]}" "$@" # they end with it
release=$1
root=${PALIO_ELSEWHERE:-$here/build/elsewhere}/$release
log=$root.log
palio=$here/build/release/bin/palio

say() { printf 'elsewhere: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# there COMMAND: in a shell that knows nothing of this machine but how npm's registry is reached.
readonly there_certificates=/root/certificates.pem
out_of_there() {
  local variables=(HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin)
  [[ ! -e $root$there_certificates ]] || variables+=("npm_config_cafile=$there_certificates")
  chroot "$root" env -i "${variables[@]}" bash -c "$1"
}
there() { out_of_there "cd /srv/palio && $1" >>"$log" 2>&1 </dev/null || die "on $release failed: $1 (see $log)"; }

# timed COMMAND: how long it takes there, as minutes and seconds.
timed() {
  local start=$SECONDS
  there "$1"
  printf '%d:%02d' $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
}

make_root() {
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  say "making $root"
  debootstrap --variant=minbase "$release" "$root" "${PALIO_MIRROR:-http://deb.debian.org/debian}" >"$log" 2>&1 ||
    die "debootstrap failed (see $log)"
  ! has_image || keep_as_base
  mount -t proc proc "$root/proc"
  for folder in sys dev; do mount --rbind "/$folder" "$root/$folder"; done
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  take_over_npm
  mkdir -p "$root/srv/palio"
  git -C "$here" archive HEAD | tar -x -C "$root/srv/palio"
}

# How this machine reaches npm's registry.
take_over_npm() {
  local certificates
  [[ ! -e ~/.npmrc ]] || cp ~/.npmrc "$root/root/"
  certificates=$(npm config get cafile || true)
  [[ ! -e $certificates ]] || cp "$certificates" "$root$there_certificates"
}

# What is run on both: study, options. The same bits, whatever the compiler and the libraries; of task graphs and shared
# files also with any version of SimGrid, whose dates of bags differ in the last bits.
readonly compared=("mixed-parallel --sample 300 --engine fluid" "mixed-parallel --sample 40 --engine simgrid"
  "mixed-parallel-network --sample 20 --engine simgrid" "ptg-constrained --sample 30 --engine fluid"
  "ptg-batch --sample 20 --engine simgrid" "bag-of-tasks --sample 20 --engine fluid"
  "shared-files-table1 --engine fluid" "classic-random --sample 100 --engine simgrid")

digest_of() { printf '%s' "${1%% *}"; }

compare_digests() {
  local options ours theirs
  for options in "${compared[@]}"; do
    rm -f "$root/tmp/there.db" "$root/tmp/here.db"
    # shellcheck disable=SC2086 # options are words
    "$palio" run $options -q --db "$root/tmp/here.db"
    there "build/release/bin/palio run $options -q --db /tmp/there.db"
    ours=$(digest_of "$("$palio" digest "$root/tmp/here.db")")
    theirs=$(digest_of "$("$palio" digest "$root/tmp/there.db")")
    say "$options: $ours here, $theirs there"
    [[ $ours == "$theirs" ]] || die "the digests of $options differ"
  done
}

# share_a_campaign ENGINE: one campaign by both: begun here and resumed there; and as two parts, one of each, merged.
share_a_campaign() {
  local study="mixed-parallel --engine $1 --audit 0" whole
  rm -f "$root"/tmp/*.db
  # shellcheck disable=SC2086 # options are words
  {
    "$palio" run $study -q --sample 40 --db "$root/tmp/whole.db"
    "$palio" run $study -q --sample 20 --db "$root/tmp/resumed.db"
    "$palio" run $study -q --sample 40 --shard 1/2 --db "$root/tmp/one.db"
  }
  there "build/release/bin/palio run $study -q --sample 40 --db /tmp/resumed.db"
  there "build/release/bin/palio run $study -q --sample 40 --shard 2/2 --db /tmp/two.db"
  "$palio" merge -q "$root/tmp/merged.db" "$root/tmp/one.db" "$root/tmp/two.db" >>"$log"
  whole=$(digest_of "$("$palio" digest "$root/tmp/whole.db")")
  for database in resumed merged; do
    [[ $(digest_of "$("$palio" digest "$root/tmp/$database.db")") == "$whole" ]] ||
      die "the campaign that was $database on both is another one"
  done
  say "$1: begun here and resumed there, and merged of parts of both: $whole"
}

use_package() {
  there "./dev package"
  there "apt-get install -y --no-install-recommends ./build/release/package/palio_*.deb"
  there "cd /tmp && palio run mixed-parallel --sample 5 -q --db /tmp/installed.db && palio check /tmp/installed.db"
  there "apt-get remove -y palio && ! command -v palio && ! test -e /usr/libexec/palio && ! test -e /usr/share/palio"
}

# The image of Containerfile is built on the untouched root, where buildah is there.
has_image() { command -v buildah >/dev/null; }
images() { buildah --storage-driver vfs --root "$root.images/all" --runroot "$root.images/run" "$@" >>"$log" 2>&1; }

keep_as_base() {
  local base=base
  rm -rf --one-file-system "$root.images"
  images from --name $base scratch
  images add $base "$root" /
  images commit --rm $base base
}

use_image() {
  say "the container's image"
  images build --isolation chroot --build-arg BASE=localhost/base --tag palio \
    "$root"/srv/palio/build/release/package/palio-*-linux-"$(uname -m)" || die "the image is not built (see $log)"
  images from --name used localhost/palio
  images run --isolation chroot used -- palio run mixed-parallel --sample 5 -q --db /tmp/image.db ||
    die "the image does not run a campaign (see $log)"
  rm -rf --one-file-system "$root.images"
}

versions() {
  # shellcheck disable=SC2016 # expanded there
  out_of_there 'version() { dpkg-query -W -f "\${Version}" "$1" | sed "s/^[0-9]*://; s/[-+~].*//"; }
    echo "Debian $(cat /etc/debian_version) | $(g++ -dumpfullversion) | $(version libsimgrid-dev) | $(version libtbb-dev) | $(version libfmt-dev)"'
}

[[ -x $palio ]] || die "build first: ./dev build"
((EUID == 0)) || die "debootstrap needs root"
git -C "$here" diff --quiet HEAD || say "what is not committed is left out"
make_root
say "./dev run"
run=$(timed "./dev run")
say "./dev run took $run; ./dev test"
tests=$(timed "./dev test")
say "./dev test took $tests"
passed=$(sed -n 's/^[0-9]*% tests passed, [0-9]* tests failed out of \([0-9]*\)$/\1/p' "$log")
skipped=$(sed -n '/The following tests did not run/,$p' "$log" | grep -c 'Skipped' || true)
compare_digests
share_a_campaign fluid
share_a_campaign simgrid
use_package
! has_image || use_image
echo "| $(versions) | $(date +%F) | $run | $tests | $((passed - skipped)) passed, $skipped skipped | equal |"
