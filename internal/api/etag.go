package api

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// validator says which representation of what an answer is.
type validator struct {
	tag     string // entity tag with its quotes, or ""
	expires bool   // it holds addresses that run out, so an earlier answer must not be used in its place
}

// versionTag returns the strong entity tag of a resource at a version: the
// kind's letter, the id, the version and, if it looks different to different
// readers, what tells these looks apart, as in "p42-7-e".
func versionTag(kind byte, id, version int64, look string) string {
	tag := fmt.Sprintf("%c%d-%d", kind, id, version)
	if look != "" {
		tag += "-" + look
	}
	return `"` + tag + `"`
}

// lookOf is the letter of an audience in entity tags.
func lookOf(audience vitrine.Audience) string {
	if audience == vitrine.AudienceEditor {
		return "e"
	}
	return "p"
}

// conditional is in the input of the operations that honour If-Match.
type conditional struct {
	IfMatch string `header:"If-Match" doc:"Carry this out only on this version: the ETag of a read, or *. Otherwise 409." example:"\"p42-7-e\""`
}

// versions returns the versions of the resource that the request insists on, nil
// if on none. How the resource looked to whom does not matter. A tag that it
// never had names no version.
func (in conditional) versions(kind byte, id int64) vitrine.Versions {
	value := strings.TrimSpace(in.IfMatch)
	if value == "" || value == "*" {
		return nil
	}
	versions := vitrine.Versions{}
	prefix := fmt.Sprintf(`"%c%d-`, kind, id)
	for tag := range strings.SplitSeq(value, ",") {
		rest, ours := strings.CutPrefix(strings.TrimSpace(tag), prefix)
		rest, closed := strings.CutSuffix(rest, `"`)
		digits, _, _ := strings.Cut(rest, "-")
		if n, err := strconv.ParseInt(digits, 10, 64); ours && closed && err == nil {
			versions = append(versions, n)
		}
	}
	return versions
}

// namesTag reports whether an If-Match header names the tag. Weak ones never
// match.
func namesTag(header, tag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		if strings.TrimSpace(candidate) == tag {
			return true
		}
	}
	return false
}

// matchesTag reports whether an If-None-Match header names the tag. The
// comparison is weak, as RFC 9110 asks.
func matchesTag(header, tag string) bool {
	if header == "" {
		return false
	}
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}
