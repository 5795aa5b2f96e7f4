#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/explicit/workload_json.h"

namespace palio {

/// Limits on a file of another format, so that any file is read or refused within a second and 500 MB. Only a file made
/// to exceed them does: a real workflow of 48 MiB has far fewer.
inline constexpr std::size_t k_most_workflow_tasks = 200'000;
inline constexpr std::size_t k_most_workflow_references = 500'000;  // dependencies, files read, files written: each

/// What separates the words of a line.
inline constexpr std::string_view k_blanks = " \t\v\f\r";

/// What a reader mends if it is asked to and refuses otherwise, counted.
class Mending {
public:
  explicit Mending(Gaps gaps) : gaps_(gaps) {}

  /// Whether this is mended; counts it. `what` says what it is and how it is read.
  bool mends(const std::string& what);
  /// What was mended, as "negative sizes, read as 0: 3".
  std::vector<std::string> counts() const;

private:
  Gaps gaps_;
  std::map<std::string, std::size_t> counts_;
};
/// For the end of a message about what is not mended.
inline constexpr std::string_view k_lenient_hint = "the family workflow reads it with lenient=true";

/// The finite decimal number in a text; empty if the text is anything else.
std::optional<double> number_in(std::string_view text);

inline constexpr double k_any_amount = std::numeric_limits<double>::max();
/// The number in the text of an attribute, from 0 to `most`, 1 or any amount; calls `fail`, which throws, for any
/// other.
double amount_in(std::string_view attribute, std::string_view text, double most,
                 const std::function<void(const std::string& problem)>& fail);

/// Whether a text is this word in small letters, upper and lower case being one.
bool same_word(std::string_view text, std::string_view word);

/// Without blanks and line breaks around it.
std::string_view trimmed(std::string_view text);

/// The shortest decimal text that reads back as the same bits.
std::string number_text(double value);

/// Calls `fail`, which throws, for an invalid graph: no task (-1), a cycle, an edge given twice.
void check_graph(const DescribedApplication& application,
                 const std::function<void(int task, const std::string& problem)>& fail);

/// The only application of a workload, for a format that cannot express several applications or a release date. Throws
/// UserError.
const DescribedApplication& only_graph(const DescribedWorkload& workload, std::string_view format);
/// The same for a format with runtimes and files; notes what it leaves out or converts.
const DescribedApplication& only_runtimes(const DescribedWorkload& workload, std::string_view format,
                                          double reference_speed, std::vector<std::string>& notes);

/// Runtime of a task on a processor of this speed.
double seconds_of(const DescribedTask& task, double reference_speed);
double flop_of(const DescribedTask& task, double reference_speed);

/// The size of a file, rounded to whole bytes.
std::string whole_bytes(double bytes);

}  // namespace palio
