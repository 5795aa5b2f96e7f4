#pragma once

/// SQLiteCpp's types, for headers that only pass them on.
namespace SQLite {  // NOLINT(readability-identifier-naming): the library's name
class Database;
class Statement;
}  // namespace SQLite
