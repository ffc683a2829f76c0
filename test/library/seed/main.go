// Command seed makes a library of many photos in a data directory, to look at or
// to measure: `make seed N=100000`.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/test/library"
)

func main() {
	imaging.RunIfWorker()
	photos := flag.Int("n", 10_000, "how many photos")
	data := flag.String("data", "seeded", "data directory, which must be empty or new")
	pictures := flag.String("pictures", "testdata/demo", "folder of the JPEGs that the photos share")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *photos, *data, *pictures); err != nil {
		fmt.Fprintln(os.Stderr, "seed:", err)
		os.Exit(1) //nolint:gocritic // nothing is left to end
	}
}

func run(ctx context.Context, photos int, data, folder string) error {
	if entries, err := os.ReadDir(data); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty", data)
	}
	pictures, err := filepath.Glob(filepath.Join(folder, "*.jpg"))
	if err != nil || len(pictures) == 0 {
		return fmt.Errorf("no JPEG in %s", folder)
	}
	began := time.Now()
	cfg := library.Config(data)
	cfg.DatabaseURL = os.Getenv("VITRINE_DATABASE_URL")
	err = library.Fill(ctx, cfg, photos, pictures, func(done int) {
		fmt.Fprintf(os.Stderr, "\r%d of %d photos, %s", done, photos, time.Since(began).Round(time.Second))
	})
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return err
	}
	fmt.Printf("Look at it with: bin/vitrine serve --data %s (user %s, password %q)\n", data, cfg.AdminUsername, cfg.AdminPassword)
	return nil
}
