# Debian packages only; packages.txt lists them. Each is linked by the one folder that includes it.
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(TBB REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(simgrid REQUIRED IMPORTED_TARGET simgrid)
pkg_check_modules(clp REQUIRED IMPORTED_TARGET clp)
pkg_check_modules(expat REQUIRED IMPORTED_TARGET expat)
find_package(simdjson REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
# What palio --version prints of them, one per line.
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
xxHash ${xxhash_VERSION}")

if(PALIO_TESTS)
  find_package(GTest REQUIRED)
  find_package(benchmark REQUIRED)
endif()
