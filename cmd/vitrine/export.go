package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine/internal/app"
)

type exportCommand struct {
	Dir     string `arg:"" help:"Directory for the files. It must be new, empty, or hold an export of before and nothing else."`
	Address string `placeholder:"URL" help:"Where the files will be found, for feeds, sitemap and previews; that of --base-url by default. It may have a path."`
}

// Run writes the public site as files, and tells now and then how far it is.
func (c exportCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	of := *cfg
	if c.Address != "" {
		u, err := url.Parse(c.Address)
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.RawQuery != "" || u.Fragment != "" {
			return errors.New("--address must be an address such as https://example.com/photos")
		}
		of.BaseURL = strings.TrimRight(c.Address, "/")
	}
	shown := time.Now()
	progress := func(files int) {
		if time.Since(shown) > lineInterval {
			shown = time.Now()
			fmt.Fprintf(con.out, "%d files\n", files)
		}
	}
	log := slog.New(slog.NewTextHandler(con.err, &slog.HandlerOptions{Level: slog.LevelError}))
	made, err := app.Export(ctx, of, c.Dir, log, progress)
	if err != nil {
		return err
	}
	if of.BaseURL == "" {
		fmt.Fprintln(con.out, "Without --address or --base-url there are no feeds, no sitemap and no previews.")
	}
	fmt.Fprintf(con.out, "%d pages, %d pictures and %d other files, %s, are in %s: %d new or changed, %d removed.\n",
		made.Pages, made.Pictures, made.Others, bytesText(made.Size), c.Dir, made.Changed, made.Removed)
	return nil
}
