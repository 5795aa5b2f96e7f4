#pragma once

#include <string>
#include <vector>

namespace palio::test {

/// A command that a document prints behind "$ ".
struct Example {
  int line = 0;
  std::string command;
  std::string output;  // printed below it; empty: nothing is said. "..." stands for any part of a line
  int status = 0;      // a comment of the command says "exit status 2" where it is another
};

/// A document's examples are its ```console blocks. A block behind the line "<!-- not run: why -->", and all behind
/// "<!-- none run: why -->", are no examples.
struct Document {
  std::vector<Example> examples;
  int not_run = 0;  // marks
};
Document read_document(const std::string& path);

/// How one of them ended.
struct Ended {
  int status = -1;  // -1: the shell did not come so far
  std::string out, err;
};

/// Runs the commands in order in one shell, in `folder`, with `palio` on its PATH and the project in $PALIO.
std::vector<Ended> run_examples(const std::vector<Example>& examples, const std::string& folder);

/// Whether an output is what a document prints.
bool is_printed(const std::string& output, const std::string& printed);

}  // namespace palio::test
