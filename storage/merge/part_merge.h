#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/error.h"
#include "storage/sql/sql_value.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

class AttachedPart;

/// What becomes of results that the whole has already. refused: they keep the part out, which is a batch that this
/// process has just put together, with all checksums checked.
enum class KnownResults { settled, refused };

/// A part of a campaign, as inspected before the merge.
struct PartToMerge {
  std::filesystem::path file;
  std::string study_text;
  std::string engine;  // of the merged campaign
  KnownResults known = KnownResults::settled;
};

/// A scenario that completed in the whole and in a part with different values.
struct Contradiction {
  std::string scenario;                     // its name in the view results
  std::string strategy;                     // label
  std::string what;                         // the first value that differs: "makespan"
  SqlValue whole, part;                     // that value
  std::string whole_session, part_session;  // that stored it
};

/// The results of a part, and what became of them.
struct MergedPart {
  std::int64_t results = 0;
  std::int64_t added = 0;                    // that were not stored
  std::int64_t improved = 0;                 // replaced a stored failure, or have more metrics than the stored result
  std::int64_t contradictions = 0;           // not merged
  bool changed = false;                      // whether it added anything, even only the end of a session
  std::vector<Contradiction> examples = {};  // the first contradictions

  /// Results that were stored already, with the same bits or equally good.
  std::int64_t equal() const { return results - added - improved - contradictions; }

  static constexpr std::size_t k_examples = 10;
};

/// Called with how many more results were read; false: stop, and nothing of this part is stored.
using MergeWatch = std::function<bool(std::int64_t results)>;

/// The reason that a part cannot be merged: nothing of it is stored, others can still be merged.
class PartError : public UserError {
public:
  using UserError::UserError;
};

/// A merge was asked to stop.
class MergeStopped : public UserError {
public:
  using UserError::UserError;
};

/// Merges an attached part into the campaign of its connection, inside the caller's transaction, which must be rolled
/// back if nothing changed or this throws: PartError, MergeStopped, or SQLite's exceptions for what is wrong with the
/// campaign itself. Everything copied matches its checksum.
MergedPart merge_part(SQLite::Database& database, const AttachedPart& attached, const PartToMerge& part,
                      const MergeWatch& watch);

}  // namespace palio
