#include "storage/read/failure_groups.h"

#include <algorithm>
#include <tuple>

namespace palio {
namespace {

// The latest attempt of every scenario that has not completed. CROSS JOIN fixes the order of the loops: the few
// failures first, then one look-up each; by ids, so that the example of a group is always the same.
constexpr std::string_view k_select_failures = R"(
  SELECT r.outcome, s.label, f.message, p.key || '-' || w.key || '-' || s.key, f.stderr_tail, r.platform_id,
    r.workload_id
  FROM result r
  CROSS JOIN failure f ON f.platform_id = r.platform_id AND f.workload_id = r.workload_id AND
    f.strategy_id = r.strategy_id AND f.attempt = r.attempt
  CROSS JOIN platform p ON p.id = r.platform_id
  CROSS JOIN workload w ON w.id = r.workload_id
  CROSS JOIN strategy s ON s.id = r.strategy_id
  WHERE r.outcome <> 'completed'
  ORDER BY r.outcome, r.platform_id, r.workload_id, r.strategy_id)";

constexpr std::string_view k_digits = "0123456789", k_hexadecimal = "0123456789abcdefABCDEF";

bool is_digit(char c) { return k_digits.find(c) != std::string_view::npos; }

std::size_t skip(std::string_view text, std::size_t at, std::string_view characters) {
  return std::min(text.find_first_not_of(characters, at), text.size());
}

// The end of the number that begins at `at`: 12, 0.5, 7e-3, 0x7ffd.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("0x"))
    if (const std::size_t end = skip(text, at + 2, k_hexadecimal); end > at + 2) return end;
  at = skip(text, at, k_digits);
  // A fraction and an exponent have digits.
  const auto go_on_with = [&](std::size_t begin) {
    if (const std::size_t end = skip(text, begin, k_digits); end > begin) at = end;
  };
  if (text.substr(at).starts_with('.')) go_on_with(at + 1);
  if (text.substr(at).starts_with('e') || text.substr(at).starts_with('E'))
    go_on_with(std::min(text.find_first_not_of("+-", at + 1), at + 2));
  return at;
}

// The end of the number or the mask that begins at `at`; `at` if neither does.
std::size_t end_of_masked(std::string_view text, std::size_t at) {
  if (at >= text.size()) return at;
  if (text[at] == '#') return at + 1;
  return is_digit(text[at]) ? end_of_number(text, at) : at;
}

// Combines two texts of one shape: numbers that they share stay, others are masked.
std::string shared_text(std::string_view a, std::string_view b) {
  std::string shared;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::size_t end_of_a = end_of_masked(a, i), end_of_b = end_of_masked(b, j);
    if (end_of_a == i || end_of_b == j) {
      shared += a[i++];
      ++j;
      continue;
    }
    const std::string_view number = a.substr(i, end_of_a - i);
    shared += number == b.substr(j, end_of_b - j) ? number : "#";
    i = end_of_a;
    j = end_of_b;
  }
  return shared;
}

const std::string& failure_text(const SqlValue& value) { return std::get<std::string>(value); }

}  // namespace

std::string message_shape(std::string_view message) {
  std::string shape;
  for (std::size_t at = 0; at < message.size();) {
    if (is_digit(message[at])) {
      shape += '#';
      at = end_of_number(message, at);
    } else {
      shape += message[at++];
    }
  }
  return shape;
}

std::string_view last_line(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  return text.substr(text.rfind('\n') + 1);  // npos + 1 is 0
}

std::vector<FailureGroup> failure_groups(const CampaignReader& reader) {
  std::map<std::tuple<std::string, std::string, std::string>, FailureGroup> groups;
  reader.query(
      k_select_failures, [](const auto&) {},
      [&](const std::vector<SqlValue>& row) {
        const std::string& message = failure_text(row[2]);
        FailureGroup& group = groups[{failure_text(row[0]), failure_text(row[1]), message_shape(message)}];
        group.instances.emplace_back(std::get<std::int64_t>(row[5]), std::get<std::int64_t>(row[6]));
        if (++group.count > 1) {
          if (group.message != message) group.message = shared_text(group.message, message);
          return;
        }
        group.message = group.first = message;
        group.example = failure_text(row[3]);
        group.last_line = last_line(failure_text(row[4]));
      });
  std::vector<FailureGroup> sorted;
  for (auto& [words, group] : groups) {
    std::tie(group.kind, group.strategy, std::ignore) = words;
    sorted.push_back(std::move(group));
  }
  std::ranges::stable_sort(sorted, std::ranges::greater(), &FailureGroup::count);
  return sorted;
}

}  // namespace palio
