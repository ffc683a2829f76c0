package app

import "runtime/debug"

// version is set by the build: -ldflags "-X …/internal/app.version=1.2.3".
var version string

// Version returns the version of the program: as set by the build, else the
// commit it was built from.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				return "devel-" + setting.Value[:min(12, len(setting.Value))]
			}
		}
	}
	return "devel"
}
