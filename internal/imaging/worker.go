package imaging

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"

	"github.com/vitrine-photos/vitrine/internal/imaging/sandbox"
	"github.com/vitrine-photos/vitrine/internal/imaging/vips"
	"github.com/vitrine-photos/vitrine/internal/imaging/wire"
)

// The names under which the program executes itself: first to enter the sandbox,
// then to work in it.
const (
	sandboxStage = "vitrine: picture sandbox"
	workerStage  = "vitrine: picture decoder"
)

// The pipes of a worker.
const (
	requestFD = 3
	answerFD  = 4
)

// workerSetup is what a worker is told when it is started.
type workerSetup struct {
	Library string // path of libvips' shared library; "": the system's
}

// hello is what a worker says when it is ready.
type hello struct {
	Version string
	Decodes []Type
	Encodes []Type
	Sandbox Confinement
}

// job is one picture for a worker. Its bytes follow as a body.
type job struct {
	Size       int64
	MaxPixels  int64
	HeaderOnly bool // stop after the metadata
	Plan       Plan
}

// RunIfWorker does the work of a decoder process and exits, if this process was
// started as one; else it returns at once. It must come before anything else in
// main.
func RunIfWorker() {
	if len(os.Args) != 2 {
		return
	}
	switch os.Args[0] {
	case sandboxStage:
		fail(enterSandbox(os.Args[1]))
	case workerStage:
		if err := runWorker(os.Args[1]); err != nil {
			fail(err)
		}
		os.Exit(0)
	}
}

// fail ends a decoder process. What it writes reaches the service's log.
func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// enterSandbox executes the program again inside the sandbox. It returns only if
// that fails.
func enterSandbox(setup string) error {
	var s workerSetup
	if err := json.Unmarshal([]byte(setup), &s); err != nil {
		return fmt.Errorf("imaging: setup of a worker: %w", err)
	}
	rules := sandbox.Rules{Read: sandbox.LibraryPaths(), AddressSpace: addressSpace, OpenFiles: 64}
	if s.Library != "" {
		rules.Read = append(rules.Read, filepath.Dir(s.Library))
	}
	return sandbox.Confine(rules, []string{workerStage, setup}, workerEnvironment(s.Library))
}

// runWorker serves jobs until the service closes the pipe.
func runWorker(setup string) error {
	runtime.LockOSThread() // libvips keeps caches per thread
	conn := wire.New(os.NewFile(requestFD, "requests"), os.NewFile(answerFD, "answers"))
	var s workerSetup
	if err := json.Unmarshal([]byte(setup), &s); err != nil {
		return fmt.Errorf("imaging: setup of a worker: %w", err)
	}
	lib, err := vips.Load(s.Library)
	if err != nil {
		return conn.SendJSON(wire.Failure, noLibrary(err))
	}
	if err := sandbox.Seal(); err != nil {
		return err
	}
	w := &worker{conn: conn, lib: lib}
	if err := conn.SendJSON(wire.Hello, w.hello()); err != nil {
		return err
	}
	for {
		if err := w.serve(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// worker answers the service, one job after the other.
type worker struct {
	conn *wire.Conn
	lib  *vips.Library
}

// hello tells what the worker can do.
func (w *worker) hello() hello {
	h := hello{
		Version: w.lib.Version(),
		Sandbox: Confinement{Landlock: sandbox.LandlockVersion(), Seccomp: true},
	}
	for _, t := range Types() {
		if w.lib.Has(t.decoder()) {
			h.Decodes = append(h.Decodes, t)
		}
	}
	for _, t := range []Type{JPEG, WebP, AVIF} {
		if w.lib.Has(t.encoder()) {
			h.Encodes = append(h.Encodes, t)
		}
	}
	return h
}

// serve answers one request. An error means that the conversation is over.
func (w *worker) serve() error {
	kind, payload, err := w.conn.Receive()
	if err != nil {
		return err
	}
	switch kind {
	case wire.Job:
		return w.serveJob(payload)
	case wire.Probe:
		return w.serveProbe(payload)
	default:
		return fmt.Errorf("%w: request %q", wire.ErrProtocol, rune(kind))
	}
}

// serveProbe tries to break out.
func (w *worker) serveProbe(payload []byte) error {
	var targets sandbox.Targets
	if err := json.Unmarshal(payload, &targets); err != nil {
		return fmt.Errorf("%w: %w", wire.ErrProtocol, err)
	}
	return w.conn.SendJSON(wire.Report, sandbox.TryEscape(targets))
}

// serveJob receives a picture and answers with what is made of it.
func (w *worker) serveJob(payload []byte) error {
	var j job
	if err := json.Unmarshal(payload, &j); err != nil {
		return fmt.Errorf("%w: %w", wire.ErrProtocol, err)
	}
	data, free, err := w.receive(j.Size)
	if err != nil {
		return err
	}
	defer free()
	summary, err := w.process(data, j)
	if failure, ok := errors.AsType[*Error](err); ok {
		return w.conn.SendJSON(wire.Failure, failure)
	}
	if err != nil {
		return err
	}
	return w.conn.SendJSON(wire.Summary, summary)
}

// receive reads the body of a job into memory of its own, which goes back to the
// system whole when it is freed.
func (w *worker) receive(size int64) ([]byte, func(), error) {
	body := w.conn.Body(size)
	if size == 0 {
		_, err := io.Copy(io.Discard, body)
		return nil, func() {}, err
	}
	data, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, nil, fmt.Errorf("imaging: %d bytes for the picture: %w", size, err)
	}
	free := func() { _ = unix.Munmap(data) }
	if _, err := io.ReadFull(body, data); err != nil {
		free()
		return nil, nil, err
	}
	if _, err := io.Copy(io.Discard, body); err != nil { // the end of the body
		free()
		return nil, nil, err
	}
	return data, free, nil
}

// process reads, decodes and derives one picture. Its errors are *Error, but for
// those of the pipes.
func (w *worker) process(data []byte, j job) (Summary, error) {
	p, err := openPicture(w.lib, data, j.MaxPixels)
	if err != nil {
		return Summary{}, err
	}
	defer p.close()
	metadata := p.metadata()
	if err := w.conn.SendJSON(wire.Metadata, metadata); err != nil {
		return Summary{}, err
	}
	summary := Summary{Width: p.upright.width, Height: p.upright.height}
	if j.HeaderOnly {
		return summary, nil
	}
	set, err := p.derive(j.Plan)
	if err != nil {
		return Summary{}, err
	}
	defer set.free()
	credit := exifBlock{artist: metadata.Creator, copyright: metadata.Copyright}.bytes()
	for _, t := range set.targets {
		if err := w.sendRendition(set, t, credit); err != nil {
			return Summary{}, err
		}
	}
	return set.summarize(summary)
}

// sendRendition encodes one derivative and sends it.
func (w *worker) sendRendition(set *bitmaps, t target, credit []byte) error {
	encoded, err := set.encode(t, credit)
	if err != nil {
		return err
	}
	r := Rendition{Name: t.Name, Type: t.Format, Width: t.size.width, Height: t.size.height, Size: int64(len(encoded))}
	if err := w.conn.SendJSON(wire.Rendition, r); err != nil {
		return err
	}
	return w.conn.SendBody(encoded)
}
