#pragma once

#include <cstddef>

namespace palio {

/// What a file of another format may have, so that any is read or refused within a second and 500 MB: a file that was
/// written to take more has many more of them than its 48 MiB of a real workflow.
inline constexpr std::size_t k_most_workflow_tasks = 200'000;
inline constexpr std::size_t k_most_workflow_references = 500'000;  // dependencies, files read, files written: each

}  // namespace palio
