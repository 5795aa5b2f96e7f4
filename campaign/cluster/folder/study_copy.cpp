#include "campaign/cluster/folder/study_copy.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "campaign/cluster/folder/durable_copy.h"
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

void copy_code(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::create_directories(to.parent_path());
  DurableCopy(from, to).commit();
}

bool is_absolute(const std::string& path) { return std::filesystem::path(path).is_absolute(); }

void refuse_outside(const std::string& path) {
  if (!std::filesystem::path(path).lexically_normal().string().starts_with("..")) return;
  throw UserError(
      fmt::format("the input file {} lies outside the study's folder, so that it is not copied with the study: put it "
                  "below that folder, or give an absolute path, which all nodes must see",
                  path));
}

// From the study's folder.
std::vector<std::string> files_of(const CodeName& name, const OwnCode& code) {
  if (name.kind == CodeKind::library) return {name.text};
  std::vector<std::string> files;
  for (const CodeFile& file : code.files()) files.push_back(file.name);
  return files;
}

}  // namespace

void StudyCopy::write(const std::filesystem::path& study_file) const {
  const std::filesystem::path folder = study_file.parent_path();
  write_file(study_file, study.text);
  for (const auto& [path, content] : files) write_file(folder / path, content);
  for (const auto& [path, original] : code) copy_code(original, folder / path);
}

StudyCopy read_study_copy(const std::string& path, const FolderCode& code) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  StudyCopy copy;
  const FileSource files = [&](const std::string& file) {
    refuse_outside(file);
    std::string content = read_text_file((folder / file).string());
    if (!is_absolute(file)) copy.files[file] = content;
    return content;
  };
  StudyCode own = code(folder);
  own.source = [&copy, folder, source = std::move(own.source)](const CodeName& name) {
    std::shared_ptr<const OwnCode> found = source(name);
    for (const std::string& file : files_of(name, *found)) {
      refuse_outside(file);
      if (!is_absolute(file)) copy.code[file] = folder / file;
    }
    return found;
  };
  copy.study = parse_study(read_input(path), input_name(path), files, StudyOrigin::file, std::move(own));
  return copy;
}

}  // namespace palio
