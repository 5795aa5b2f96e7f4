#include <archive.h>
#include <archive_entry.h>

#include <fstream>
#include <functional>
#include <memory>

#include "campaign/archive/program/tar.h"
#include "core/error.h"
#include "core/text/output_file.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

using Take = std::function<void(std::string_view bytes)>;

la_ssize_t write_part(archive* /*writer*/, void* data, const void* bytes, std::size_t size) {
  (*static_cast<Take*>(data))({static_cast<const char*>(bytes), size});
  return static_cast<la_ssize_t>(size);
}

// Hands an archive to a function while it is made.
class ArchiveWriter {
public:
  explicit ArchiveWriter(Take take) : take_(std::move(take)), writer_(archive_write_new(), &archive_write_free) {
    check(archive_write_set_format_pax_restricted(writer_.get()));
    check(archive_write_set_options(writer_.get(), "hdrcharset=BINARY"));  // names as they are in any locale
    check(archive_write_add_filter_zstd(writer_.get()));
    check(archive_write_set_bytes_in_last_block(writer_.get(), 1));  // no padding
    check(archive_write_open(writer_.get(), &take_, nullptr, write_part, nullptr));
  }

  void add(const std::string& name, const fs::path& file) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(), &archive_entry_free);
    const bool runs = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), runs ? 0755 : 0644);
    archive_entry_set_mtime(entry.get(), 0, 0);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(fs::file_size(file)));
    check(archive_write_header(writer_.get(), entry.get()));
    std::ifstream in(file, std::ios::binary);
    std::string part(std::size_t{1} << 18U, '\0');
    while (in.read(part.data(), std::ssize(part)), in.gcount() > 0)
      if (archive_write_data(writer_.get(), part.data(), static_cast<std::size_t>(in.gcount())) != in.gcount())
        throw UserError("cannot pack {}: it changes", file.string());
    if (!in.eof()) throw UserError("cannot read {}", file.string());
  }

  void finish() { check(archive_write_close(writer_.get())); }

private:
  void check(int status) const {
    if (status == ARCHIVE_OK) return;
    const char* message = archive_error_string(writer_.get());
    throw UserError("cannot write the archive: {}", message == nullptr ? "no memory" : message);
  }

  Take take_;
  std::unique_ptr<archive, decltype(&archive_write_free)> writer_;
};

}  // namespace

void write_tar(const fs::path& archive, const fs::path& folder, const std::string& top) {
  OutputFile out(archive);
  ArchiveWriter writer([&](std::string_view bytes) { out.write(bytes); });
  for (const std::string& file : files_below(folder)) writer.add((fs::path(top) / file).string(), folder / file);
  writer.finish();
  out.finish();
}

std::uint64_t tar_size(const fs::path& file) {
  std::uint64_t size = 0;
  ArchiveWriter writer([&](std::string_view bytes) { size += bytes.size(); });
  writer.add("file", file);
  writer.finish();
  return size;
}

}  // namespace palio
