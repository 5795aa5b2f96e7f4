#include "storage/merge/part_batch.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sqlite3.h>

#include "storage/file/connection.h"

namespace palio {

void prepare_memory() {
  constexpr int k_kept = 16 << 20;  // byte
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  mallopt(M_TRIM_THRESHOLD, k_kept);
  mallopt(M_MMAP_THRESHOLD, k_kept);
}

PartBatch::PartBatch() {
  database_ = open_to_write(file_);
  database_->exec("PRAGMA synchronous = OFF");              // who is killed begins another one,
  database_->exec("PRAGMA journal_mode = OFF");             // and who fails, too
  database_->exec("PRAGMA ignore_check_constraints = ON");  // the whole checks
  SQLite::Transaction transaction(*database_);
  make_whole(*database_, file_);
  transaction.commit();
}

PartBatch::~PartBatch() = default;

MergedPart PartBatch::add(const PartToMerge& part, const MergeWatch& watch) {
  const AttachedPart attached(*database_, part.file);
  SQLite::Transaction transaction(*database_);
  if (first_.file.empty()) database_->exec("INSERT INTO main.campaign SELECT * FROM part.campaign");
  MergedPart merged = merge_part(*database_, attached, part, watch);
  if (merged.added < merged.results)
    throw PartError(fmt::format("results of {} are those of another part", part.file.string()));
  transaction.commit();
  if (first_.file.empty()) first_ = part;
  return merged;
}

PartToMerge PartBatch::together() {
  database_.reset();
  return {file_.path(), first_.study_text, first_.engine, KnownResults::refused};
}

}  // namespace palio
