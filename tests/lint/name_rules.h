#pragma once

#include "tests/lint/source_tree.h"

namespace palio::lint {

/// Types of one name in two headers of the product. A program that links both has two definitions of one name, of which
/// the linker silently keeps one; no compiler sees it. Tests have namespaces of their own and do not count.
Problems check_type_names(const SourceTree& tree);

}  // namespace palio::lint
