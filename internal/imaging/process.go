package imaging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/vitrine-photos/vitrine/internal/imaging/sandbox"
	"github.com/vitrine-photos/vitrine/internal/imaging/wire"
)

// startDeadline is how long a process may take until it is ready.
const startDeadline = 20 * time.Second

// process is a decoder process as the service sees it: one job at a time, never
// believed, killed when in doubt.
type process struct {
	cmd     *exec.Cmd
	conn    *wire.Conn
	request *os.File // our end of the pipe to it
	answer  *os.File // our end of the pipe from it
	stderr  *tail
	hello   hello

	left    time.Duration // what remains of the deadline; spent only while waiting for the process
	jobs    int
	between bool // it has ended its last job properly and awaits the next

	waited sync.Once
	state  error // how it ended
}

// startProcess starts a process and waits until it is ready.
func startProcess(ctx context.Context, config Config) (*process, error) {
	setup, err := json.Marshal(workerSetup{Library: config.Library})
	if err != nil {
		return nil, fmt.Errorf("imaging: %w", err)
	}
	requestIn, requestOut, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("imaging: start a decoder: %w", err)
	}
	answerIn, answerOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("imaging: start a decoder: %w", err), requestIn.Close(), requestOut.Close())
	}

	w := &process{request: requestOut, answer: answerIn, stderr: &tail{}, left: startDeadline}
	w.conn = wire.New(limitedFile{w, answerIn}, limitedFile{w, requestOut})
	w.cmd = &exec.Cmd{
		Path:       "/proc/self/exe",
		Args:       []string{sandboxStage, string(setup)},
		Env:        workerEnvironment(config.Library),
		Stderr:     w.stderr,
		ExtraFiles: []*os.File{requestIn, answerOut},
		// A group of its own keeps Ctrl-C in a terminal from cutting jobs short; the
		// signal at the parent's death keeps it from being left behind.
		SysProcAttr: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true},
		WaitDelay:   time.Second,
	}
	err = w.cmd.Start()
	// The ends of the process are its own now: were they open here too, its death
	// would not end the wait for its answer.
	requestIn.Close()
	answerOut.Close()
	if err != nil {
		w.closePipes()
		return nil, fmt.Errorf("imaging: start a decoder: %w", err)
	}
	stop := context.AfterFunc(ctx, w.kill)
	defer stop()
	if err := w.greet(); err != nil {
		w.stop()
		return nil, err
	}
	return w, nil
}

// workerEnvironment is the whole environment of a process. The allocator's
// settings keep it from holding much memory between pictures, without giving
// every buffer back to the kernel, which would take a twelfth of the time. The
// service's own environment may hold secrets and stays outside.
func workerEnvironment(library string) []string {
	env := []string{
		"LANG=C.UTF-8",
		"VIPS_CONCURRENCY=1",
		"VIPS_BLOCK_UNTRUSTED=1",
		"VIPS_DISC_THRESHOLD=16g", // it may write no file, so it must not want to
		"MALLOC_ARENA_MAX=2",
		"MALLOC_MMAP_THRESHOLD_=8388608",
		"MALLOC_TRIM_THRESHOLD_=33554432",
	}
	if library != "" {
		env = append(env, "LD_LIBRARY_PATH="+filepath.Dir(library))
	}
	return env
}

// greet waits for the first message of the process.
func (w *process) greet() error {
	kind, payload, err := w.conn.Receive()
	switch {
	case err != nil:
		return w.failure(fmt.Errorf("imaging: a decoder does not start: %w", err))
	case kind == wire.Failure:
		return reportedFailure(payload)
	case kind != wire.Hello:
		return w.failure(wire.ErrProtocol)
	}
	w.between = true
	if err := json.Unmarshal(payload, &w.hello); err != nil {
		return w.failure(fmt.Errorf("%w: %w", wire.ErrProtocol, err))
	}
	return nil
}

