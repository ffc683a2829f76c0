package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

type importCommand struct {
	Dir      string `arg:"" type:"existingdir" help:"Folder to import, with all folders below it."`
	Publish  bool   `help:"Publish the photos; otherwise they are drafts."`
	Category string `placeholder:"PATH" help:"Category for the photos, such as Travel/Japan; made if it does not exist."`
}

// Run imports the folder. Photos that are already there are skipped, so an
// import that was stopped goes on where it was.
func (c importCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	found, err := findPictures(c.Dir)
	if err != nil {
		return err
	}
	if len(found.pictures)+len(found.unread) == 0 {
		return fmt.Errorf("there are no pictures in %s", c.Dir)
	}
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		categories, err := ensureCategory(ctx, api, c.Category)
		if err != nil {
			return err
		}
		i := &importer{api: api, dir: c.Dir, publish: c.Publish, categories: categories, taken: map[string]*twin{}}
		tally := i.importAll(ctx, found.pictures, newProgress(con, len(found.pictures)))
		tally.others = found.others
		tally.failed = append(tally.failed, found.unread...)
		tally.print(con.out)
		if ctx.Err() != nil {
			return errors.New("stopped; run the same command again to go on")
		}
		if len(tally.failed) > 0 {
			return fmt.Errorf("%d of %d files were not imported", len(tally.failed), len(found.pictures)+len(found.unread))
		}
		return nil
	})
}

// ensureCategory returns the id of the category at a path of names, making what
// is missing of it; nil for "".
func ensureCategory(ctx context.Context, api *client.Client, path string) ([]int64, error) {
	names := categoryNames(path)
	if len(names) == 0 {
		return nil, nil
	}
	existing, err := api.Categories(ctx)
	if err != nil {
		return nil, err
	}
	var parent *int64
	for _, name := range names {
		id, ok := childNamed(existing, parent, name)
		if !ok {
			created, err := api.CreateCategory(ctx, name, parent)
			if err != nil {
				return nil, fmt.Errorf("make the category %q: %w", name, err)
			}
			id = created.ID
		}
		parent = &id
	}
	return []int64{*parent}, nil
}

// categoryNames splits a path into names as they are stored. Empty ones count for
// nothing.
func categoryNames(path string) []string {
	var names []string
	for name := range strings.SplitSeq(path, "/") {
		if name = vitrine.Clean(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func childNamed(categories []client.Category, parent *int64, name string) (int64, bool) {
	for _, c := range categories {
		sameParent := (c.ParentID == nil) == (parent == nil) && (parent == nil || *c.ParentID == *parent)
		if sameParent && (strings.EqualFold(c.Name, name) || c.Slug == name) {
			return c.ID, true
		}
	}
	return 0, false
}
