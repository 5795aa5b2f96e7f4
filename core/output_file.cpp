#include "core/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
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

std::FILE* open_or_throw(const std::filesystem::path& file, const std::filesystem::path& typed) {
  if (std::FILE* out = std::fopen(file.c_str(), "wb")) return out;
  throw UserError(fmt::format("cannot write {}: {}; its folder must be there and be writable", typed.string(),
                              std::system_category().message(errno)));
}

// A reader that has left is no error of ours: whoever catches it ends quietly.
[[noreturn]] void throw_failed_write(const std::filesystem::path& typed) {
  if (errno == EPIPE) throw std::system_error(errno, std::generic_category());
  throw UserError(fmt::format("cannot write {}: {}; nothing of it is kept",
                              typed == "-" ? "the output" : typed.string(), std::generic_category().message(errno)));
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  if (path_ == "-") {
    out_ = stdout;
    return;
  }
  if (!is_plain_or_new(path_)) {
    out_ = open_or_throw(path_, path_);
    return;
  }
  // The number of the process: two of them that write one file do not meet before the last step.
  temporary_ = fmt::format("{}.{}.part", target_of(path_).string(), getpid());
  out_ = open_or_throw(temporary_, path_);
}

OutputFile::~OutputFile() {
  close();
  if (temporary_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), out_) != bytes.size()) throw_failed_write(path_);
}

void OutputFile::finish() {
  if (std::fflush(out_) != 0) throw_failed_write(path_);
  close();
  if (temporary_.empty()) return;
  std::filesystem::rename(temporary_, target_of(path_));
  temporary_.clear();
}

void OutputFile::close() {
  if (out_ != nullptr && out_ != stdout) std::fclose(out_);
  out_ = nullptr;
}

}  // namespace palio
