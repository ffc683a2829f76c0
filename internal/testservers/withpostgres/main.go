// Command withpostgres runs the command it is given beside a throwaway
// PostgreSQL, whose URL the command finds in VITRINE_TEST_POSTGRES, and exits
// as the command did. A URL that is already there is left alone.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/vitrine-photos/vitrine/internal/testservers"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: with-postgres COMMAND [ARGUMENT]…")
		os.Exit(2)
	}
	code, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "with-postgres:", err)
	}
	os.Exit(code)
}

// run returns the command's exit status, or 1 with the reason why it could not
// be had.
func run(name string, args []string) (code int, err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if os.Getenv(testservers.PostgresVariable) == "" {
		runtime.LockOSThread() // the cluster ends with this thread
		server, err := testservers.StartPostgres(ctx)
		if err != nil {
			return 1, err
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
		cmd.Env = append(os.Environ(), testservers.PostgresVariable+"="+server.URL)
	}
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.Exited() {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
