package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/vitrine-photos/vitrine/internal/app"
)

type doctorCommand struct{}

// Run prints one line for each finding. It fails if something must be mended.
func (doctorCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	broken := false
	for _, f := range app.Diagnose(ctx, *cfg) {
		fmt.Fprintf(con.out, "%-5s %s: %s\n", f.Level, f.Subject, f.Text)
		if f.Remedy != "" {
			fmt.Fprintf(con.out, "      → %s\n", f.Remedy)
		}
		broken = broken || f.Level == app.Broken
	}
	if broken {
		return errors.New("something must be mended before Vitrine works as it should")
	}
	return nil
}
