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

/// A part of a campaign, as it was looked at before the merge.
struct PartToMerge {
  std::filesystem::path file;
  std::string study_text;
  std::string engine;  // of the merged campaign
};

/// A scenario that completed in the whole and in a part, with other values.
struct Contradiction {
  std::string scenario;                     // its name in the view results
  std::string strategy;                     // label
  std::string what;                         // the first value that differs: "makespan"
  SqlValue whole, part;                     // that value
  std::string whole_session, part_session;  // who stored it
};

/// What a part held, and what became of it.
struct MergedPart {
  std::int64_t results = 0;
  std::int64_t added = 0;                    // that were not stored
  std::int64_t improved = 0;                 // took the place of a stored failure, or say more than the stored result
  std::int64_t contradictions = 0;           // stay out
  bool changed = false;                      // whether it brought anything, be it the end of a session
  std::vector<Contradiction> examples = {};  // the first contradictions

  /// That were stored already: with the same bits, or as well.
  std::int64_t equal() const { return results - added - improved - contradictions; }

  static constexpr std::size_t k_examples = 10;
};

/// Is told how many more results were read; false: stop, and nothing of this part is stored.
using MergeWatch = std::function<bool(std::int64_t results)>;

/// What keeps a part from being merged: nothing of it is stored, others can go on.
class PartError : public UserError {
public:
  using UserError::UserError;
};

/// A merge was told to stop.
class MergeStopped : public UserError {
public:
  using UserError::UserError;
};

/// Takes what an attached part holds into the campaign of its connection, inside the caller's transaction, which is to
/// be rolled back where nothing changed or this throws: PartError, MergeStopped, and SQLite's exceptions for what is
/// wrong with the campaign itself. What is copied is as its checksums say.
MergedPart merge_part(SQLite::Database& database, const AttachedPart& attached, const PartToMerge& part,
                      const MergeWatch& watch);

}  // namespace palio
