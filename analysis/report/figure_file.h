#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/figure.h"

namespace palio {

/// The figures of one paper, or those of every study.
struct FigureFile {
  std::string file;                  // for messages
  std::string paper;                 // authors and where it appeared; empty: of every study
  std::vector<std::string> studies;  // that the figures are about; empty: all
  std::string preparation;           // makes temporary tables and views
  std::vector<FigureHead> figures;
};

/// Reads a file of figures (docs/reports.md). Throws UserError with file and line.
FigureFile read_figures(const std::string& file, std::string_view text);

/// The shipped figures that fit a study: those of its paper, then those of every study; files without one are left out.
std::vector<FigureFile> figures_about(std::string_view study);

/// Draws what it can from a campaign: figures without a row are left out. The reader must know the functions of
/// analysis/statistics. Throws UserError with the place of a statement that is wrong.
std::vector<Figure> fill(const CampaignReader& campaign, const FigureFile& file);

}  // namespace palio
