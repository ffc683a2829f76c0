package api

import (
	"time"

	"github.com/vitrine-photos/vitrine"
)

// The words for how a part of the service is.
const (
	stateHealthy     = "healthy"
	stateDegraded    = "degraded"
	stateUnavailable = "unavailable"
)

// healthView tells how the service is.
type healthView struct {
	Status     string            `json:"status" enum:"healthy,degraded" doc:"degraded: reads are answered, but something else is not." example:"healthy"`
	Version    string            `json:"version" doc:"Version of the program." example:"1.0.0"`
	Components map[string]string `json:"components" example:"{\"database\":\"healthy\",\"storage\":\"healthy\"}"`
}

// healthRetryAfter is when asking again makes sense.
const healthRetryAfter = 5 * time.Second

// getHealth fails only when nothing can be answered: without the database.
func (a *API) getHealth(c *call, _ *none) (item[healthView], error) {
	view := healthView{Status: stateHealthy, Version: a.version, Components: a.health(c.Context())}
	if view.Components["database"] == stateUnavailable {
		return item[healthView]{}, vitrine.Unavailable("The database cannot be reached.", healthRetryAfter, nil)
	}
	for _, state := range view.Components {
		if state != stateHealthy {
			view.Status = stateDegraded
		}
	}
	return one(view), nil
}
