package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

type shareCommand struct {
	Create shareCreateCommand `cmd:"" help:"Make a link to some photos, and print it."`
	List   shareListCommand   `cmd:"" help:"List the shares."`
	Show   shareShowCommand   `cmd:"" help:"Print a share with its link."`
	Picks  sharePicksCommand  `cmd:"" help:"Print what visitors picked."`
	Delete shareDeleteCommand `cmd:"" help:"End a share and forget what was picked; its photos stay."`
}

type shareCreateCommand struct {
	Photos   []int64       `arg:"" optional:"" name:"photo" help:"Ids of photos, of any status, in the order shown."`
	Title    string        `required:"" help:"Shown to visitors."`
	Category int64         `placeholder:"ID" help:"Share the photos of this category too."`
	Password bool          `help:"Ask visitors for a password, which is asked for here, or read from standard input."`
	Expires  time.Duration `placeholder:"720h" help:"For how long the link works; for good by default."`
	Download bool          `help:"Let visitors download the originals, without position and serial numbers."`
	Picks    bool          `help:"Let visitors mark favourites."`
}

// Run makes the share.
func (c shareCreateCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	if len(c.Photos) == 0 && c.Category == 0 {
		return errors.New("name the ids of photos, or a category with --category")
	}
	fields := map[string]any{"title": c.Title, "allow_download": c.Download, "allow_picks": c.Picks}
	if c.Expires > 0 {
		fields["expires_at"] = time.Now().Add(c.Expires)
	}
	if c.Password {
		password, err := readPassword(con)
		if err != nil {
			return err
		}
		fields["password"] = password
	}
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		ids, err := c.photos(ctx, api)
		if err != nil {
			return err
		}
		fields["photo_ids"] = ids
		share, err := api.CreateShare(ctx, fields)
		if err != nil {
			return err
		}
		return printShare(con, share)
	})
}

// photos are those that are named, and those of the category.
func (c shareCreateCommand) photos(ctx context.Context, api *client.Client) ([]int64, error) {
	ids := c.Photos
	for page := 1; c.Category != 0; page++ {
		photos, pagination, err := api.CategoryPhotos(ctx, c.Category, page, 100)
		if err != nil {
			return nil, err
		}
		for _, photo := range photos {
			ids = append(ids, photo.ID)
		}
		if !pagination.HasNext {
			break
		}
	}
	return ids, nil
}

func printShare(con console, s *client.Share) error {
	fmt.Fprintf(con.out, "Share %d: %s\n%s\n", s.ID, s.Title, s.URL)
	ends := "for good"
	if s.ExpiresAt != nil {
		ends = "until " + s.ExpiresAt.Local().Format("2006-01-02 15:04")
	}
	_, err := fmt.Fprintf(con.out, "%d photos, %s; password: %s; downloads: %s; favourites: %s, %d so far\n",
		s.PhotoCount, ends, yesNo(s.HasPassword), yesNo(s.AllowDownload), yesNo(s.AllowPicks), s.PickCount)
	return err
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

type shareListCommand struct{}

// Run prints a table of all shares.
func (shareListCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		table := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tTITLE\tPHOTOS\tPICKS\tEXPIRES\tPASSWORD\tLINK")
		for page := 1; ; page++ {
			shares, pagination, err := api.Shares(ctx, page)
			if err != nil {
				return err
			}
			for _, s := range shares {
				expires := "never"
				if s.ExpiresAt != nil {
					expires = s.ExpiresAt.Local().Format(time.DateOnly)
				}
				fmt.Fprintf(table, "%d\t%s\t%d\t%d\t%s\t%s\t%s\n", s.ID, s.Title, s.PhotoCount, s.PickCount, expires, yesNo(s.HasPassword), s.URL)
			}
			if !pagination.HasNext {
				return table.Flush()
			}
		}
	})
}

type shareShowCommand struct {
	ID int64 `arg:"" help:"The share's id, as \"vitrine share list\" says it."`
}

// Run prints the share.
func (c shareShowCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		share, err := api.Share(ctx, c.ID)
		if err != nil {
			return err
		}
		return printShare(con, share)
	})
}

type sharePicksCommand struct {
	ID  int64 `arg:"" help:"The share's id."`
	CSV bool  `name:"csv" help:"As a table for spreadsheets."`
}

// Run prints the picks.
func (c sharePicksCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		if c.CSV {
			table, err := api.SharePicksCSV(ctx, c.ID)
			if err == nil {
				_, err = con.out.Write(table)
			}
			return err
		}
		table := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "FILE\tPHOTO\tTITLE\tPICKED BY\tAT")
		for page := 1; ; page++ {
			picks, pagination, err := api.SharePicks(ctx, c.ID, page)
			if err != nil {
				return err
			}
			for _, p := range picks {
				fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\n", p.FileName, p.PhotoID, p.Title, p.PickedBy, p.PickedAt.Local().Format("2006-01-02 15:04"))
			}
			if !pagination.HasNext {
				return table.Flush()
			}
		}
	})
}

type shareDeleteCommand struct {
	ID int64 `arg:"" help:"The share's id."`
}

// Run deletes the share.
func (c shareDeleteCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		if err := api.DeleteShare(ctx, c.ID); err != nil {
			return err
		}
		_, err := fmt.Fprintf(con.out, "Deleted share %d.\n", c.ID)
		return err
	})
}
