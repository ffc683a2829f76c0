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
	server := os.Getenv(PostgresVariable)
	if server == "" {
		t.Skipf("%s is not set: run the tests as `scripts/with-postgres go test …` (make test does)", PostgresVariable)
	}
	location, err := url.Parse(server)
	if err != nil {
		t.Fatalf("%s: %v", PostgresVariable, err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	execute(t, server, "CREATE DATABASE "+name+" TEMPLATE template0")
	t.Cleanup(func() { execute(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	location.Path = "/" + name
	return location.String()
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
