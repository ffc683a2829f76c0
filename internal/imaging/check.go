package imaging

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/vitrine-photos/vitrine/internal/imaging/sandbox"
	"github.com/vitrine-photos/vitrine/internal/imaging/wire"
)

// Library is what the decoder processes can do on this machine.
type Library struct {
	Version string // of libvips
	Decodes []Type
	Encodes []Type
	Sandbox Confinement
}

// Confinement is how the decoder processes are held, and what came of their
// attempts to get out.
type Confinement struct {
	Landlock int  // version of the kernel's Landlock; 0: it has none
	Seccomp  bool // system calls are filtered
	Attempts []sandbox.Attempt
}

// Escapes returns the attempts that the sandbox did not stop.
func (c Confinement) Escapes() []sandbox.Attempt {
	var out []sandbox.Attempt
	for _, a := range c.Attempts {
		if !a.Held {
			out = append(out, a)
		}
	}
	return out
}

// Check starts a decoder process if none is idle, lets it try to break out of its
// sandbox, and tells what it can do. The error is an *Error of kind NoLibrary on a
// machine without libvips.
func (p *Pool) Check(ctx context.Context) (Library, error) {
	targets, remove, err := probeTargets()
	if err != nil {
		return Library{}, err
	}
	defer remove()
	var library Library
	err = p.run(ctx, func(w *process) error {
		attempts, err := w.probe(targets)
		library = Library(w.hello)
		library.Sandbox.Attempts = attempts
		return err
	})
	return library, err
}

// probe lets the process try to break out.
func (w *process) probe(targets sandbox.Targets) ([]sandbox.Attempt, error) {
	w.between = false
	if err := w.conn.SendJSON(wire.Probe, targets); err != nil {
		return nil, w.failure(err)
	}
	kind, payload, err := w.conn.Receive()
	if err != nil {
		return nil, w.failure(err)
	}
	if kind != wire.Report {
		return nil, w.failure(wire.ErrProtocol)
	}
	var attempts []sandbox.Attempt
	if err := json.Unmarshal(payload, &attempts); err != nil {
		return nil, w.failure(fmt.Errorf("%w: %w", wire.ErrProtocol, err))
	}
	w.between = true
	return attempts, nil
}
