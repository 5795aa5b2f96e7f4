#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/read/campaign_reader.h"

namespace palio {

/// Appends a cell of CSV (RFC 4180). NULL is nothing, an empty text "", a number the shortest with the same bits.
void append_csv(std::string& line, const SqlValue& value);

/// Appends a row of CSV; it ends with a line feed.
void append_csv_row(std::string& text, const std::vector<SqlValue>& values);

/// Appends a value as JSON. NULL is null, and so are infinities, which JSON lacks.
void append_json(std::string& text, const SqlValue& value);

/// A value in words: a text as it is, a number in its shortest form with the same bits, or with at most six significant
/// digits; `null` for NULL.
enum class Digits { all, six };
std::string value_words(const SqlValue& value, Digits digits, std::string_view null = "");

/// A value and a name as they stand in SQL: "it's" and "a\"b" get their quotes doubled.
std::string sql_literal(const SqlValue& value);
std::string sql_name(std::string_view name);

}  // namespace palio
