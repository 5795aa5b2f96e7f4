#include "campaign/cluster/folder/study_copy.h"

#include <fmt/format.h>

#include "campaign/study/input_file.h"
#include "core/error.h"
#include "core/text/output_file.h"

namespace palio {
namespace {

void write_file(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  OutputFile file(path);
  file.write(content);
  file.finish();
}

void refuse_outside(const std::string& path) {
  if (!std::filesystem::path(path).lexically_normal().string().starts_with("..")) return;
  throw UserError(
      fmt::format("the input file {} lies outside the study's folder, so that it is not copied with the study: put it "
                  "below that folder, or give an absolute path, which all nodes must see",
                  path));
}

}  // namespace

void StudyCopy::write(const std::filesystem::path& study_file) const {
  write_file(study_file, study.text);
  for (const auto& [path, content] : files) write_file(study_file.parent_path() / path, content);
}

StudyCopy read_study_copy(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  StudyCopy copy;
  copy.study = parse_study(read_input(path), input_name(path), [&](const std::string& file) {
    refuse_outside(file);
    std::string content = read_text_file((folder / file).string());
    if (!std::filesystem::path(file).is_absolute()) copy.files[file] = content;
    return content;
  });
  return copy;
}

}  // namespace palio
