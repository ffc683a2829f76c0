// Command vitrine serves a photo portfolio, and manages it from the command
// line.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/vitrine-photos/vitrine/internal/app"
	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func main() {
	imaging.RunIfWorker()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	console := console{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	err := run(ctx, os.Args[1:], os.Environ(), console)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "vitrine:", err)
		os.Exit(1)
	}
}

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// commands is the grammar of the command line.
type commands struct {
	app.Config

	Serve   serveCommand   `cmd:"" help:"Serve the site and the API."`
	Import  importCommand  `cmd:"" help:"Import a folder of photographs. The folder itself is only read."`
	User    userCommand    `cmd:"" help:"Manage users."`
	Share   shareCommand   `cmd:"" help:"Show chosen photos to whoever has a link, and see what they picked."`
	Webhook webhookCommand `cmd:"" help:"Help those who receive webhooks."`
	Backup  backupCommand  `cmd:"" help:"Copy the library to a folder, also while it is served."`
	Restore restoreCommand `cmd:"" help:"Bring back a backup into an empty data directory."`
	Verify  verifyCommand  `cmd:"" help:"Read every file of a folder of backups, or of the library, and say which is not as it was written."`
	Export  exportCommand  `cmd:"" help:"Write the public site to a folder, as files that any web server can serve."`
	Doctor  doctorCommand  `cmd:"" help:"Say what is missing or wrong, and how to mend it."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// run carries out one command. Environ holds "KEY=value" strings.
func run(ctx context.Context, args, environ []string, con console) error {
	var cli commands
	getenv := lookup(environ)
	exited := errors.New("exited")
	parser, err := kong.New(&cli,
		kong.Name("vitrine"),
		kong.Description("A photo portfolio: public site and HTTP API in one program.\n\nEvery flag can also be set by an environment variable: --base-url is VITRINE_BASE_URL. Secrets are read from the environment only."),
		kong.Writers(con.out, con.err),
		kong.Resolvers(environmentResolver(getenv)),
		kong.Exit(func(int) { panic(exited) }), // only --help exits
		kong.UsageOnError(),
	)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil && p != exited { //nolint:errorlint // nobody wraps it on its way
			panic(p)
		}
	}()
	parsed, err := parser.Parse(orHelp(args))
	if err != nil {
		return err
	}
	cli.ReadSecrets(getenv)
	cli.FindStrangers(environ, flagNames(parser.Model.Node))
	if err := cli.Validate(); err != nil {
		return err
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	return parsed.Run(&cli.Config, con)
}

// orHelp makes the flag of "vitrine help" and "vitrine help serve", and of saying
// nothing at all.
func orHelp(args []string) []string {
	const flag = "--help"
	switch {
	case len(args) == 0:
		return []string{flag}
	case args[0] == "help":
		return append(args[1:len(args):len(args)], flag)
	}
	return args
}

// flagNames lists the flags of a command and of those below it.
func flagNames(command *kong.Node) (names []string) {
	for _, flag := range command.Flags {
		names = append(names, flag.Name)
	}
	for _, child := range command.Children {
		names = append(names, flagNames(child)...)
	}
	return names
}

// environmentResolver gives each flag the value of its VITRINE_… variable.
func environmentResolver(getenv func(string) string) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		if value := getenv(app.EnvName(flag.Name)); value != "" {
			return value, nil
		}
		return nil, nil
	})
}

func lookup(environ []string) func(string) string {
	values := map[string]string{}
	for _, entry := range environ {
		key, value, _ := strings.Cut(entry, "=")
		values[key] = value
	}
	return func(key string) string { return values[key] }
}
