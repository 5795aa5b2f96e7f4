#include "campaign/session/campaign_status.h"

#include <utility>
#include <vector>

#include "campaign/session/time_left.h"

namespace palio {

CampaignStatus read_status(const CampaignReader& reader) {
  CampaignStatus status{.info = reader.info()};
  std::vector<SessionRow> sessions = reader.sessions();
  status.counts = reader.counts();
  status.audited = reader.audited();
  if (const auto request = reader.request()) status.sample = request->sample;
  if (sessions.empty()) return status;
  status.last = std::move(sessions.back());
  const bool killed = !status.last->alive && status.last->how.empty();  // at an unknown time
  if (const double seconds = last_session_seconds(reader); seconds > 0 && !killed)
    status.rate = static_cast<double>(status.last->completed + status.last->failed) / seconds;
  if (!status.last->alive) return status;
  const ToldPace told = last_session_pace(reader);
  if (told.text.empty()) return status;
  const Pace pace = pace_of(told.text);
  status.rate = rate(pace, told.age);
  status.seconds_left = seconds_left(pace, told.age);
  return status;
}

}  // namespace palio