// derive gives the process one job and the sink its results.
func (w *process) derive(j job, src Source, sink Sink) (Summary, error) {
	w.between = false
	body, err := src.Open()
	if err != nil {
		return Summary{}, err
	}
	defer body.Close()
	if err := w.conn.SendJSON(wire.Job, j); err != nil {
		return Summary{}, w.failure(err)
	}
	if err := w.send(body, src.Size); err != nil {
		return Summary{}, err
	}
	made := 0
	for {
		kind, payload, err := w.conn.Receive()
		if err != nil {
			return Summary{}, w.failure(err)
		}
		switch {
		case kind == wire.Failure:
			w.between = true
			return Summary{}, reportedFailure(payload)
		case kind == wire.Metadata:
			err = w.metadata(payload, sink)
		case kind == wire.Rendition && made < len(j.Plan.Outputs):
			made++
			err = w.rendition(payload, sink)
		case kind == wire.Summary && made == len(j.Plan.Outputs):
			w.between = true
			return w.summary(payload)
		default:
			err = w.failure(wire.ErrProtocol)
		}
		if err != nil {
			return Summary{}, err
		}
	}
}

// send copies the picture to the process.
func (w *process) send(body io.Reader, size int64) error {
	buffer := make([]byte, min(size, 256<<10))
	for sent := int64(0); sent < size; {
		n, err := io.ReadFull(body, buffer[:min(size-sent, int64(len(buffer)))])
		if err != nil {
			return fmt.Errorf("imaging: read the picture: after %d of %d bytes: %w", sent+int64(n), size, err)
		}
		if err := w.conn.Send(wire.Data, buffer[:n]); err != nil {
			return w.failure(err)
		}
		sent += int64(n)
	}
	if err := w.conn.Send(wire.End, nil); err != nil {
		return w.failure(err)
	}
	return nil
}

// metadata gives the sink the metadata.
func (w *process) metadata(payload []byte, sink Sink) error {
	var m Metadata
	if err := json.Unmarshal(payload, &m); err != nil {
		return w.failure(fmt.Errorf("%w: %w", wire.ErrProtocol, err))
	}
	return sink.Metadata(m)
}

// rendition gives the sink one derivative.
func (w *process) rendition(payload []byte, sink Sink) error {
	var r Rendition
	if err := json.Unmarshal(payload, &r); err != nil {
		return w.failure(fmt.Errorf("%w: %w", wire.ErrProtocol, err))
	}
	if r.Size < 1 || r.Size > maxRendition {
		return w.failure(fmt.Errorf("%w: a derivative of %d bytes", wire.ErrProtocol, r.Size))
	}
	body := &watchedReader{r: w.conn.Body(r.Size)}
	err := sink.Rendition(r, body)
	if body.err != nil {
		return w.failure(body.err)
	}
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, body.r); err != nil {
		return w.failure(err)
	}
	return nil
}

// maxRendition bounds the bytes of one derivative: more than the largest size at
// the highest quality comes to.
const maxRendition = 1 << 30

// summary reads the end of a job.
func (w *process) summary(payload []byte) (Summary, error) {
	var s Summary
	if err := json.Unmarshal(payload, &s); err != nil {
		return Summary{}, w.failure(fmt.Errorf("%w: %w", wire.ErrProtocol, err))
	}
	return s, nil
}

// kill ends the process at once. It may be called at any time from any goroutine.
func (w *process) kill() { _ = w.cmd.Process.Kill() }

// stop ends the process and waits until it is gone.
func (w *process) stop() {
	w.kill()
	w.wait()
}

// wait frees what belongs to a process that has ended or was killed.
func (w *process) wait() {
	w.waited.Do(func() {
		w.state = w.cmd.Wait()
		w.closePipes()
	})
}

func (w *process) closePipes() {
	w.request.Close()
	w.answer.Close()
}

