package main

import (
	"fmt"
	"runtime"

	"github.com/vitrine-photos/vitrine/internal/app"
)

type versionCommand struct{}

// Run prints the version of the program and of the Go it was built with.
func (versionCommand) Run(con console) error {
	_, err := fmt.Fprintf(con.out, "vitrine %s (%s, %s/%s)\n", app.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
