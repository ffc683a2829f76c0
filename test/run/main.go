// Command run carries out `make test`: its parts in two lanes beside each other,
// then a report of what each took, the slowest tests, and the tests that failed,
// each with the command that runs it alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	quick := flag.Bool("quick", false, "run only what needs no server, no browser and no Node")
	flag.Parse()
	plan := fullPlan()
	if *quick {
		plan = quickPlan()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	passed, err := run(ctx, plan)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if !passed {
		os.Exit(1)
	}
}

// run carries out a plan and returns whether everything passed.
func run(ctx context.Context, plan [][]part) (passed bool, err error) {
	unlock, err := lockCheckout()
	if err != nil {
		return false, err
	}
	defer unlock()
	scratch, err := makeScratch()
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(scratch)
	r := newReport(os.Stdout)
	runLanes(ctx, r, plan, scratch)
	r.finish()
	return r.passed() && ctx.Err() == nil, ctx.Err()
}
