package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// connect calls fn with a client of the service on the data directory: of the
// running server if there is one, else of a service started for this command.
// So there is never a second writer beside a server.
func connect(ctx context.Context, cfg app.Config, con console, fn func(context.Context, *client.Client) error) error {
	// Warnings are for those who serve; what fails here the command itself says.
	log := slog.New(slog.NewTextHandler(con.err, &slog.HandlerOptions{Level: slog.LevelError}))
	cfg.Addr = "127.0.0.1:0"
	a, err := app.New(ctx, cfg, log)
	if inUse, ok := errors.AsType[*app.InUseError](err); ok && inUse.Address != "" {
		tokens, err := app.OperatorTokens(cfg)
		if err != nil {
			return err
		}
		return fn(ctx, client.New("http://"+inUse.Address, tokens))
	}
	if err != nil {
		return err
	}
	showFirstPassword(con, &cfg, a)
	return runWith(ctx, a, cfg, fn)
}

// runWith serves while fn works.
func runWith(ctx context.Context, a *app.App, cfg app.Config, fn func(context.Context, *client.Client) error) error {
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- a.Run(serving) }()
	tokens, err := app.OperatorTokens(cfg)
	if err == nil {
		err = fn(ctx, client.New("http://"+a.Addr(), tokens))
	}
	stop()
	return errors.Join(err, <-ended)
}
