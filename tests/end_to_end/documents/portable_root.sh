#!/usr/bin/env bash
# portable_root.sh SYSTEM PORTABLE WHEEL FOLDER: uses the folder and the wheel of ./dev package on a system that is made in
# FOLDER: "bare", which has glibc and a shell, or a release of Debian as debootstrap makes it. Exit status 77: this machine
# cannot do that.
set -euo pipefail
export LC_ALL=C

readonly system=$1 portable=$2 wheel=$3 folder=$4 root=$4/root

skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}

# shellcheck disable=SC2086 # an option or nothing
inside() { unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" ${network:-} chroot "$root" "$@"; }
offline() { network=--net inside "$@"; }
images() { buildah --storage-driver vfs --root "$folder/images/all" --runroot "$folder/images/run" "$@"; }

make_bare() {
  mkdir -p "$root"/{bin,dev,home,proc,tmp,opt}
  local file
  # glibc's, wherever they are: the dynamic linker's path is fixed.
  while read -r file; do install -D "$(realpath "$file")" "$root$file"; done < <(
    ldd /bin/sh | sed -n 's|^[^/]*\(/[^ ]*\) .*|\1|p'
    for file in libdl libm libpthread libresolv librt; do ldconfig -p | sed -n "s|^\t$file\.so\.[0-9].* => ||p;T;q"; done
  )
  cp "$(realpath /bin/sh)" "$root/bin/sh"
  mknod -m 666 "$root/dev/null" c 1 3
}

make_debian() {
  local mirror
  command -v debootstrap >/dev/null || skip "there is no debootstrap"
  # shellcheck disable=SC2016 # the format is apt-get's
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' | sed -n 's/ bookworm$//p' | head -n 1)
  [[ $mirror ]] || skip "apt knows no archive of Debian"
  debootstrap --variant=minbase "$system" "$root" "$mirror" >"$folder/debootstrap.log" 2>&1 || {
    tail -n 5 "$folder/debootstrap.log"
    skip "debootstrap did not reach the archive"
  }
}

# Installs what a venv needs, which the wheel may expect; the rest is offline again.
use_wheel() {
  inside /bin/sh -c 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
    python3-venv' >"$folder/install.log" 2>&1 || {
    cat "$folder/install.log"
    skip "apt-get did not reach the archive"
  }
  cp "$wheel" "$root/home"
  cat >"$root/home/wheel.sh" <<'WHEEL'
set -e
cd /home
python3 -m venv env
PATH=$PWD/env/bin:$PATH
pip install -q --no-index --disable-pip-version-check ./*.whl
palio --version | sed 's/^palio.*/the command of &/;1q'
cat >race.py <<'RACE'
import palio


def first(instance):
    return {task: 0 for task in instance.order}


campaign = palio.race(first, sample=2, against=["HCPA"], quiet=True)
print(len(campaign.query("SELECT strategy, median(makespan) FROM results GROUP BY strategy")), "medians of a race")
RACE
python race.py
sed -n '/^```console$/,/^```$/s/^\$ //p' /opt/palio/share/doc/palio/docs/tutorial.md | sed 's/# exit status .*/|| true/' >tutorial.sh
mkdir tutorial
cd tutorial
sh -e ../tutorial.sh >/dev/null 2>&1
echo "the tutorial of the wheel"
cd ..
PATH=/opt/palio/bin:${PATH#*:}
rm -r tutorial
mkdir tutorial
cd tutorial
sh -e ../tutorial.sh >/dev/null 2>&1
echo "the tutorial of the archive"
WHEEL
  offline /bin/sh /home/wheel.sh
}

use_folder() {
  cp -a "$portable" "$root/opt/palio" # it was made under another name
  cat >"$root/home/use.sh" <<'USE'
set -e
cd /home
palio() { /opt/palio/bin/palio "$@"; }
for engine in simgrid fluid; do palio run mixed-parallel --sample 3 --engine $engine --db $engine.db --quiet; done
palio digest simgrid.db fluid.db
palio run bag-of-tasks --sample 1 --db bags.db --quiet # strategies that solve linear programs
palio query bags.db "SELECT count(*) FROM results WHERE outcome != 'completed'" --format csv
palio report fluid.db -o report.html
palio report fluid.db --figure profile -o profile.svg || echo "as it should be, without node"
palio pack fluid.db -o artifact.tar.zst >/dev/null 2>&1
palio pack --check artifact.tar.zst --quiet >/dev/null && echo "the artifact is as said"
USE
  offline /bin/sh /home/use.sh
}

# The image starts from this system.
use_container() {
  images from --name base scratch
  images add base "$root" /
  images commit --rm base base
  images build --isolation chroot --build-arg BASE=localhost/base --tag palio "$portable"
  images from --name used localhost/palio
  images run --isolation chroot used -- palio run mixed-parallel --sample 2 -q --db /tmp/image.db
  images run --isolation chroot used -- palio digest /tmp/image.db
}

((EUID == 0)) || skip "only root can make a system"
unshare --mount true 2>/dev/null || skip "mounts are not allowed here"
if [[ $system == bare ]]; then make_bare; else make_debian; fi
use_folder
if [[ $system != bare ]]; then use_wheel; fi
if command -v buildah >/dev/null; then
  use_container >"$folder/images.log" 2>&1 || { cat "$folder/images.log" && exit 1; }
  tail -n 1 "$folder/images.log"
  echo "used in a container"
fi
