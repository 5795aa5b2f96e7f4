#include "core/text/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace palio {
namespace {

bool is_plain_or_new(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

std::error_code last_error() { return {errno, std::generic_category()}; }

// Refuses a file that has replaced a pipe or a device since it was checked.
int opened_in_place(const std::filesystem::path& path) {
  const int opened = open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  struct stat status {};
  if (opened < 0 || (fstat(opened, &status) == 0 && !S_ISREG(status.st_mode))) return opened;
  close(opened);
  errno = EEXIST;
  return -1;
}

[[noreturn]] void refuse(const std::filesystem::path& typed, const std::error_code& reason, std::string_view more) {
  throw UserError("cannot write {}: {}{}", typed == "-" ? "the output" : typed.string(), reason.message(), more);
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path, Kind kind) : path_(std::move(path)) {
  if (path_ == "-" || path_ == "/dev/stdout") {
    out_ = stdout;
    return;
  }
  try {
    open(kind);
  } catch (const std::system_error& error) {
    refuse(path_, error.code(), "; its folder must exist and be writable");
  }
  if (out_ == nullptr) refuse(path_, last_error(), "");
}

void OutputFile::open(Kind kind) {
  if (is_plain_or_new(path_)) file_.emplace(path_, ".part", kind == Kind::program ? 0777 : 0666);
  const int opened = file_ ? file_->take_descriptor() : opened_in_place(path_);
  if (opened >= 0) out_ = fdopen(opened, "wb");
}

OutputFile::~OutputFile() {
  if (out_ != nullptr && out_ != stdout) std::fclose(out_);
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), out_) != bytes.size()) refuse_write();
}

void OutputFile::finish() {
  if (std::fflush(out_) != 0) refuse_write();
  std::FILE* out = std::exchange(out_, nullptr);
  // A network file system may report a full disk only now.
  if (out != stdout && std::fclose(out) != 0) refuse_write();
  if (!file_) return;
  try {
    file_->take_name();
  } catch (const std::system_error& error) {
    refuse(path_, error.code(), "; nothing of it is kept");
  }
}

// A reader that has left is not our error: the code that catches this ends quietly.
void OutputFile::refuse_write() const {
  const std::error_code error = last_error();
  if (error == std::errc::broken_pipe) throw std::system_error(error);
  refuse(path_, error, file_ ? "; nothing of it is kept" : "; what was written before is kept");
}

void write_file(const std::filesystem::path& path, std::string_view content, OutputFile::Kind kind) {
  OutputFile file(path, kind);
  file.write(content);
  file.finish();
}

}  // namespace palio
