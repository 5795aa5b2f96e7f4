// The loadable extension of SQLite: what queries of `palio query` can call, for other programs (docs/clients.md).
#include "analysis/queries/query_tables.h"
#include "storage/extension/loaded_campaign.h"

extern "C" __attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3* database, char** message,
                                                                             const sqlite3_api_routines* api) {
  return palio::load_into(database, message, api,
                          [](palio::QueriedCampaign& campaign) { palio::add_query_functions(campaign); });
}
