#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "storage/read/campaign_digest.h"

namespace palio {
namespace {

struct DigestOptions {
  std::vector<std::string> databases;
  Format format = Format::table;
};

int run_digest(const DigestOptions& options) {
  if (options.format == Format::table) {
    for (const std::string& file : options.databases) {
      const CampaignDigest digest = digest_campaign(file);
      // Like sha256sum: the digest first, so that sort and uniq compare campaigns.
      say("{}  {}: {} scenarios, {} completed, {} failed\n", to_text(digest.digest), file,
          count_text(digest.scenarios()), count_text(digest.completed), count_text(digest.failed));
    }
    return k_success;
  }
  TableWriter table(options.format, {"database", "digest", "scenarios", "completed", "failed"});
  for (const std::string& file : options.databases) {
    const CampaignDigest digest = digest_campaign(file);
    table.row({file, to_text(digest.digest), digest.scenarios(), digest.completed, digest.failed});
  }
  table.finish();
  return k_success;
}

}  // namespace

void setup_digest(const CommandSyntax& app) {
  const auto [command, options] = add_command<DigestOptions>(
      app, "digest", "Print a digest of all results, to compare campaigns; works while one runs", run_digest);
  command.add_option("database F", options.databases, "Campaign files; prints a line for each").required();
  add_format(command, options.format);
}

}  // namespace palio
