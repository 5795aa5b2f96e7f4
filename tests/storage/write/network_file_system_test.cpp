#include "storage/write/network_file_system.h"

#include <gtest/gtest.h>

namespace palio::test {
namespace {

// The numbers are those of statfs(2) and of `stat --file-system --format %t`.
TEST(NetworkFileSystem, KnowsThoseOfNetworksAndClusters) {
  EXPECT_EQ(network_file_system(0x6969), "NFS");
  EXPECT_EQ(network_file_system(0xFF534D42), "CIFS");
  EXPECT_EQ(network_file_system(0xFE534D42), "SMB2");
  EXPECT_EQ(network_file_system(0x5346414F), "AFS");
  EXPECT_EQ(network_file_system(0x01021997), "9P");
  EXPECT_EQ(network_file_system(0x0BD00BD0), "Lustre");
  EXPECT_EQ(network_file_system(0x47504653), "GPFS");
  EXPECT_EQ(network_file_system(0x19830326), "BeeGFS");
  EXPECT_EQ(network_file_system(0x65735546), "FUSE (sshfs and others)");
}

TEST(NetworkFileSystem, LocalOnesAreFine) {
  for (const std::uint32_t magic : {0xEF53U, 0x58465342U, 0x9123683EU, 0x01021994U, 0x794C7630U, 0x2FC12FC1U, 0U})
    EXPECT_EQ(network_file_system(magic), std::nullopt) << magic;  // ext4, XFS, Btrfs, tmpfs, overlay, ZFS
}

// proc is no network; a file that is not there yet is judged by its folder, and a missing folder is another's business.
TEST(NetworkFileSystemWarning, IsSilentAboutLocalAndMissingPlaces) {
  EXPECT_EQ(network_file_system_warning("/proc/self/status"), std::nullopt);
  EXPECT_EQ(network_file_system_warning("/proc/new.db"), std::nullopt);
  EXPECT_EQ(network_file_system_warning("/proc/no such folder/new.db"), std::nullopt);
}

TEST(PartInUseWarning, IsSilentAboutLocalPlaces) {
  EXPECT_EQ(part_in_use_warning("/proc/self/status"), std::nullopt);
  EXPECT_EQ(part_in_use_warning("/proc/no such folder/part.db"), std::nullopt);
}

}  // namespace
}  // namespace palio::test
