package store

import (
	"time"

	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// reader holds every SELECT. It is embedded in DB and in Tx.
type reader struct {
	src rows.Source
	d   dialect
	now func() time.Time // UTC, in microseconds, as times are stored
}

func newReader(q rows.Querier, d dialect, now func() time.Time) reader {
	return reader{src: rows.Source{Querier: q, Explain: d.explain}, d: d, now: now}
}

// micros is how a time is stored.
func micros(t time.Time) int64 { return t.UnixMicro() }

// fromMicros is the opposite of micros.
func fromMicros(n int64) time.Time { return time.UnixMicro(n).UTC() }

// optionalMicros is micros for a time that may be unknown.
func optionalMicros(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	n := micros(*t)
	return &n
}

// optionalTime is the opposite of optionalMicros.
func optionalTime(n *int64) *time.Time {
	if n == nil {
		return nil
	}
	t := fromMicros(*n)
	return &t
}
