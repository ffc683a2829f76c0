package identity

import (
	"strconv"
	"testing"
	"time"
)

// These tests are inside the package because only chance leads there from
// outside: the store is asked, the session ends, and then the answer arrives.

func TestAnswerFromBeforeChangeIsNotRemembered(t *testing.T) {
	t.Parallel()
	r := newRecentSessions(func() time.Time { return time.Unix(1, 0) })
	asked := r.ask()
	r.forgetAll()
	r.put("a", sessionState{active: true}, asked)
	if _, ok := r.get("a"); ok {
		t.Error("a session is remembered as it was before a change")
	}
	r.put("a", sessionState{active: true}, r.ask())
	if _, ok := r.get("a"); !ok {
		t.Error("a session is not remembered")
	}
}

func TestRecentSessionsAreBounded(t *testing.T) {
	t.Parallel()
	r := newRecentSessions(func() time.Time { return time.Unix(1, 0) })
	for n := range 3 * recentSize {
		r.put(strconv.Itoa(n), sessionState{}, r.ask())
	}
	if len(r.found) > recentSize {
		t.Errorf("%d sessions are remembered", len(r.found))
	}
}
