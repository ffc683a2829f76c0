package api

import (
	"fmt"
	"strconv"
	"strings"
)

// versionTag returns the strong entity tag of a resource at a version: the
// kind's letter, the id and the version, as in "p42-7".
func versionTag(kind byte, id, version int64) string {
	return fmt.Sprintf(`"%c%d-%d"`, kind, id, version)
}

// ifMatch returns the version of the resource that the request insists on, or
// nil if on none. A tag that no version of it ever had gives -1, which is
// stale.
func (c *call) ifMatch(kind byte, id int64) *int64 {
	value := strings.TrimSpace(strings.Join(c.Header.Values("If-Match"), ","))
	if value == "" || value == "*" {
		return nil
	}
	version := int64(-1)
	prefix := fmt.Sprintf(`"%c%d-`, kind, id)
	for tag := range strings.SplitSeq(value, ",") {
		rest, ours := strings.CutPrefix(strings.TrimSpace(tag), prefix)
		digits, closed := strings.CutSuffix(rest, `"`)
		if n, err := strconv.ParseInt(digits, 10, 64); ours && closed && err == nil {
			version = max(version, n)
		}
	}
	return &version
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
