#pragma once

/// SQLiteCpp's connection, for headers that only pass it on.
namespace SQLite {  // NOLINT(readability-identifier-naming): the library's name
class Database;
}
