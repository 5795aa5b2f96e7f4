#pragma once

namespace palio {

// Exit status of every command.
inline constexpr int k_success = 0;
inline constexpr int k_user_error = 1;
inline constexpr int k_some_failed = 2;
inline constexpr int k_some_deviate = 2;  // palio verify --strict
inline constexpr int k_internal_error = 3;
inline constexpr int k_reader_left = 141;  // as if SIGPIPE had ended it
inline constexpr int k_interrupted = 130;

}  // namespace palio
