#pragma once

#include "storage/read/queried_campaign.h"

struct sqlite3;
struct sqlite3_api_routines;

namespace palio {

/// What SQLite calls after it has loaded the extension: `add` gives the connection Palio's functions, which read the
/// campaign that is its main database when they are called. Returns SQLite's code; `message` then says what is wrong,
/// with a campaign of another version, say.
int load_into(sqlite3* database, char** message, const sqlite3_api_routines* api, void (*add)(QueriedCampaign&));

}  // namespace palio
