package testservers_test

import (
	"context"
	"net/url"
	"os"
	"runtime"
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
