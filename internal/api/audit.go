package api

import (
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
)

// auditQuery selects records of the audit log.
type auditQuery struct {
	paging
	UserID     *int64 `query:"user_id" doc:"Only what this user did." example:"3"`
	Action     string `query:"action" maxLength:"50" doc:"Only this." example:"photo.update"`
	ObjectType string `query:"object_type" maxLength:"50" doc:"Only what was done to things of this kind." example:"photo"`
	ObjectID   string `query:"object_id" maxLength:"64" doc:"Only what was done to the thing with this id." example:"42"`
	DateFrom   string `query:"date_from" maxLength:"10" doc:"From this day on, in UTC." example:"2026-05-01"`
	DateTo     string `query:"date_to" maxLength:"10" doc:"Up to this day, itself included, in UTC." example:"2026-05-31"`

	filter vitrine.AuditFilter
}

// check also makes the filter.
func (q *auditQuery) check(_ *call, f *vitrine.Faults) error {
	q.filter = vitrine.AuditFilter{
		Page: q.page(), UserID: q.UserID, Action: q.Action, ObjectType: q.ObjectType, ObjectID: q.ObjectID,
		From: day(f, "date_from", q.DateFrom), Until: day(f, "date_to", q.DateTo),
	}
	if !q.filter.Until.IsZero() {
		q.filter.Until = q.filter.Until.AddDate(0, 0, 1)
	}
	return nil
}

// day returns the beginning of a day in UTC; the zero time if none was sent.
func day(f *vitrine.Faults, field, text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		f.Add(field, vitrine.FaultInvalidFormat, vitrine.ReasonDay, "2026-05-31")
	}
	return t
}

// auditView is who did what to which thing.
type auditView struct {
	ID         int64       `json:"id" example:"1042"`
	At         time.Time   `json:"at" example:"2026-05-31T08:30:00Z"`
	UserID     *int64      `json:"user_id" doc:"Who did it; null for nobody." example:"3"`
	Username   *string     `json:"username" doc:"Their name now; null for nobody, and for a user who is gone." example:"ansel"`
	IPAddress  string      `json:"ip_address" doc:"Where the request came from; empty for what none asked for." example:"192.0.2.7"`
	RequestID  string      `json:"request_id" doc:"The request's id, as its answer had it." example:"K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"`
	Action     string      `json:"action" example:"photo.update"`
	ObjectType string      `json:"object_type" example:"photo"`
	ObjectID   string      `json:"object_id" doc:"Empty where there is no single one." example:"42"`
	Detail     auditDetail `json:"detail"`
}

// auditDetail is what a record holds besides, already encoded.
type auditDetail json.RawMessage

// MarshalJSON implements json.Marshaler.
func (d auditDetail) MarshalJSON() ([]byte, error) { return d, nil }

// Schema implements huma.SchemaProvider.
func (auditDetail) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true,
		Description: "What helps to understand the record; of an update each field that changed, from what and to what. Values that are long, and secrets, are left out.",
		Examples:    []any{map[string]any{"status": map[string]any{"from": "draft", "to": "published"}}},
	}
}

func newAuditView(r *vitrine.AuditRecord) auditView {
	view := auditView{
		ID: r.ID, At: r.At, Username: textOrNull(r.Username), IPAddress: r.IPAddress, RequestID: r.RequestID,
		Action: r.Action, ObjectType: r.ObjectType, ObjectID: r.ObjectID, Detail: auditDetail(r.Detail),
	}
	if r.UserID != 0 {
		view.UserID = &r.UserID
	}
	return view
}

func (a *API) listAudit(c *call, q *auditQuery) (paged[[]auditView], error) {
	records, total, err := a.identity.AuditLog(c.Context(), c.actor, q.filter)
	if err != nil {
		return paged[[]auditView]{}, err
	}
	views := []auditView{}
	for _, r := range records {
		views = append(views, newAuditView(r))
	}
	return newPaged(views, paginate(q.page(), total))
}
