package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

type userCommand struct {
	Add    userAddCommand    `cmd:"" help:"Add a user. The password is asked for, or read from standard input."`
	List   userListCommand   `cmd:"" help:"List the users."`
	Passwd userPasswdCommand `cmd:"" help:"Give a user a new password, and end that user's sessions."`
}

type userAddCommand struct {
	Username    string `arg:"" help:"Name to sign in with."`
	Email       string `required:"" help:"E-mail address."`
	Role        string `default:"user" enum:"super_admin,admin,editor,user" help:"One of ${enum}."`
	DisplayName string `help:"Name shown to others."`
}

// Run adds the user.
func (c userAddCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	password, err := readPassword(con)
	if err != nil {
		return err
	}
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		user, err := api.CreateUser(ctx, client.NewUser{
			Username: c.Username, Email: c.Email, Password: password, Role: c.Role, DisplayName: c.DisplayName,
		})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(con.out, "Added %s (%s).\n", user.Username, user.Role)
		return err
	})
}

type userListCommand struct{}

// Run prints a table of all users.
func (userListCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		table := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "USERNAME\tROLE\tEMAIL\tACTIVE")
		for page := 1; ; page++ {
			users, pagination, err := api.Users(ctx, "", page)
			if err != nil {
				return err
			}
			for _, u := range users {
				fmt.Fprintf(table, "%s\t%s\t%s\t%t\n", u.Username, u.Role, u.Email, u.IsActive)
			}
			if !pagination.HasNext {
				return table.Flush()
			}
		}
	})
}

type userPasswdCommand struct {
	Username string `arg:"" help:"Whose password to change."`
}

// Run changes the password.
func (c userPasswdCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	password, err := readPassword(con)
	if err != nil {
		return err
	}
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		id, err := findUser(ctx, api, c.Username)
		if err != nil {
			return err
		}
		if err := api.SetPassword(ctx, id, password); err != nil {
			return err
		}
		_, err = fmt.Fprintf(con.out, "Changed the password of %s.\n", c.Username)
		return err
	})
}

func findUser(ctx context.Context, api *client.Client, username string) (int64, error) {
	for page := 1; ; page++ {
		users, pagination, err := api.Users(ctx, username, page)
		if err != nil {
			return 0, err
		}
		for _, u := range users {
			if strings.EqualFold(u.Username, username) {
				return u.ID, nil
			}
		}
		if !pagination.HasNext {
			return 0, fmt.Errorf("there is no user %q; see `vitrine user list`", username)
		}
	}
}

// readPassword asks twice without echo on a terminal, else reads one line.
func readPassword(con console) (string, error) {
	file, ok := con.in.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		line, err := bufio.NewReader(con.in).ReadString('\n')
		if line == "" && err != nil {
			return "", fmt.Errorf("read the password from standard input: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	first, err := ask(con, file, "Password: ")
	if err != nil {
		return "", err
	}
	second, err := ask(con, file, "Again: ")
	if err != nil {
		return "", err
	}
	if first != second {
		return "", errors.New("the two passwords differ")
	}
	return first, nil
}

func ask(con console, terminal *os.File, prompt string) (string, error) {
	fmt.Fprint(con.err, prompt)
	password, err := term.ReadPassword(int(terminal.Fd()))
	fmt.Fprintln(con.err)
	return string(password), err
}
