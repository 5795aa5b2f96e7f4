#pragma once

#include "storage/merge/attached_part.h"
#include "storage/merge/merged_part.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Takes what an attached part holds into the campaign of its connection, inside the caller's transaction, which is to
/// be rolled back where nothing changed or this throws: PartError, MergeStopped, and SQLite's exceptions for what is
/// wrong with the campaign itself. What is copied is as its checksums say.
MergedPart merge_part(SQLite::Database& database, const AttachedPart& attached, const PartToMerge& part,
                      const MergeWatch& watch);

}  // namespace palio
