#pragma once

#include <filesystem>
#include <vector>

#include "analysis/report/report.h"

namespace palio {

/// What a report of these campaigns has unless told otherwise. Throws UserError for campaigns of two kinds of
/// applications, which share no instance.
ReportWish usual_report(const std::vector<std::filesystem::path>& files);

}  // namespace palio
