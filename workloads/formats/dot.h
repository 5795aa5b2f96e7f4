#pragma once

#include <string_view>

#include "workloads/formats/format.h"

namespace palio {

/// Whether it is DOT: a graph, or a comment ahead of one.
bool is_dot(std::string_view content);

/// DOT as SimGrid and daggen write it: `size` of a node is flop, of an edge byte, `alpha` of a node Amdahl's;
/// semicolons may be left out. "root" and "end" need no size: they do nothing; the size -1 of an edge is no data. Other
/// attributes are ignored; subgraphs, ports and undirected graphs are refused. Throws UserError with file and line. Own
/// code: graphviz' libcgraph 2.42 takes 11 s for 100,000 nodes and 200,000 edges, unites a node that is given twice,
/// returns half a graph where its stack ends, and knows no line for a value that is wrong.
DescribedWorkload read_dot(std::string_view content, std::string_view place);

/// Throws UserError for several applications.
WrittenWorkflow write_dot(const DescribedWorkload& workload, double reference_speed);

}  // namespace palio
