#!/usr/bin/env bash
# portable.sh BUILD FOLDER: installs a build in FOLDER with every library that it needs but glibc's, and their licences. The
# folder may lie anywhere. It runs where glibc is as new as here.
set -euo pipefail
export LC_ALL=C
readonly build=$1 folder=$2
source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
readonly source

cmake --install "$build" --prefix "$folder" --strip >/dev/null
rm -r "$folder/share/lintian" "$folder/share/doc/palio/changelog.gz"
cp "$source/Containerfile" "$folder"
mkdir -p "$folder/lib/palio" "$folder/share/doc/palio/licences"
programs=("$folder/bin/palio" "$folder"/libexec/palio/*)

# owner FILE: the package of a file, which may have been installed before /lib became a link to /usr/lib.
owner() { { dpkg -S "$1" || dpkg -S "${1#/usr}"; } 2>/dev/null | sed 's/:.*//;1q'; }

# The reference implementations of BLAS and LAPACK: their bits do not depend on the processor.
reference=$(dirname "$(find /usr/lib -path '*/blas/libblas.so.3')"):$(dirname "$(find /usr/lib -path '*/lapack/liblapack.so.3')")
packages=()
while read -r name path; do
  package=$(owner "$(realpath "$path")")
  [[ $package ]] || { echo "no package has $path, so its licence is not known" >&2 && exit 1; }
  [[ $package != libc6 ]] || continue
  install -m 644 "$(realpath "$path")" "$folder/lib/palio/$name"
  packages+=("$package")
done < <(LD_LIBRARY_PATH=$reference ldd "${programs[@]}" | sed -n 's/^\t\(lib[^ ]*\) => \([^ ]*\) .*/\1 \2/p' | sort -u)

# A run path of the old kind also holds for the libraries of libraries.
patchelf --force-rpath --set-rpath "\$ORIGIN/../lib/palio" "${programs[0]}"
patchelf --force-rpath --set-rpath "\$ORIGIN/../../lib/palio" "${programs[@]:1}"

# Besides what is carried along: what is compiled in.
mapfile -t -O "${#packages[@]}" packages < <(sed -n 's/^run  *\([^ ]*-dev\).*/\1/p' "$source/packages.txt")
licences=$folder/share/doc/palio/licences
{
  printf 'The packages of Debian whose code is in this folder: lib/palio holds their files unchanged, or Palio is built\n'
  printf 'with them. A file of the same name has the licence. Debian has the source of each package and version\n'
  printf '(https://snapshot.debian.org).\n\n'
  for package in $(printf '%s\n' "${packages[@]}" | sort -u); do
    cp -L "/usr/share/doc/$package/copyright" "$licences/$package"
    # shellcheck disable=SC2016 # the format is dpkg-query's
    dpkg-query -W -f '${Package} ${Version}, source ${source:Package} ${source:Version}\n' "$package" | sed 1q
  done
} >"$licences/README"
grep -oh '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$licences"/* | sort -u | xargs cp -Lt "$licences"
