package testservers

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// startTimeout is how long a cluster may take to answer on a loaded machine.
const startTimeout = time.Minute

// Postgres is a running throwaway cluster. It keeps nothing safe (fsync is
// off) and listens on a Unix socket in its own directory only, so that it
// meets no other server and no other user.
type Postgres struct {
	URL string // of its maintenance database

	dir     string
	server  *exec.Cmd
	exited  chan struct{} // closed when the server process is gone
	account *syscall.Credential
}

// StartPostgres makes a cluster in a new temporary directory and waits until it
// answers. It uses the newest PostgreSQL of Debian's packages, else the one on
// PATH; as root it runs it as the user postgres, since PostgreSQL refuses root.
//
// The kernel ends the server together with the thread that called
// StartPostgres, even when the process is killed: call it from a goroutine
// that is locked to a thread which lives as long as the process.
func StartPostgres(ctx context.Context) (*Postgres, error) {
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "vitrine-postgres-")
	if err != nil {
		return nil, err
	}
	p := &Postgres{dir: dir, exited: make(chan struct{}), account: account}
	p.URL = (&url.URL{
		Scheme: "postgres", User: url.User("postgres"), Path: "/postgres",
		RawQuery: url.Values{"host": {dir}, "sslmode": {"disable"}}.Encode(),
	}).String()
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if err := p.start(ctx); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

func (p *Postgres) start(ctx context.Context) error {
	bin, err := postgresBin()
	if err != nil {
		return err
	}
	if p.account != nil {
		if err := os.Chown(p.dir, int(p.account.Uid), int(p.account.Gid)); err != nil {
			return err
		}
	}
	data := filepath.Join(p.dir, "data")
	initdb := p.command(filepath.Join(bin, "initdb"), "--pgdata", data, "--username", "postgres",
		"--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return p.serve(ctx, filepath.Join(bin, "postgres"), data)
}

func (p *Postgres) serve(ctx context.Context, program, data string) error {
	log, err := os.Create(filepath.Join(p.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	server := p.command(program, "-D", data, "-k", p.dir, "-c", "listen_addresses=", "-c", "max_connections=300",
		"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	server.Stdout, server.Stderr = log, log
	if err := server.Start(); err != nil {
		return err
	}
	p.server = server
	go func() {
		_ = server.Wait() // how it ended is in its log
		close(p.exited)
	}()
	return p.waitReady(ctx)
}

func (p *Postgres) waitReady(ctx context.Context) error {
	for {
		conn, err := pgx.Connect(ctx, p.URL)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-p.exited:
			log, _ := os.ReadFile(filepath.Join(p.dir, "log"))
			return fmt.Errorf("PostgreSQL did not start:\n%s", log)
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop ends the server, whoever is still connected, and removes its directory.
func (p *Postgres) Stop() error {
	if p.server != nil {
		// SIGQUIT ends it at once: there is nothing to be saved.
		if err := p.server.Process.Signal(syscall.SIGQUIT); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		<-p.exited
	}
	return os.RemoveAll(p.dir)
}

// command prepares a program that runs as the account, away from the
// terminal's signals, and ends with the calling thread.
func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGQUIT, Credential: p.account}
	return cmd
}

// unprivileged returns the account to run PostgreSQL as, or nil to stay who we are.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL cannot run as root, and its own user is missing (make deps-test): %w", err)
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// postgresBin returns the folder of the server's programs. Debian keeps them
// off PATH, one folder for each major version.
func postgresBin() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/[1-9][0-9]/bin/postgres")
	if err != nil {
		return "", err
	}
	if len(found) > 0 {
		return filepath.Dir(slices.Max(found)), nil
	}
	onPath, err := exec.LookPath("postgres")
	if err != nil {
		return "", fmt.Errorf("PostgreSQL is not installed (make deps-test): %w", err)
	}
	return filepath.Dir(onPath), nil
}