// residentBytes returns the memory that the process holds now.
func (w *process) residentBytes() int64 {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(w.cmd.Process.Pid) + "/statm")
	if err != nil {
		return 0
	}
	var total, resident int64
	if _, err := fmt.Sscan(string(data), &total, &resident); err != nil {
		return 0
	}
	return resident * int64(os.Getpagesize())
}

// processError is the end of an attempt through the process's own fault.
type processError struct {
	deadline bool
	detail   string
}

func (f *processError) Error() string { return f.detail }

// failure kills the process and returns why it had to go.
func (w *process) failure(cause error) error {
	w.between = false
	// Against a process that has died already, and was noticed by its closed pipes,
	// the signal does nothing: its own reason stays.
	w.kill()
	w.wait()
	if errors.Is(cause, os.ErrDeadlineExceeded) {
		return &processError{deadline: true, detail: "no answer within the time allowed"}
	}
	detail := cause.Error()
	if w.state != nil {
		detail = w.state.Error()
	}
	if said := w.stderr.String(); said != "" {
		detail += ": " + said
	}
	return &processError{detail: detail}
}

// isProcessFailure reports whether another attempt makes sense.
func isProcessFailure(err error) bool {
	_, ok := errors.AsType[*processError](err)
	return ok
}

// failureOfPicture is what is left to say when every attempt has failed.
func failureOfPicture(err error) *Error {
	failure, _ := errors.AsType[*processError](err)
	if failure.deadline {
		return &Error{Kind: Deadline, Message: "the picture takes too long to decode", Detail: failure.detail}
	}
	return &Error{Kind: Crashed, Message: "the decoder breaks down over this picture", Detail: failure.detail}
}

// reportedFailure reads the failure that a process reports.
func reportedFailure(payload []byte) error {
	var e Error
	if err := json.Unmarshal(payload, &e); err != nil {
		return &processError{detail: fmt.Sprintf("a failure that cannot be read: %v", err)}
	}
	return &e
}

// limitedFile is an end of a pipe to a process; waiting on it spends the
// process's deadline.
type limitedFile struct {
	w *process
	f *os.File
}

func (l limitedFile) Read(p []byte) (int, error) { return l.wait(l.f.SetReadDeadline, l.f.Read, p) }

func (l limitedFile) Write(p []byte) (int, error) { return l.wait(l.f.SetWriteDeadline, l.f.Write, p) }

func (l limitedFile) wait(limit func(time.Time) error, transfer func([]byte) (int, error), p []byte) (int, error) {
	began := time.Now() //nolint:forbidigo // deadlines of files are in real time
	if err := limit(began.Add(l.w.left)); err != nil {
		return 0, err
	}
	n, err := transfer(p)
	l.w.left -= time.Since(began) //nolint:forbidigo // as above
	return n, err
}

// watchedReader remembers the error of the reader below, so that it is not taken
// for one of whoever reads.
type watchedReader struct {
	r   io.Reader
	err error
}

func (w *watchedReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// tail keeps the end of what a process writes to standard error: enough to know
// how it died, and never enough to fill a log.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// tailSize is how much a tail keeps.
const tailSize = 2048

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(string(t.text)), " ")
}

// probeTargets returns things outside the sandbox for it to fail at, and a
// function that clears them away.
func probeTargets() (sandbox.Targets, func(), error) {
	folder, err := os.MkdirTemp("", "vitrine-probe-")
	if err != nil {
		return sandbox.Targets{}, nil, fmt.Errorf("imaging: probe the sandbox: %w", err)
	}
	remove := func() { _ = os.RemoveAll(folder) } // in the folder for what may be lost
	secret := filepath.Join(folder, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		remove()
		return sandbox.Targets{}, nil, fmt.Errorf("imaging: probe the sandbox: %w", err)
	}
	return sandbox.Targets{Files: []string{secret, "/etc/passwd"}, Folder: folder, PID: os.Getpid()}, remove, nil
}
