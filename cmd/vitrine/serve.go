package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/vitrine-photos/vitrine/internal/app"
)

type serveCommand struct{}

// Run serves until it is interrupted, then lets requests and jobs end.
func (serveCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	a, err := app.New(ctx, *cfg, newLog(*cfg, con))
	if err != nil {
		return err
	}
	showFirstPassword(con, cfg, a)
	fmt.Fprintf(con.out, "Vitrine serves http://%s\n", a.Addr())
	return a.Run(ctx)
}

// showFirstPassword tells the password that was made up for the first user, if
// this start made one: it is kept nowhere in the clear.
func showFirstPassword(con console, cfg *app.Config, a *app.App) {
	if password := a.FirstPassword(); password != "" {
		fmt.Fprintf(con.out, "\nThe first user is %s with the password %s\nIt is shown this once; change it after signing in.\n\n", cfg.AdminUsername, password)
	}
}

func newLog(cfg app.Config, con console) *slog.Logger {
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(con.err, nil))
	}
	return slog.New(slog.NewTextHandler(con.err, nil))
}
