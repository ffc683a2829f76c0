package identity

import (
	"sync"
	"time"
)

const (
	// recentFor is how long a session's state is believed without asking the
	// store. It bounds how long another node goes on serving a session that was
	// ended here; on this node it is seen at once.
	recentFor = time.Second

	// recentSize bounds how many sessions are remembered.
	recentSize = 4096
)

// recentSessions remembers sessions that were looked up a moment ago.
type recentSessions struct {
	now func() time.Time

	mu         sync.Mutex
	generation uint64 // grows when everything is forgotten
	found      map[string]recentSession
}

type recentSession struct {
	state sessionState
	at    time.Time
}

// asking marks a point in time: what was read from the store after it is not
// older than it.
type asking struct {
	generation uint64
	at         time.Time
}

func newRecentSessions(now func() time.Time) *recentSessions {
	return &recentSessions{now: now, found: map[string]recentSession{}}
}

func (r *recentSessions) get(sessionID string) (sessionState, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry, ok := r.found[sessionID]
	age := r.now().Sub(entry.at)
	return entry.state, ok && age >= 0 && age < recentFor
}

// ask is called before the store is asked for what put will remember.
func (r *recentSessions) ask() asking {
	r.mu.Lock()
	defer r.mu.Unlock()
	return asking{generation: r.generation, at: r.now()}
}

// put remembers a session, unless something changed since the store was asked:
// then the answer may be the one from before the change.
func (r *recentSessions) put(sessionID string, state sessionState, asked asking) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.generation != asked.generation {
		return
	}
	if len(r.found) >= recentSize {
		clear(r.found)
	}
	r.found[sessionID] = recentSession{state: state, at: asked.at}
}

// forgetAll drops everything. Changes are rare and looking up again is cheap.
func (r *recentSessions) forgetAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.generation++
	clear(r.found)
}
