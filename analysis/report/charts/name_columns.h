#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/report/charts/chart_parts.h"

namespace palio {

/// Names of strategies with parameters as columns at the left of a chart: the name, a column of dots for each value of
/// a parameter that has one or two, a column of texts for one that has more, with headings above.
struct NameColumns {
  Json dots, texts, headings;  // rows of data

  /// `category` is the y channel of the names, whose field is x.
  Json layers(const Json& category) const;
};

/// Whether rows begin with their number, from 1 on.
enum class RowNumbers { none, shown };

/// Nothing if the names are short, or not those of strategies: an axis can bear them.
std::optional<NameColumns> name_columns(const std::vector<SqlValue>& labels, RowNumbers numbers = RowNumbers::none);

/// The names at the left of the rows of a chart: an axis, and the layers that write them if the axis does not.
struct RowNames {
  Json axis;
  std::optional<NameColumns> columns;
  std::vector<SqlValue> names = {};

  /// Of a chart with so many rows, px.
  int height(std::size_t rows) const { return category_height(rows, columns ? std::vector<SqlValue>{} : names); }
  void add_layers(ChartBody& body, const Json& category) const;
};
RowNames row_names(const Figure& figure, const std::vector<SqlValue>& names, RowNumbers numbers = RowNumbers::none);

}  // namespace palio
