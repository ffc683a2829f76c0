package testservers_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine-photos/vitrine/internal/testservers"
)

func TestStartPostgresLeavesNothingBehind(t *testing.T) {
	if os.Getenv(testservers.PostgresVariable) == "" {
		t.Skipf("%s is not set, so PostgreSQL may not be installed", testservers.PostgresVariable)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	server, err := testservers.StartPostgres(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t, server.URL)
	if got := query(t, conn, "SHOW listen_addresses"); got != "" {
		t.Errorf("listens on the network: %q", got)
	}
	location, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}

	if err := server.Stop(); err != nil {
		t.Fatalf("Stop with a connected client: %v", err)
	}
	if _, err := os.Stat(location.Query().Get("host")); !os.IsNotExist(err) {
		t.Errorf("its directory is still there: %v", err)
	}
	if _, err := pgx.Connect(t.Context(), server.URL); err == nil {
		t.Error("it still answers")
	}
}

func TestNewDatabase(t *testing.T) {
	t.Parallel()
	var dropped string
	t.Run("each test has its own", func(t *testing.T) {
		first := testservers.NewDatabase(t)
		dropped = first
		if _, err := connect(t, first).Exec(t.Context(), "CREATE TABLE mine ()"); err != nil {
			t.Fatal(err)
		}
		second := connect(t, testservers.NewDatabase(t))
		if n := query(t, second, "SELECT count(*)::text FROM pg_tables WHERE tablename = 'mine'"); n != "0" {
			t.Errorf("one test's table shows in the database of another")
		}
	})
	if dropped == "" {
		t.Skip("no PostgreSQL")
	}
	if _, err := pgx.Connect(t.Context(), dropped); err == nil {
		t.Error("the database outlives its test")
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // it may have been dropped under us
	return conn
}

func query(t *testing.T, conn *pgx.Conn, statement string) (answer string) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), statement).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return answer
}

func TestNewDatabaseFrom(t *testing.T) {
	t.Parallel()
	prepared := 0
	prepare := func(url string) error {
		prepared++
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			return err
		}
		_, err = conn.Exec(t.Context(), "CREATE TABLE mine AS SELECT 1 AS one")
		return errors.Join(err, conn.Close(t.Context()))
	}
	name := "test_" + strings.ToLower(rand.Text())
	failure := errors.New("no luck")
	if err := testservers.EnsureTemplate(t, name, func(string) error { return failure }); !errors.Is(err, failure) {
		t.Fatalf("a template that cannot be prepared: %v", err)
	}
	for range 2 {
		conn := connect(t, testservers.NewDatabaseFrom(t, name, prepare))
		if n := query(t, conn, "SELECT count(*)::text FROM mine"); n != "1" {
			t.Errorf("the copy has %s rows, not the template's one", n)
		}
		if _, err := conn.Exec(t.Context(), "DELETE FROM mine"); err != nil {
			t.Fatal(err)
		}
	}
	if prepared != 1 {
		t.Errorf("prepared %d times", prepared)
	}
}
