#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/explicit/described_workload.h"

namespace palio {

/// A workload in some format, and what that format has no words for or had to be converted, for people.
struct WrittenWorkflow {
  std::string text;
  std::vector<std::string> notes;
};

/// One row of the table of formats. Adding one: its file, a row, a test, a fuzzer.
struct WorkflowFormat {
  std::string_view name;  // as --to has it
  std::string_view summary;
  std::vector<std::string_view> extensions;  // of files that are written so unless another format is named
  bool (*recognises)(std::string_view content);
  /// Throws UserError with file and line.
  DescribedWorkload (*read)(std::string_view content, std::string_view place);
  /// Work of the other unit is converted at the reference speed (flop/s). Throws UserError for what cannot be written
  /// at all.
  WrittenWorkflow (*write)(const DescribedWorkload& workload, double reference_speed);
};

inline constexpr std::string_view k_palio_format = "palio";

std::span<const WorkflowFormat> workflow_formats();

/// All extensions: how files of workflows end.
std::vector<std::string_view> workflow_extensions();

/// The format of that name; throws UserError with the nearest valid name.
const WorkflowFormat& workflow_format(std::string_view name);

/// The format that a content is of, never mind the name of its file; throws UserError for none.
const WorkflowFormat& format_of(std::string_view content, std::string_view place);

/// The task graphs in a file of any format. Throws UserError with file and line: what is malformed, of another version,
/// doubled, dangling, negative or cyclic.
DescribedWorkload read_workflow(std::string_view content, std::string_view place);

}  // namespace palio
