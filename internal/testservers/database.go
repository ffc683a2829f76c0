package testservers

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// PostgresVariable names the environment variable with the URL of the
// PostgreSQL that a run of tests shares. Its user must be allowed to create
// databases.
const PostgresVariable = "VITRINE_TEST_POSTGRES"

// NewDatabase returns the URL of an empty PostgreSQL database of the test's
// own, which is dropped when the test ends. Without a server it skips the test.
func NewDatabase(t testing.TB) string {
	t.Helper()
	return cloneOf(t, serverURL(t), "template0")
}

// NewDatabaseFrom is NewDatabase with a copy of a template instead of an empty
// database. The first test that names a template makes it: prepare fills the
// empty database at the URL and closes every connection to it. All processes
// that test against the server share its templates.
func NewDatabaseFrom(t testing.TB, template string, prepare func(url string) error) string {
	t.Helper()
	server := serverURL(t)
	name := "template_" + template
	if err := ensureTemplate(context.Background(), server, name, prepare); err != nil {
		t.Fatal(err)
	}
	return cloneOf(t, server, name)
}

// serverURL is that of the server's maintenance database.
func serverURL(t testing.TB) string {
	t.Helper()
	server := os.Getenv(PostgresVariable)
	if server == "" {
		t.Skipf("%s is not set: run the tests as `scripts/with-postgres go test …` (make test does)", PostgresVariable)
	}
	return server
}

func cloneOf(t testing.TB, server, template string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	execute(t, server, "CREATE DATABASE "+name+" TEMPLATE "+template)
	t.Cleanup(func() { execute(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	location, err := databaseURL(server, name)
	if err != nil {
		t.Fatal(err)
	}
	return location
}

func databaseURL(server, name string) (string, error) {
	location, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("%s: %w", PostgresVariable, err)
	}
	location.Path = "/" + name
	return location.String(), nil
}

// ensureTemplate makes a template that is missing. It becomes one, which nobody
// can connect to, only when it is complete: a database of that name that is not
// one was left by a test that was killed.
func ensureTemplate(ctx context.Context, server, name string, prepare func(url string) error) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return fmt.Errorf("%s: %w", PostgresVariable, err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext($1))", name); err != nil {
		return err
	}
	var complete bool
	const ask = "SELECT count(*) = 1 FROM pg_database WHERE datname = $1 AND datistemplate"
	if err := conn.QueryRow(ctx, ask, name).Scan(&complete); err != nil || complete {
		return err
	}
	location, err := databaseURL(server, name)
	if err != nil {
		return err
	}
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name + " TEMPLATE template0"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	if err := prepare(location); err != nil {
		return fmt.Errorf("prepare the template %s: %w", name, err)
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+name+" WITH ALLOW_CONNECTIONS false IS_TEMPLATE true")
	return err
}

func execute(t testing.TB, server, statement string) {
	t.Helper()
	if err := runStatement(context.Background(), server, statement); err != nil {
		t.Fatal(err)
	}
}

func runStatement(ctx context.Context, server, statement string) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return fmt.Errorf("%s: %w", PostgresVariable, err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}
