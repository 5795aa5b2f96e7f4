#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <set>

#include "campaign/archive/program/tar.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/new_file.h"
#include "core/text/output_file.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

// Reads one archive, entry by entry, and believes none.
class Unpacking {
public:
  Unpacking(const fs::path& archive, fs::path folder, const ArchiveLimits& limits)
      : name_(archive.string()),
        folder_(std::move(folder)),
        limits_(limits),
        reader_(archive_read_new(), &archive_read_free) {
    if (!reader_) throw InternalError("libarchive has no memory");
    archive_read_support_filter_zstd(reader_.get());
    archive_read_support_format_tar(reader_.get());
    archive_read_set_options(reader_.get(), "hdrcharset=BINARY");  // names as they are in any locale
    constexpr std::size_t k_block = 1U << 16U;
    if (archive_read_open_filename(reader_.get(), name_.c_str(), k_block) != ARCHIVE_OK) refuse_damage();
  }

  void all() {
    archive_entry* entry = nullptr;
    int status = ARCHIVE_OK;
    while ((status = archive_read_next_header(reader_.get(), &entry)) == ARCHIVE_OK) unpack(entry);
    if (status != ARCHIVE_EOF) refuse_damage();
    if (files_.empty()) throw UserError("{} contains no file: it is not an artifact", name_);
    refuse_rest();
  }

private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw UserError("{}: {} {}. Palio packs no such entry: do not use this archive, get it again from its authors",
                    name_, entry_.empty() ? "an entry" : '"' + shortened(visible_line(entry_)) + '"', why);
  }

  [[noreturn]] void refuse_damage() const {
    const char* message = archive_error_string(reader_.get());
    throw UserError("{} cannot be read as an archive ({}) written by palio pack: {}; get it again", name_,
                    k_archive_ending, message == nullptr ? "it is damaged" : message);
  }

  void unpack(archive_entry* entry) {
    const char* name = archive_entry_pathname(entry);
    entry_ = name == nullptr ? "" : name;
    if (++entries_ > limits_.entries) refuse(fmt::format("is beyond {} entries", count_text(limits_.entries)));
    refuse_kind(entry);
    const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
    const std::string below = name_below_top(is_folder);
    if (below.empty()) return;
    if (!(is_folder ? folders_ : files_).insert(below).second) refuse("is there twice");
    refuse_both_kinds(below, is_folder);
    const fs::path target = folder_ / below;
    fs::create_directories(is_folder ? target : target.parent_path());
    if (!is_folder)
      write(target, (archive_entry_perm(entry) & 0100U) != 0 ? OutputFile::Kind::program : OutputFile::Kind::data);
  }

  // No file is the folder of another entry.
  void refuse_both_kinds(const std::string& below, bool is_folder) {
    if (is_folder) parents_.insert(below);
    for (std::size_t at = below.find('/'); at != std::string::npos; at = below.find('/', at + 1))
      parents_.insert(below.substr(0, at));
    for (fs::path part = below; !part.empty(); part = part.parent_path())
      if (files_.contains(part.string()) && parents_.contains(part.string())) refuse("is a file and a folder");
  }

  void refuse_kind(archive_entry* entry) const {
    if (const char* link = archive_entry_hardlink(entry); link != nullptr)
      refuse(fmt::format("is a link to \"{}\"", shortened(visible_line(link))));
    if (archive_entry_filetype(entry) == AE_IFLNK) {
      const char* link = archive_entry_symlink(entry);
      refuse(fmt::format("is a link to \"{}\"", shortened(visible_line(link == nullptr ? "" : link))));
    }
    if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR)
      refuse("is neither a plain file nor a folder");
  }

  // The name without the folder on top, which all entries share; empty: it is this folder.
  std::string name_below_top(bool is_folder) {
    std::string name = entry_;
    if (name.size() > limits_.name) refuse(fmt::format("is longer than {} bytes", limits_.name));
    if (visible_line(name) != name) refuse("has characters that hide something or are no UTF-8");
    if (is_folder && name.ends_with('/')) name.pop_back();
    if (name.empty()) refuse("has no name");
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t end = std::min(name.find('/', begin), name.size());
      const std::string_view part = std::string_view(name).substr(begin, end - begin);
      if (part.empty() && begin == 0) refuse("is an absolute path");
      if (part == "..") refuse("leaves the folder");
      if (part.empty() || part == ".") refuse("can be spelled in another way");
      begin = end + 1;
    }
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos && !is_folder) refuse("is in no folder");
    const std::string top = name.substr(0, slash);
    if (top_.empty()) top_ = top;
    if (top != top_) refuse(fmt::format("is not below {}, as the entries before it", top_));
    return slash == std::string::npos ? "" : name.substr(slash + 1);
  }

  void write(const fs::path& target, OutputFile::Kind kind) {
    OutputFile out(target, kind);
    std::string part(std::size_t{1} << 18U, '\0');
    la_ssize_t count = 0;
    while ((count = archive_read_data(reader_.get(), part.data(), part.size())) > 0) {
      bytes_ += static_cast<std::uint64_t>(count);
      refuse_bomb();
      out.write({part.data(), static_cast<std::size_t>(count)});
    }
    if (count < 0) refuse_damage();
    out.finish();
  }

  void refuse_bomb() const {
    if (bytes_ > limits_.bytes)
      throw UserError("{}: \"{}\" is beyond {} MiB of files; --max-size allows more", name_, visible_line(entry_),
                      limits_.bytes >> 20U);
    const auto read = static_cast<std::uint64_t>(archive_filter_bytes(reader_.get(), -1));
    if (bytes_ > limits_.any_ratio && bytes_ / limits_.ratio > read)
      refuse(fmt::format("is more than {} times as large as its part of the archive", count_text(limits_.ratio)));
  }

  // What follows the end of the tar archive.
  void refuse_rest() {
    const std::uint64_t size = fs::file_size(name_);
    const auto read = static_cast<std::uint64_t>(archive_filter_bytes(reader_.get(), -1));
    if (read < size)
      throw UserError("{}: {} bytes follow its last entry; get it again", name_, count_text(size - read));
  }

  std::string name_;
  fs::path folder_;
  ArchiveLimits limits_;
  std::unique_ptr<archive, decltype(&archive_read_free)> reader_;
  std::string entry_, top_;
  std::set<std::string> files_, folders_, parents_;
  std::uint64_t entries_ = 0, bytes_ = 0;
};

}  // namespace

void unpack_tar(const fs::path& archive, const fs::path& folder, const ArchiveLimits& limits) {
  NewFolder made(folder);
  Unpacking(archive, made.path(), limits).all();
  made.take_name();
}

}  // namespace palio
