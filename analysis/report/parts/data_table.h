#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/read/campaign_reader.h"

namespace palio {

/// What a query answers.
struct DataTable {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;

  /// Position of a column; nothing where there is none.
  std::optional<std::size_t> find(std::string_view column) const;
  /// Whether some row has a value there; false for a column that is not there.
  bool has_values(std::string_view column) const;
  /// Whether one of the values is a text: then they are categories.
  bool has_texts(std::string_view column) const;
  /// The values of a column without NULL, each once, in the order of their first rows.
  std::vector<SqlValue> distinct(std::string_view column) const;
};

DataTable read_table(const CampaignReader& campaign, std::string_view sql);

/// A number as double; nothing for NULL and text.
std::optional<double> number_of(const SqlValue& value);

/// A value as the name of a series: a text as it is, a number in its shortest form, NULL as nothing.
std::string name_text(const SqlValue& value);

}  // namespace palio
