# Headers of the standard library, fmt and GoogleTest that most files include: the compiler reads them only once. Files still
# include what they use, because ./dev lint reads them without precompiled headers (CMAKE_DISABLE_PRECOMPILE_HEADERS builds so).
set(PALIO_PRECOMPILED
  <algorithm>
  <array>
  <atomic>
  <charconv>
  <chrono>
  <cmath>
  <condition_variable>
  <cstdint>
  <deque>
  <exception>
  <filesystem>
  <fstream>
  <functional>
  <limits>
  <map>
  <memory>
  <mutex>
  <numeric>
  <optional>
  <set>
  <span>
  <sstream>
  <string>
  <string_view>
  <thread>
  <tuple>
  <unordered_map>
  <utility>
  <variant>
  <vector>
  <fmt/format.h>
  <fmt/ranges.h>
)

# palio_precompile(<target>): libraries share the precompiled headers of core, tests those of test_support.
function(palio_precompile target)
  if(target MATCHES "^test_" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports the concatenation of a short constant string as an overrun, even in a precompiled <string>.
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
