#include "campaign/cli/output/verdict_tables.h"

#include <fmt/format.h>

namespace palio {
namespace {

Style style_of(std::string_view verdict) {
  if (verdict == word(Verdict::reproduced)) return Style::good;
  return verdict == word(Verdict::deviates) ? Style::bad : Style::doubtful;
}

constexpr std::string_view k_good = "✓", k_bad = "✗", k_doubtful = "?";

std::string_view mark(Verdict verdict) {
  if (verdict == Verdict::reproduced) return k_good;
  return verdict == Verdict::deviates ? k_bad : k_doubtful;
}

Style style_of_mark(std::string_view cell) {
  if (cell.ends_with(k_good)) return Style::good;
  return cell.ends_with(k_bad) ? Style::bad : Style::doubtful;
}

// "-22.8 ✗"; the mark alone where there is no value.
std::string marked(const std::string& value, Verdict verdict) {
  return value.empty() ? std::string(mark(verdict)) : fmt::format("{} {}", value, mark(verdict));
}

std::vector<std::string> data_columns() {
  return {"id",       "place", "claim", "paper", "accept",    "tolerance", "unit",
          "measured", "low",   "high",  "shown", "instances", "verdict"};
}

std::vector<SqlValue> data_row(const CheckedClaim& row) {
  const auto& [claim, measured, verdict] = row;
  return {claim.id,
          or_null(claim.place),
          claim.says,
          claim.paper,
          claim.range,
          or_null(claim.tolerance),
          or_null(claim.unit),
          or_null(measured.measured),
          or_null(measured.low),
          or_null(measured.high),
          or_null(measured.shown.value_or("")),
          measured.instances,
          std::string(word(verdict))};
}

void print_reading_table(TableWriter& table, Format format, std::span<const ReadVerdicts> readings) {
  const bool written_out = is_for_documents(format);
  std::vector<std::string> columns{"id", "accepted"};
  if (written_out) columns = {"id", "place", "claim", "paper", "accepted"};
  for (const ReadVerdicts& reading : readings) {
    columns.push_back(reading.name);
    table.colour(reading.name, style_of_mark);
  }
  table.header(columns);
  for (std::size_t i = 0; i < readings.front().checked.size(); ++i) {
    const Claim& claim = readings.front().checked[i].claim;
    std::vector<SqlValue> row{claim.id,
                              claim.unit.empty() ? claim.range : fmt::format("{} {}", claim.range, claim.unit)};
    if (written_out) row = {claim.id, claim.place, claim.says, claim.paper, claim.range};
    for (const auto& [name, checked] : readings)
      row.emplace_back(marked(written_out ? measured_text(checked[i]) : value_text(checked[i]), checked[i].verdict));
    table.row(row);
  }
}

void print_reading_data(TableWriter& table, std::span<const ReadVerdicts> readings) {
  std::vector<std::string> columns = data_columns();
  columns.insert(columns.begin(), "reading");
  table.header(columns);
  for (const ReadVerdicts& reading : readings)
    for (const CheckedClaim& checked : reading.checked) {
      std::vector<SqlValue> row = data_row(checked);
      row.insert(row.begin(), SqlValue(reading.name));
      table.row(row);
    }
}

}  // namespace

void print_verdicts(Format format, const std::vector<CheckedClaim>& checked) {
  TableWriter table(format);
  table.colour("verdict", style_of);
  switch (format) {
    case Format::table:
      table.header({"id", "place", "claim", "paper", "measured [95 % interval]", "n", "verdict"});
      break;
    case Format::markdown:
    case Format::latex:
      table.header({"id", "place", "claim", "paper", "measured [95 % interval]", "n", "accepted", "verdict"});
      break;
    default: table.header(data_columns()); break;
  }
  for (const CheckedClaim& row : checked) {
    if (format != Format::table && !is_for_documents(format)) {
      table.row(data_row(row));
      continue;
    }
    std::vector<SqlValue> cells{row.claim.id,    row.claim.place,    row.claim.says,
                                row.claim.paper, measured_text(row), row.measurement.instances};
    if (is_for_documents(format)) cells.emplace_back(row.claim.range);
    cells.emplace_back(std::string(word(row.verdict)));
    table.row(cells);
  }
  table.finish();
}

void print_readings(TableWriter& table, Format format, std::span<const ReadVerdicts> readings) {
  if (format == Format::table || is_for_documents(format))
    print_reading_table(table, format, readings);
  else
    print_reading_data(table, readings);
  table.finish();
}

}  // namespace palio
