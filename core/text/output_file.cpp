#include "core/text/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace palio {
namespace {

// Where a link points, so that the link itself stays.
std::filesystem::path target_of(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::path target = std::filesystem::canonical(path, ignored);
  return target.empty() ? path : target;
}

bool is_plain_or_new(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

[[noreturn]] void refuse(const std::filesystem::path& typed, const std::error_code& reason, std::string_view more) {
  throw UserError(
      fmt::format("cannot write {}: {}{}", typed == "-" ? "the output" : typed.string(), reason.message(), more));
}

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  if (path_ == "-") {
    out_ = stdout;
    return;
  }
  // The number of the process: two of them that write one file do not meet before the last step.
  if (is_plain_or_new(path_)) temporary_ = fmt::format("{}.{}.part", target_of(path_).string(), getpid());
  out_ = std::fopen(temporary_.empty() ? path_.c_str() : temporary_.c_str(), "wb");
  if (out_ == nullptr)
    refuse(path_, last_error(), temporary_.empty() ? "" : "; its folder must be there and be writable");
}

OutputFile::~OutputFile() {
  if (out_ != nullptr && out_ != stdout) std::fclose(out_);
  if (temporary_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), out_) != bytes.size()) refuse_write();
}

void OutputFile::finish() {
  if (std::fflush(out_) != 0) refuse_write();
  std::FILE* out = std::exchange(out_, nullptr);
  // A network file system may say only now that its disk is full.
  if (out != stdout && std::fclose(out) != 0) refuse_write();
  if (temporary_.empty()) return;
  std::error_code error;
  std::filesystem::rename(temporary_, target_of(path_), error);
  if (error) refuse(path_, error, "; nothing of it is kept");
  temporary_.clear();
}

// A reader that has left is no error of ours: whoever catches it ends quietly.
void OutputFile::refuse_write() const {
  const std::error_code error = last_error();
  if (error == std::errc::broken_pipe) throw std::system_error(error);
  refuse(path_, error, temporary_.empty() ? "; what was written until then is there" : "; nothing of it is kept");
}

}  // namespace palio
