# Only the folder that includes a library links it. The minimum versions are those of Debian 12.
# One message names all libraries that are missing or too old.
set(palio_lacks "")

macro(palio_check name version package)
  if(NOT ${name}_FOUND)
    string(APPEND palio_lacks "\n  ${name} ${version} or newer (Debian package ${package}): not found")
  elseif("${${name}_VERSION}" VERSION_LESS ${version})
    string(APPEND palio_lacks "\n  ${name} ${version} or newer (Debian package ${package}): this is ${${name}_VERSION}")
  endif()
endmacro()

macro(palio_find name version package)
  find_package(${name} QUIET)
  palio_check(${name} ${version} ${package})
endmacro()

macro(palio_find_module name version package)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET ${ARGN})
  palio_check(${name} ${version} ${package})
endmacro()

if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW) # Boost's own package file; CMake's is gone
endif()
find_package(PkgConfig REQUIRED)
palio_find(fmt 9.1 libfmt-dev)
palio_find(Boost 1.74 libboost-dev)
palio_find(TBB 2021.8 libtbb-dev)
palio_find(SQLite3 3.40 libsqlite3-dev)
palio_find(SQLiteCpp 3.2 libsqlitecpp-dev)
palio_find(nlohmann_json 3.11 nlohmann-json3-dev)
palio_find(simdjson 3.0 libsimdjson-dev)
palio_find(CLI11 2.1 libcli11-dev)
palio_find(tomlplusplus 3.3 libtomlplusplus-dev)
palio_find_module(xxhash 0.8 libxxhash-dev libxxhash)
palio_find_module(simgrid 3.32 libsimgrid-dev simgrid)
palio_find_module(clp 1.17 coinor-libclp-dev clp)
palio_find_module(expat 2.5 libexpat1-dev expat)
palio_find_module(yaml 0.2.5 libyaml-dev yaml-0.1)
palio_find_module(libarchive 3.6 libarchive-dev libarchive)
palio_find_module(libcrypto 3.0 libssl-dev libcrypto)
if(palio_lacks)
  message(FATAL_ERROR "Palio lacks libraries:${palio_lacks}")
endif()

# The lines that palio --version prints about them.
set(PALIO_LIBRARIES "SimGrid ${simgrid_VERSION}
COIN-OR CLP ${clp_VERSION}
oneTBB ${TBB_VERSION}
SQLite ${SQLite3_VERSION}
SQLiteCpp ${SQLiteCpp_VERSION}
Boost ${Boost_VERSION_STRING}
fmt ${fmt_VERSION}
nlohmann-json ${nlohmann_json_VERSION}
toml++ ${tomlplusplus_VERSION}
CLI11 ${CLI11_VERSION}
xxHash ${xxhash_VERSION}
libarchive ${libarchive_VERSION}
OpenSSL ${libcrypto_VERSION}")

if(PALIO_TESTS)
  find_package(GTest QUIET)
  find_package(benchmark QUIET)
  if(NOT GTest_FOUND OR NOT benchmark_FOUND)
    message(STATUS "GoogleTest or Google Benchmark was not found: the tests and the benchmarks are left out")
    set(PALIO_TESTS OFF)
  endif()
endif()
