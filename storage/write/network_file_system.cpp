#include "storage/write/network_file_system.h"

#include <fmt/format.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>

#include "storage/file/campaign_file.h"

namespace palio {
namespace {

struct FileSystem {
  std::uint32_t magic;
  std::string_view name;
};

// statfs(2), linux/magic.h and the file systems' own sources. FUSE does not reveal what is behind it.
constexpr auto k_network_file_systems = std::to_array<FileSystem>({
    {0x6969, "NFS"},
    {0x517B, "SMB"},
    {0xFF534D42, "CIFS"},
    {0xFE534D42, "SMB2"},
    {0x5346414F, "AFS"},
    {0x6B414653, "AFS"},
    {0x73757245, "Coda"},
    {0x564C, "NCP"},
    {0x01021997, "9P"},
    {0x65735546, "FUSE (sshfs and others)"},
    {0x00C36400, "Ceph"},
    {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"},
    {0x20030528, "OrangeFS"},
    {0xAAD7AAEA, "PanFS"},
    {0x7461636F, "OCFS2"},
    {0x01161970, "GFS2"},
    {0xBEEFDEAD, "SNFS"},
    {0x013111A8, "IBRIX"},
    {0xBACBACBC, "VMware shared folders"},
    {0x786F4256, "VirtualBox shared folders"},
});

// The one that holds a file, or the folder where it will be.
std::optional<std::string_view> network_file_system_of(const std::filesystem::path& file) {
  struct statfs status {};
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (::statfs(file.c_str(), &status) != 0 && ::statfs(folder.c_str(), &status) != 0) return std::nullopt;
  return network_file_system(static_cast<std::uint32_t>(status.f_type));  // the sign has no meaning
}

}  // namespace

std::optional<std::string_view> network_file_system(std::uint32_t magic) {
  const auto found = std::ranges::find(k_network_file_systems, magic, &FileSystem::magic);
  if (found == k_network_file_systems.end()) return std::nullopt;
  return found->name;
}

std::optional<std::string> part_in_use_warning(const std::filesystem::path& part) {
  const auto name = has_log(part) ? network_file_system_of(part) : std::nullopt;
  if (!name) return std::nullopt;
  return fmt::format(
      "{} is in use on a network file system, {}: results that another machine has just stored may be missed; merge it "
      "again when its run has ended",
      part.string(), *name);
}

std::optional<std::string> network_file_system_warning(const std::filesystem::path& campaign) {
  const auto name = network_file_system_of(campaign);
  if (!name) return std::nullopt;
  return fmt::format(
      "campaign {} is on a network file system, {}: locks and write-ahead logs are not reliable there, and results may "
      "be lost or damaged. Run it on a local disk (--db) and copy the file when the run has ended",
      campaign.string(), *name);
}

}  // namespace palio
