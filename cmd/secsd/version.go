package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version is set by the linker for releases: -ldflags "-X main.version=1.2.3".
var version string

func printVersion(c *cobra.Command, _ []string) {
	fmt.Fprintln(c.OutOrStdout(), "secsd", versionText())
}

// versionText returns the version, the commit and the Go release.
func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version
	}
	text := version
	if text == "" {
		text = info.Main.Version
	}
	if text == "" {
		text = "(devel)"
	}
	for _, s := range info.Settings {
		if s.Key != "vcs.revision" {
			continue
		}
		if commit := s.Value[:min(12, len(s.Value))]; !strings.Contains(text, commit) {
			text += " " + commit
		}
	}
	return text + " " + info.GoVersion
}
