package bench

import (
	"fmt"
	"syscall"
)

// fileSystemAt names the file system that a folder is on.
func fileSystemAt(dir string) string {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return "unknown"
	}
	if name, ok := fileSystems[uint32(st.Type)]; ok {
		return name
	}
	return fmt.Sprintf("0x%x", uint32(st.Type))
}

// fileSystems are names by the magic numbers of statfs(2).
var fileSystems = map[uint32]string{
	0xEF53: "ext4", 0x58465342: "xfs", 0x9123683E: "btrfs", 0x2FC12FC1: "zfs", 0xF2F52010: "f2fs",
	0x01021994: "tmpfs", 0x858458F6: "ramfs", 0x794C7630: "overlay", 0x6969: "nfs", 0xFF534D42: "cifs",
	0x01021997: "9p", 0x65735546: "fuse", 0x4D44: "fat",
}
