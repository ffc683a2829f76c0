// Package sandbox locks a process in before it looks at bytes that nobody
// trusts: it can read the shared libraries and fonts it needs and nothing else,
// write no file, open no socket, start no program, and neither signal nor trace
// another process, nor change its limits or its share of the processor.
//
// The kernel binds these rules to a thread and to what it starts, and a Go
// program has several threads from its first line on. So the program enters the
// sandbox on one thread and then executes itself again: every thread of the new
// image is born inside. Confine is the first half and does not return when it
// succeeds; Seal is the second.
//
// Landlock(7), seccomp(2), setrlimit(2) and prctl(2) describe the means.
package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// Rules says what the confined process may still do.
type Rules struct {
	Read         []string // files and folders it may read; what is missing is left out
	AddressSpace uint64   // bytes; 0: no limit
	OpenFiles    uint64
}

// self is the running program, even after its file was replaced or removed.
const self = "/proc/self/exe"

// Confine puts the process under the rules and executes the running program
// again with args and env. It returns only on error. A kernel without Landlock is
// no error: Report tells.
func Confine(rules Rules, args, env []string) error {
	runtime.LockOSThread()
	if err := limit(rules); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("sandbox: no_new_privs: %w", err)
	}
	if err := restrictFiles(rules.Read); err != nil {
		return err
	}
	if err := filterCalls(denied(), 0); err != nil {
		return err
	}
	return fmt.Errorf("sandbox: execute again: %w", unix.Exec(self, args, env))
}

// Seal takes away what Confine still needed: from here on the process, with all
// its threads, can start no program and no other process.
func Seal() error {
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("sandbox: not dumpable: %w", err)
	}
	return filterCalls(sealed(), unix.SECCOMP_FILTER_FLAG_TSYNC)
}

// limit sets the resource limits.
func limit(rules Rules) error {
	limits := []struct {
		name     string
		resource int
		value    uint64
	}{
		{"core files", unix.RLIMIT_CORE, 0},
		{"file size", unix.RLIMIT_FSIZE, 0},
		{"open files", unix.RLIMIT_NOFILE, rules.OpenFiles},
		{"address space", unix.RLIMIT_AS, rules.AddressSpace},
	}
	for _, l := range limits {
		if l.resource == unix.RLIMIT_AS && l.value == 0 {
			continue
		}
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: l.value, Max: l.value}); err != nil {
			return fmt.Errorf("sandbox: limit of %s: %w", l.name, err)
		}
	}
	return nil
}

// LibraryPaths returns what a process needs to read so that the dynamic linker
// finds shared libraries, and fontconfig fonts.
func LibraryPaths() []string {
	return []string{
		"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
		"/etc/ld.so.cache",
		"/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts",
		"/usr/share/fontconfig", "/var/cache/fontconfig",
	}
}

// Attempt is one try of a confined process to break out.
type Attempt struct {
	Name   string // what was tried, in words
	Held   bool   // the sandbox stopped it
	Detail string // what the kernel said
}

// Targets are things outside that TryEscape reaches for. They must exist and be
// within reach of an unconfined process, or the trial proves nothing.
type Targets struct {
	Files  []string // to read
	Folder string   // to write in
	PID    int      // a process to signal
}

// TryEscape tries to get out of the sandbox that the process is in.
func TryEscape(t Targets) []Attempt {
	var tried []Attempt
	try := func(name string, err error) {
		held := errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.EFBIG)
		detail := "it worked"
		if err != nil {
			detail = err.Error()
		}
		tried = append(tried, Attempt{Name: name, Held: held, Detail: detail})
	}
	for _, name := range t.Files {
		_, err := os.ReadFile(name)
		try("read "+name, err)
	}
	try("write a file in "+t.Folder, os.WriteFile(filepath.Join(t.Folder, "escaped"), []byte("out"), 0o600))
	_, err := os.ReadDir(t.Folder)
	try("list "+t.Folder, err)
	try("open an internet socket", openSocket(unix.AF_INET))
	try("open a local socket", openSocket(unix.AF_UNIX))
	try("start a program", unix.Exec(self, []string{"escaped"}, nil))
	try("signal the service", unix.Kill(t.PID, 0))
	try("reach the limits of the service", unix.Prlimit(t.PID, unix.RLIMIT_NOFILE, nil, nil))
	try("set the priority of the service", keepPriority(t.PID))
	return tried
}

// keepPriority gives a process the priority that it has, so that it takes no harm
// where this works.
func keepPriority(pid int) error {
	inverted, err := unix.Getpriority(unix.PRIO_PROCESS, pid) // the kernel gives 20 less the priority
	if err != nil {
		return err
	}
	return unix.Setpriority(unix.PRIO_PROCESS, pid, 20-inverted)
}

// openSocket opens and closes a socket of the family.
func openSocket(family int) error {
	fd, err := unix.Socket(family, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}
