package fault_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/test/program"
)

// receiver is someone else's server, which keeps what it was sent in the order
// in which it came, each message once.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	seen   map[string]bool // by webhook-id
	photos []int64
	again  int // messages that came more than once
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{seen: map[string]bool{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		var m struct{ Data struct{ ID int64 } }
		if err != nil || json.Unmarshal(body, &m) != nil {
			w.WriteHeader(http.StatusBadRequest) // the process was killed amid it
			return
		}
		r.keep(req.Header.Get("Webhook-Id"), m.Data.ID)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) keep(id string, photo int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[id] {
		r.again++
		return
	}
	r.seen[id] = true
	r.photos = append(r.photos, photo)
}

func (r *receiver) received() []int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]int64(nil), r.photos...)
}

// Events that were committed reach every subscriber, and in order, though the
// process is killed twice on the way. With VITRINE_FAULT_ROUNDS there are 1,000
// events and 10 subscribers, else few.
func TestKillWhileDelivering(t *testing.T) {
	t.Parallel()
	program.Engines(t, killWhileDelivering)
}

func killWhileDelivering(t *testing.T, env ...string) {
	events, subscribers := 60, 3
	if os.Getenv("VITRINE_FAULT_ROUNDS") != "" {
		events, subscribers = 1000, 10
	}
	binary, data := program.Build(t, program.Tags), filepath.Join(t.TempDir(), "data")
	start := func() *program.Server {
		return program.Start(t, binary, data, append(env, "VITRINE_WEBHOOK_ALLOW_PRIVATE=true")...)
	}
	s := start()
	api := s.API(t)
	receivers := make([]*receiver, subscribers)
	for i := range receivers {
		receivers[i] = newReceiver(t)
		if _, err := api.CreateWebhook(t.Context(), client.NewWebhook{URL: receivers[i].URL, Events: []string{"photo.created"}}); err != nil {
			t.Fatal(err)
		}
	}
	var committed []int64
	for len(committed) < events {
		if n := len(committed); n == events/3 || n == events*2/3 {
			killAmid(t, s, api, n)
			s = start()
			api = s.API(t)
		}
		photo, err := api.CreatePhoto(t.Context(), client.NewPhoto{Title: "Noise"})
		if err != nil {
			t.Fatal(err)
		}
		committed = append(committed, photo.ID)
	}
	for i, r := range receivers {
		r.expect(t, fmt.Sprint("subscriber ", i+1), committed)
	}
	s.Stop(t)
}

// killAmid kills the server while a request is under way and deliveries are.
func killAmid(t *testing.T, s *program.Server, api *client.Client, n int) {
	t.Helper()
	var requests sync.WaitGroup
	requests.Go(func() {
		_, err := api.CreatePhoto(t.Context(), client.NewPhoto{Title: "Cut off"})
		if answer, ok := errors.AsType[*client.Error](err); ok {
			t.Errorf("the server answered %d: %v", answer.Status, answer)
		}
	})
	time.Sleep(time.Duration(n%7) * time.Millisecond)
	s.Kill()
	requests.Wait()
}

// expect waits until all photos came, and checks their order. Others may be
// among them: what was committed when the request was cut off.
func (r *receiver) expect(t *testing.T, who string, committed []int64) {
	t.Helper()
	for ; ; time.Sleep(10 * time.Millisecond) {
		missing := missingFrom(r.received(), committed)
		if len(missing) == 0 {
			break
		}
		if outOfTime(t) {
			t.Fatalf("%s lacks %d of %d events: %v", who, len(missing), len(committed), missing)
		}
	}
	last := int64(0)
	for _, id := range r.received() {
		if id < last {
			t.Errorf("%s got %d after %d", who, id, last)
		}
		last = id
	}
	t.Logf("%s got %d events, %d of them again", who, len(r.received()), r.again)
}

func missingFrom(got, want []int64) (missing []int64) {
	has := map[int64]bool{}
	for _, id := range got {
		has[id] = true
	}
	for _, id := range want {
		if !has[id] {
			missing = append(missing, id)
		}
	}
	return missing
}
