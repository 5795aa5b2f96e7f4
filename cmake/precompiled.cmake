# Headers of the standard library, fmt and GoogleTest that most files include: the compiler reads them once, not for each
# file. Files include what they use all the same: ./dev lint reads them without (CMAKE_DISABLE_PRECOMPILE_HEADERS builds
# so).
set(PALIO_PRECOMPILED
  <algorithm>
  <array>
  <chrono>
  <cmath>
  <cstdint>
  <filesystem>
  <functional>
  <limits>
  <map>
  <memory>
  <numeric>
  <optional>
  <set>
  <span>
  <string>
  <string_view>
  <utility>
  <variant>
  <vector>
  <fmt/format.h>
)

# palio_precompile(<target>): libraries share what is made for core, tests what is made for test_support.
function(palio_precompile target)
  if(target MATCHES "^test_" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 takes the concatenation of a short constant string for an overrun, and a precompiled <string> for our code.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  if(target STREQUAL "palio_core")
    target_precompile_headers(${target} PRIVATE ${PALIO_PRECOMPILED})
  elseif(target STREQUAL "test_support")
    target_precompile_headers(${target} PRIVATE ${PALIO_PRECOMPILED} <gtest/gtest.h> <gmock/gmock.h>)
  elseif(target MATCHES "^test_")
    target_precompile_headers(${target} REUSE_FROM test_support)
  else()
    target_precompile_headers(${target} REUSE_FROM palio_core)
  endif()
endfunction()
