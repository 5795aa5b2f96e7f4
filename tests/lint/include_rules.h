#pragma once

#include "tests/lint/source_tree.h"

namespace palio::lint {

/// Includes between our folders follow the table of layers.
Problems check_layers(const SourceTree& tree);

/// Every third-party header is in the table of libraries and is included by its one folder (and the tests of it).
Problems check_third_party(const SourceTree& tree);

/// No header reaches itself through its includes.
Problems check_cycles(const SourceTree& tree);

/// Folders depend one way: no folder reaches itself through what its files include.
Problems check_folders(const SourceTree& tree);

/// The first line of code of every header is #pragma once.
Problems check_pragma_once(const SourceTree& tree);

/// Every .cpp is named by the CMakeLists.txt of its folder or of a folder above; every header is included somewhere.
Problems check_targets(const SourceTree& tree);

}  // namespace palio::lint
