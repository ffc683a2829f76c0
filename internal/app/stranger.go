package app

import (
	"maps"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine/internal/store/spelling"
)

// Stranger is a variable of the environment that is named like a setting and is
// none: misspelt, most likely.
type Stranger struct {
	Name    string
	Nearest string // the setting that is spelt most alike, "" if none is
}

// FindStrangers looks through an environment of "KEY=value" for variables that
// are neither a flag's nor a secret's.
func (c *Config) FindStrangers(environ, flags []string) {
	known := slices.Collect(maps.Keys(c.secrets()))
	for _, flag := range flags {
		known = append(known, EnvName(flag))
	}
	slices.Sort(known)
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		ours := strings.HasPrefix(name, EnvName("")) && value != "" && !isOfTests(name)
		if ours && !slices.Contains(known, name) {
			c.Strangers = append(c.Strangers, Stranger{name, nearest(name, known)})
		}
	}
}

// isOfTests reports whether a variable is for the tests of this program.
func isOfTests(name string) bool {
	kind, _, _ := strings.Cut(strings.TrimPrefix(name, EnvName("")), "_")
	return kind == "TEST" || kind == "BENCH" || kind == "FAULT"
}

// nearest returns the name that is spelt most like another one, or "" if more
// than a third of it differs.
func nearest(name string, known []string) (best string) {
	least := 1 + (len(name)-len(EnvName("")))/3
	for _, candidate := range known {
		if distance := spelling.Distance(name, candidate); distance <= least {
			best, least = candidate, distance-1
		}
	}
	return best
}

// hint says what to do about it.
func (s Stranger) hint() string {
	if s.Nearest == "" {
		return "unset it; docs/configuration.md lists every setting"
	}
	return "did you mean " + s.Nearest + "?"
}
