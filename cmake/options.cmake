option(PALIO_TESTS "Build the tests and the benchmarks" ON)
option(PALIO_WERROR "Treat warnings as errors" OFF)
set(PALIO_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")

add_library(palio_options INTERFACE)
target_include_directories(palio_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
# No contraction into fused multiply-add: the same bits on every x86-64 and ARM machine.
target_compile_options(palio_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                               -Wno-sign-conversion -ffp-contract=off)
if(PALIO_WERROR)
  target_compile_options(palio_options INTERFACE -Werror)
endif()
if(PALIO_SANITIZE)
  target_compile_options(palio_options INTERFACE -fsanitize=${PALIO_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(palio_options INTERFACE -fsanitize=${PALIO_SANITIZE})
endif()

# palio_add_library(<folder> <file>...): the library palio_<folder>, compiled with the project's options.
function(palio_add_library name)
  add_library(palio_${name} STATIC ${ARGN})
  target_link_libraries(palio_${name} PUBLIC palio_options)
endfunction()
