// Package export writes the public site as files that any web server or object
// store can serve. It reads the site as a visitor does, from its handler, and
// follows every link; so nothing gets into the copy that the public does not
// see.
//
// Pages link to each other by relative addresses of files, so the copy works
// below any path. What only a server can do is left out, with the links to it:
// the search, the embedding by others, unlisted links.
package export

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Config says what is exported, and where to.
type Config struct {
	Site    http.Handler // of the pages, what they are made of, and the pictures
	BaseURL string       // that the site's absolute addresses begin with; "" if it makes none
	Dir     string       // for the copy
	// Progress is told after each file how many there are so far.
	Progress func(files int)
}

// Result tells what is in a copy.
type Result struct {
	Pages, Pictures, Others int
	Size                    int64 // of all, in bytes
	Changed, Removed        int   // files, against the copy that was there before
}

// attempts is how often a site is read that changes while it is read.
const attempts = 3

// Run writes a copy of the site to the directory, which must be empty, or hold a
// copy made before and nothing else. Files that did not change keep their time of
// modification. Readers of the directory see the copy of before until the new
// one is whole. The same site gives the same bytes.
func Run(ctx context.Context, cfg Config) (*Result, error) {
	tree, err := openTree(cfg.Dir)
	if err != nil {
		return nil, err
	}
	defer tree.close()
	for range attempts {
		if err = tree.clear(); err != nil {
			return nil, err
		}
		c := newCrawl(cfg, tree)
		if err = c.run(ctx); err != nil {
			return nil, err
		}
		if len(c.missing) == 0 {
			c.result.Size, c.result.Changed, c.result.Removed, err = tree.publish()
			return &c.result, err
		}
		err = fmt.Errorf("the site links to what is not there: %s", strings.Join(c.missing[:min(len(c.missing), 5)], ", "))
	}
	return nil, err
}
