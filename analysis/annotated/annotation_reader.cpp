#include "analysis/annotated/annotation_reader.h"

#include <fmt/format.h>

#include "core/error.h"

namespace palio {

std::string AnnotationReader::text(std::string_view key) const {
  const std::string* value = find_value(block_.annotations, key);
  return value == nullptr ? std::string() : *value;
}

std::string AnnotationReader::required(std::string_view key) const {
  std::string value = text(key);
  if (value.empty()) refuse(fmt::format("does not say `-- {}: ...`", key));
  return value;
}

const std::string& AnnotationReader::query() const {
  if (block_.sql.empty()) refuse("has no query; a SELECT follows its comments");
  return block_.sql;
}

void AnnotationReader::refuse(std::string_view message, std::string_view key) const {
  const Annotation* said = find_annotation(block_.annotations, key);
  throw UserError(
      fmt::format("{}:{}: {} {} {}", file_, said == nullptr ? block_.line : said->line, kind_, block_.id, message));
}

}  // namespace palio
