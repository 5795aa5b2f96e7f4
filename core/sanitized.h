#pragma once

namespace palio {

/// Whether this program is built with AddressSanitizer or ThreadSanitizer: their memory counts against every limit, and
/// they end the program if an allocation is refused.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool k_sanitized = true;
#else
inline constexpr bool k_sanitized = false;
#endif

/// ThreadSanitizer starts a thread, which counts against the limit of processes.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool k_thread_sanitized = true;
#else
inline constexpr bool k_thread_sanitized = false;
#endif

}  // namespace palio
