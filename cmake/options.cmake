option(PALIO_TESTS "Build the tests and the benchmarks" ON)
option(PALIO_WERROR "Warnings are errors, as in CI; the default is the environment variable PALIO_WERROR" "$ENV{PALIO_WERROR}")
option(PALIO_FUZZ "Build the libFuzzer programs (clang only) instead of the tests" OFF)
set(PALIO_UNITY 0 CACHE STRING "Source files per batch that the compiler reads at once; 0: each file alone")
set(PALIO_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")

find_program(PALIO_CCACHE ccache)
if(PALIO_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these two ccache does not cache files that use precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${PALIO_CCACHE})
endif()

add_library(palio_options INTERFACE)
target_include_directories(palio_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
# No contraction into fused multiply-add: the same bits on every x86-64 and ARM machine.
target_compile_options(palio_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                               -Wno-sign-conversion -ffp-contract=off)

if(PALIO_UNITY)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE ${PALIO_UNITY})
  # The compiler takes every file of a batch for a header, and warns there of members whose type has no linkage.
  target_compile_options(palio_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()

if(PALIO_WERROR)
  target_compile_options(palio_options INTERFACE -Werror)
endif()

if(PALIO_SANITIZE)
  # With sanitizers g++ 12 warns that its own <regex> and <variant> are uninitialised (GCC bug 105616).
  target_compile_options(palio_options INTERFACE -fsanitize=${PALIO_SANITIZE} -fno-sanitize-recover=all
                                                 -fno-omit-frame-pointer
                                                 $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(PALIO_SANITIZE MATCHES "thread")
    # SimGrid's headers have fences that ThreadSanitizer does not see; the worker that includes them has one thread.
    target_compile_options(palio_options INTERFACE -Wno-tsan)
  endif()
  target_compile_definitions(palio_options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(palio_options INTERFACE -fsanitize=${PALIO_SANITIZE})
endif()

# palio_sources(<variable> [FOLDERS <folder>...] [EXCEPT <path>...]): every .cpp below these folders, or below this one, except
# those below these paths. A new file makes CMake configure again.
function(palio_sources variable)
  cmake_parse_arguments(ARG "" "" "FOLDERS;EXCEPT" ${ARGN})
  set(patterns ${ARG_FOLDERS})
  list(TRANSFORM patterns APPEND "/*.cpp")
  if(NOT patterns)
    set(patterns *.cpp)
  endif()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${patterns})
  foreach(path IN LISTS ARG_EXCEPT)
    list(FILTER files EXCLUDE REGEX "^${path}(/|$)")
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# palio_add_library(<name> [COLD] [FOLDERS <folder>...] [EXCEPT <path>...] [FILES <file>...]): adds the library palio_<name> of
# these sources and files, compiled with the project's options. COLD: its speed does not count, so it is optimised less, which
# takes a quarter less time to compile.
function(palio_add_library name)
  cmake_parse_arguments(ARG "COLD" "" "FOLDERS;EXCEPT;FILES" ${ARGN})
  palio_sources(sources FOLDERS ${ARG_FOLDERS} EXCEPT ${ARG_EXCEPT})
  add_library(palio_${name} STATIC ${sources} ${ARG_FILES})
  target_link_libraries(palio_${name} PUBLIC palio_options)
  if(ARG_COLD)
    target_compile_options(palio_${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
  endif()
  palio_precompile(palio_${name})
endfunction()
