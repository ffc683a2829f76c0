package vitrine

import (
	"bytes"
	"encoding/json"
	"time"
)

// AuditRecord is one line of the audit log: who did what to which thing.
type AuditRecord struct {
	ID         int64
	At         time.Time
	UserID     int64  // 0 for nobody
	Username   string // "" for nobody, and for a user who is gone
	IPAddress  string
	RequestID  string // "" for what no request asked for
	Action     string // "photo.update"
	ObjectType string // "photo"
	ObjectID   string // "" if there is none
	Detail     json.RawMessage
}

// AuditFilter selects a page of the audit log. Zero fields do not filter.
type AuditFilter struct {
	Page       Page
	UserID     *int64
	Action     string
	ObjectType string
	ObjectID   string
	From       time.Time // the first moment
	Until      time.Time // the first moment after
}

// MaxAuditDepth is how many records a list of the audit log goes back. To look
// further back, filter by time.
const MaxAuditDepth = 10_000

// Change is what became of one field. Both values are absent if they are long, or
// nobody's business.
type Change struct {
	From json.RawMessage `json:"from,omitempty"`
	To   json.RawMessage `json:"to,omitempty"`
}

// Changes is the detail of an audit record of an update: what became of which
// field.
type Changes map[string]Change

// maxAudited is the length up to which a value is kept in the audit log, in bytes
// of JSON.
const maxAudited = 300

// ChangesOf compares the fields of a thing before and after an update. The values
// are such as JSON can hold.
func ChangesOf(before, after map[string]any) Changes {
	changes := Changes{}
	for field, value := range after {
		from, errFrom := json.Marshal(before[field])
		to, errTo := json.Marshal(value)
		switch {
		case errFrom != nil || errTo != nil || len(from) > maxAudited || len(to) > maxAudited:
			if !bytes.Equal(from, to) {
				changes[field] = Change{}
			}
		case !bytes.Equal(from, to):
			changes[field] = Change{From: from, To: to}
		}
	}
	return changes
}
