package imaging

import (
	"context"
	"os"
)

// Decoder is a process at work on a picture, for tests that do something to it.
type Decoder struct{ w *process }

// Signal sends it a signal.
func (d Decoder) Signal(signal os.Signal) error { return d.w.cmd.Process.Signal(signal) }

// PID is its id.
func (d Decoder) PID() int { return d.w.cmd.Process.Pid }

// Expire takes away what is left of its time. Only its sink may call it.
func (d Decoder) Expire() { d.w.left = 0 }

// DeriveTo is Derive with a sink that knows the process of each attempt.
func (p *Pool) DeriveTo(ctx context.Context, src Source, plan Plan, sink func(Decoder) Sink) error {
	return p.run(ctx, func(w *process) error {
		_, err := w.derive(job{Size: src.Size, MaxPixels: p.config.MaxPixels, Plan: plan}, src, sink(Decoder{w}))
		return err
	})
}
