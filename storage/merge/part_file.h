#pragma once

#include <filesystem>
#include <optional>

#include "storage/file/campaign_file.h"

namespace palio {

/// A campaign that is read to be merged, and never written: one of an older schema is read from a migrated copy among
/// the temporary files, which goes with this object. Declare it before what reads it.
class PartFile {
public:
  /// Throws UserError: no such file, not a Palio campaign, empty, cut off, a newer schema.
  explicit PartFile(const std::filesystem::path& file);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// What to read.
  const std::filesystem::path& readable() const { return copy_.empty() ? file_.path() : copy_; }
  /// Whether a run holds it.
  bool running() const { return file_.locked(); }

private:
  CampaignFile file_;
  std::filesystem::path copy_;  // empty: it is read itself
};

}  // namespace palio
