package api

import (
	"strconv"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

// sessionQuery and sessionPath are the inputs of the operations on sessions.
type (
	sessionQuery struct {
		userPath
		paging
	}
	sessionPath struct {
		userPath
		SessionID string `path:"session_id" maxLength:"64" doc:"As the list of sessions names it." example:"K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"`
	}
)

// sessionView is a sign-in that is not over.
type sessionView struct {
	ID         string    `json:"id" example:"K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"`
	IPAddress  string    `json:"ip_address" doc:"Where the user signed in." example:"192.0.2.7"`
	UserAgent  string    `json:"user_agent" doc:"With what, as it named itself." example:"Mozilla/5.0 (X11; Linux x86_64)"`
	CreatedAt  time.Time `json:"created_at" example:"2026-05-31T08:00:00Z"`
	LastSeenAt time.Time `json:"last_seen_at" doc:"Kept to five minutes." example:"2026-05-31T08:25:00Z"`
	ExpiresAt  time.Time `json:"expires_at" doc:"When it ends unless it is refreshed." example:"2026-06-30T08:00:00Z"`
	Current    bool      `json:"current" doc:"The one that this request was made with." example:"true"`
}

func newSessionView(s *vitrine.Session, actor vitrine.Actor) sessionView {
	return sessionView{
		ID: s.ID, IPAddress: s.IPAddress, UserAgent: s.UserAgent,
		CreatedAt: s.CreatedAt, LastSeenAt: s.LastSeenAt, ExpiresAt: s.ExpiresAt, Current: s.ID == actor.SessionID,
	}
}

// mayHandleSessions lets users at their own sessions, and others with the
// permission. An id that is no number is not one's own.
func mayHandleSessions(p vitrine.Permission) func(*call) error {
	return func(c *call) error {
		id, err := strconv.ParseInt(c.PathValue("id"), 10, 64)
		if err != nil {
			id = 0
		}
		return identity.MayHandleSessions(c.actor, id, p)
	}
}

func (a *API) listSessions(c *call, q *sessionQuery) (paged[[]sessionView], error) {
	live, total, err := a.identity.Sessions(c.Context(), c.actor, q.ID, q.page())
	if err != nil {
		return paged[[]sessionView]{}, err
	}
	views := []sessionView{}
	for _, s := range live {
		views = append(views, newSessionView(s, c.actor))
	}
	return newPaged(views, paginate(q.page(), total))
}

func (a *API) endSession(c *call, in *sessionPath) (nothing, error) {
	return nothing{}, a.identity.EndSession(c.Context(), c.actor, in.ID, in.SessionID)
}
