package export

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// place is where something of the site is: on the server and in the copy.
type place struct {
	asked string // path and query on the server
	file  string // in the copy, below its root
}

const index = "index.html"

// isPage reports whether the place is a page of the site, which has a folder of
// its own.
func (p place) isPage() bool { return path.Base(p.file) == index }

// Only a server can answer what begins with these, and copies would be no use.
func needServer() []string {
	return []string{"oembed", "s", "v1", "api", "admin", "docs", "media/originals", "media/uploads"}
}

// placeOf returns the place of an address that begins with a slash. It reports
// false for what has none in a copy. Homes are those of the languages: what is
// below one is as it is below the root.
func placeOf(address string, homes []string) (place, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, "/") {
		return place{}, false
	}
	name := strings.Trim(u.Path, "/")
	for _, home := range append([]string{"/"}, homes...) {
		rest, below := strings.CutPrefix(u.Path, home)
		if below && slices.ContainsFunc(needServer(), func(first string) bool { return within(rest, first) }) {
			return place{}, false
		}
	}
	p := place{asked: (&url.URL{Path: u.Path, RawQuery: u.RawQuery}).RequestURI()}
	if path.Ext(name) == "" { // no slug has a dot
		part, known := partOf(u.Query())
		if !known {
			return place{}, false
		}
		name = path.Join(name, part, index)
	} else if u.RawQuery != "" {
		return place{}, false
	}
	p.file = fitting(name)
	return p, filepath.IsLocal(p.file)
}

// within reports whether a path is that of a folder or below it.
func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}

// partOf returns the folder of a part of a page: a page of a list, or a year.
// Other queries are not known.
func partOf(query url.Values) (folder string, known bool) {
	if len(query) == 0 {
		return "", true
	}
	for _, name := range []string{"page", "year"} {
		if value := query.Get(name); len(query) == 1 && value != "" && strings.Trim(value, "0123456789") == "" {
			return name + "/" + value, true
		}
	}
	return "", false
}

// maxName is the most bytes that file systems allow in a name.
const maxName = 255

// fitting shortens the parts of a path that no file system would take as a name:
// a title of two hundred Chinese characters has six hundred bytes.
func fitting(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if len(part) <= maxName {
			continue
		}
		sum := sha256.Sum256([]byte(part))
		end := maxName - 20
		for !utf8.RuneStart(part[end]) {
			end--
		}
		parts[i] = part[:end] + "-" + hex.EncodeToString(sum[:8])
	}
	return strings.Join(parts, "/")
}

// relative returns the address of a file as seen from a folder; both are below
// the root of the copy.
func relative(folder, file string) string {
	from, to := strings.Split(folder, "/"), strings.Split(file, "/")
	if folder == "." || folder == "" {
		from = nil
	}
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	up := strings.Repeat("../", len(from))
	if up == "" {
		up = "./" // else a colon in the first part would be a scheme's
	}
	return up + escaped(strings.Join(to, "/"))
}

// rooted returns the address of a place from the root of the copy. Servers show
// the index of a folder at the folder's own address.
func rooted(p place) string {
	if p.isPage() {
		return "/" + escaped(strings.TrimSuffix(p.file, index))
	}
	return "/" + escaped(p.file)
}

func escaped(file string) string {
	parts := strings.Split(file, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}
