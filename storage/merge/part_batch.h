#pragma once

#include <memory>

#include "storage/file/campaign_file.h"
#include "storage/merge/part_file.h"
#include "storage/merge/part_merge.h"

namespace palio {

/// Before SQLite's first use in a process that merges. SQLite would count its memory, for which threads wait for each
/// other (then queries have no limit of memory), and the C library would give back the memory of a part before the next
/// one needs it.
void prepare_memory();

/// Small parts put together in a temporary campaign, which is then merged as one part: a thousand transactions that
/// each change a few rows on most pages of the whole become a few that change each page once. One thread at a time.
class PartBatch {
public:
  PartBatch();
  ~PartBatch();

  /// Adds a part. Throws like merge_part(), also if it shares a result with another one; then the batch is lost.
  MergedPart add(const PartToMerge& part, const MergeWatch& watch);

  /// The parts as one, which holds none of the whole's results; nothing can be added any more.
  PartToMerge together();

private:
  ScratchSpace folder_{"part"};
  CampaignFile file_{folder_.path() / "part.db", CampaignFile::Access::write};  // outlives the connection
  std::unique_ptr<SQLite::Database> database_;
  PartToMerge first_;
};

}  // namespace palio
