#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// The result of one check of a campaign.
struct Finding {
  std::string check;                  // its name
  std::string found;                  // when all is well
  std::vector<std::string> problems;  // empty: all is well

  bool sound() const { return problems.empty(); }
};

/// Verifies a campaign as it is at one moment, also while a run is in progress; reads only. Calls `visit` after each
/// check. Throws UserError for a file that cannot be opened as a campaign.
void check_campaign(const std::filesystem::path& file, const std::function<void(const Finding&)>& visit);

/// Throws DamagedFile unless the file on disk has all its pages, each intact, and Palio's schema. It takes 0.6 us for
/// each result, cheap enough to verify what was just stored.
void refuse_damaged_pages(const std::filesystem::path& file);

/// The problems as one text: the first three, and how many more there are.
std::string problems_text(const Finding& finding);

}  // namespace palio
