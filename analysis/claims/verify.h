#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/claims/claim_file.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// A claim, and what a campaign gave for it.
struct CheckedClaim {
  Claim claim;
  Measurement measurement;
  Verdict verdict = Verdict::not_enough_data;
};

/// A reading of what a paper leaves open, and its part of a campaign.
struct CampaignReading {
  std::string name, says;
  CampaignPart part;
};

/// Measures the claims about `study` in a campaign or a part of it, all in one state of it. The reader must know the
/// functions of analysis/statistics. Throws UserError with the place of a statement that is wrong.
std::vector<CheckedClaim> verify(const CampaignReader& campaign, const ClaimFile& claims, std::string_view study,
                                 const std::optional<CampaignPart>& part = std::nullopt);
/// The same in several parts, with one thread for each reader of the campaign.
std::vector<std::vector<CheckedClaim>> verify_parts(std::span<const std::unique_ptr<CampaignReader>> readers,
                                                    const ClaimFile& claims, std::string_view study,
                                                    std::span<const CampaignPart> parts);

/// A note that results failed, and how verdicts treat that: "3 of 40 results failed; ..."; empty if none did.
std::string failures_text(const ResultCounts& counts);

/// What the intervals are about: "intervals are for other draws than the 10 draws of platforms and 8 of workloads";
/// or why there are none; empty without results. The reader must know the functions of analysis/statistics.
std::string intervals_text(const CampaignReader& campaign);

/// The measured value for people: `shown`, or the number with as many decimals as its interval justifies, and the
/// interval: "-22.8 % [-26.1, -19.4]"; empty without a value.
std::string measured_text(const CheckedClaim& checked);

/// The value of measured_text() alone, without interval and unit: "-22.8".
std::string value_text(const CheckedClaim& checked);

/// "20 reproduced, 10 deviate, 2 lack data".
std::string verdict_counts(const std::vector<CheckedClaim>& claims);

}  // namespace palio
