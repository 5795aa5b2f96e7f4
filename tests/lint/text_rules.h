#pragma once

#include "tests/lint/source_tree.h"

namespace palio::lint {

/// Marks of unfinished work and paths of one machine, in any text file.
Problems check_words(const SourceTree& tree);

/// Statements that campaign/ puts together itself: only what a user typed is asked for as it is.
Problems check_statements(const SourceTree& tree);

/// Ways to write a file that a link can lead elsewhere: the product has one that cannot be, core/text/new_file.h.
Problems check_writing(const SourceTree& tree);

/// Ways to print that let through what a terminal obeys: the product has those of core/text/talk.h.
Problems check_printing(const SourceTree& tree);

/// JSON that is parsed with the library's callback, which looks at all siblings at each brace.
Problems check_json_parsing(const SourceTree& tree);

}  // namespace palio::lint
