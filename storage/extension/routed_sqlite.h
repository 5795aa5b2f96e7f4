#pragma once

// Every source of the extension is compiled behind this header (analysis/CMakeLists.txt): it calls the SQLite of the
// program that loads it, which may be another than Debian's, through the table that the program hands over.

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3
