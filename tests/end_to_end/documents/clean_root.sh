#!/usr/bin/env bash
# clean_root.sh PACKAGE FOLDER: installs a Debian package of Palio on a system that debootstrap makes in FOLDER, uses it
# as a new user would, checks an artifact there (with PALIO_NIGHTLY=1 also in the artifact's container), removes the package,
# and looks for what it left behind. Exit status 77: this machine cannot do that.
set -euo pipefail
export LC_ALL=C

readonly package=$1 folder=$2 root=$2/root

skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}

inside() { unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" chroot "$root" "$@"; }

# The archive that this machine has its own packages from.
archive() { apt-get indextargets --format '$(REPO_URI) $(CODENAME)' | sed -n 's/ bookworm$//p' | head -n 1; }

# The images are in the folder. There is no need to pull any.
images() { buildah --storage-driver vfs --root "$folder/images/all" --runroot "$folder/images/run" "$@"; }

has_container() { [[ ${PALIO_NIGHTLY:-} ]] && command -v buildah >/dev/null; }

keep_as_base() {
  images from --name base scratch
  images add base "$root" /
  images commit --rm base base
}

# The packages of the artifact's Containerfile are those of this root, which come from the archive of the base.
check_in_container() {
  images build --isolation chroot --network host --build-arg BASE=localhost/base --build-arg ARCHIVE= --tag artifact \
    "$root/artifact"
  images from --name used localhost/artifact
  images run --isolation chroot used -- palio pack --check . --quiet
}

((EUID == 0)) || skip "only root can make a system"
for tool in debootstrap unshare apt-get; do command -v "$tool" >/dev/null || skip "there is no $tool"; done
unshare --mount true 2>/dev/null || skip "mounts are not allowed here"
mirror=$(archive)
[[ $mirror ]] || skip "apt knows no archive of Debian 12"

if ! debootstrap --variant=minbase bookworm "$root" "$mirror" >"$folder/debootstrap.log" 2>&1; then
  tail -n 5 "$folder/debootstrap.log"
  skip "debootstrap did not reach the archive"
fi
if has_container; then keep_as_base >"$folder/images.log" 2>&1; fi
cp "$package" "$root/palio.deb"
mkdir "$root/home/user"
cat >"$root/install.sh" <<'INSTALL'
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
echo 'Acquire::Retries "5";' >/etc/apt/apt.conf.d/retries
apt-get -qq update
apt-get -qq install -y --no-install-recommends /palio.deb python3 >/dev/null
cd /home/user
palio new strategy MINE
INSTALL

cat >"$root/use.sh" <<'USE'
set -euo pipefail
cd /home/user
palio --version
palio list studies | sed -n 1,3p
for engine in simgrid fluid; do palio run mixed-parallel --sample 3 --engine "$engine" --db "$engine.db" --quiet; done
palio digest simgrid.db fluid.db
palio query fluid.db "SELECT count(*) AS completed FROM results WHERE outcome = 'completed'" --format csv
palio run bag-of-tasks --sample 1 --db bags.db --quiet # strategies that solve linear programs
palio query bags.db "SELECT count(*) FROM results WHERE outcome != 'completed'" --format csv
palio report fluid.db -o report.html
export PYTHONDONTWRITEBYTECODE=1
python3 -c 'import palio; print(len(palio.open("fluid.db").query("@summary")), "strategies in Python")'
python3 -c 'import sqlite3; c = sqlite3.connect("fluid.db"); c.enable_load_extension(True); c.load_extension("palio_sqlite")'
zcat /usr/share/man/man1/palio-run.1.gz | sed -n 1p
bash -c 'source /usr/share/bash-completion/completions/palio && complete -p palio'
printf 'title = "A sample"\npackage = "/palio.deb"\n' >pack.toml
palio pack fluid.db --pack pack.toml -o artifact.tar.zst >/dev/null
palio pack --check artifact.tar.zst --quiet >/dev/null && echo "the artifact is as said"
palio unpack artifact.tar.zst /artifact

(cd MINE && ./test.sh && palio run study.toml --sample 5 --quiet && echo raced)
sed -n '/^```console$/,/^```$/s/^\$ //p' /usr/share/doc/palio/docs/tutorial.md |
  sed 's/# exit status .*/|| true/' >/tmp/tutorial.sh
mkdir tutorial
(cd tutorial && SECONDS=0 && bash -e /tmp/tutorial.sh && echo "the tutorial took $SECONDS s")
rm -r /home/user/*
USE

cat >"$root/remove.sh" <<'REMOVE'
set -euo pipefail
# Folders of other names than Palio's are not its own.
files() { find / -xdev \( -path /proc -o -path /sys -o -path /var/lib/dpkg -o -path /var/log -o -path /var/cache \
  -o -path /tmp \) -prune -o \( ! -type d -o -name '*palio*' \) -print | LC_ALL=C sort; }

files >/tmp/installed
dpkg -L palio | LC_ALL=C sort >/tmp/owned
apt-get -qq purge -y palio >/dev/null
files >/tmp/left
# What was there and is not owned by the package is what must be left.
comm -13 <(comm -23 /tmp/installed /tmp/owned) /tmp/left | sed 's/^/left behind: /'
comm -23 <(comm -23 /tmp/installed /tmp/owned) /tmp/left | sed 's/^/lost: /'
echo removed
REMOVE

if ! inside bash /install.sh >"$folder/install.log" 2>&1; then
  cat "$folder/install.log"
  grep -q 'Failed to fetch\|Unable to fetch' "$folder/install.log" && skip "apt-get did not reach the archive"
  exit 1
fi
# The library of a strategy is built here, with the headers that were installed there: it saves installing a compiler.
cmake -S "$root/home/user/MINE" -B "$folder/mine" -DCMAKE_PREFIX_PATH="$root/usr" >/dev/null
cmake --build "$folder/mine" >/dev/null
inside bash /use.sh
if has_container; then
  check_in_container >"$folder/images.log" 2>&1 || { cat "$folder/images.log" && exit 1; }
  echo "the artifact is as said in its container"
else
  echo "not checked in a container"
fi
inside bash /remove.sh
