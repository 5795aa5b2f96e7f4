#pragma once

namespace palio {

/// Whether AddressSanitizer or ThreadSanitizer watches this program: their own memory counts against every limit, and
/// they end the program where an allocation is refused.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool k_sanitized = true;
#else
inline constexpr bool k_sanitized = false;
#endif

/// ThreadSanitizer has a thread of its own, which counts against the limit of processes.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool k_thread_sanitized = true;
#else
inline constexpr bool k_thread_sanitized = false;
#endif

}  // namespace palio
