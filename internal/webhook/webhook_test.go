package webhook_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
	"github.com/vitrine-photos/vitrine/internal/webhook"
)

// bench is a database with webhooks, whose jobs are run when a test says so.
type bench struct {
	*testing.T
	*webhook.Webhooks
	db    *store.DB
	clock *storetest.Clock
	root  vitrine.Actor
}

func onBothEngines(t *testing.T, test func(b *bench)) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) { test(newBench(t, open)) })
}

func newBench(t *testing.T, open storetest.Open) *bench {
	t.Helper()
	b := &bench{T: t, clock: storetest.NewClock()}
	b.db = open(t, b.clock.Now)
	user := &vitrine.User{Username: "root", Email: "root@example.com", Role: vitrine.RoleSuperAdmin, IsActive: true}
	b.update(func(tx *store.Tx) error { return tx.InsertUser(t.Context(), user) })
	b.root = vitrine.Actor{UserID: user.ID, Role: user.Role}
	b.Webhooks = b.service(nil)
	return b
}

// service returns another service on the same database.
func (b *bench) service(change func(*webhook.Config)) *webhook.Webhooks {
	b.Helper()
	cfg := webhook.Config{
		DB: b.db, Key: make([]byte, 32), AllowPrivate: true, Version: "1.2.3", Now: b.clock.Now, Log: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&cfg)
	}
	w, err := webhook.New(cfg)
	b.must(err)
	return w
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) update(fn func(*store.Tx) error) {
	b.Helper()
	b.must(b.db.Update(b.Context(), fn))
}

// emit announces photos, each of which is told by its id alone.
func (b *bench) emit(ids ...int64) {
	b.Helper()
	for _, id := range ids {
		b.update(func(tx *store.Tx) error {
			return tx.Emit(b.Context(), vitrine.PhotoDeleted, id, vitrine.DeletionEvent{ID: id})
		})
	}
}

// subscribe makes a webhook for photo.deleted.
func (b *bench) subscribe(url string) *vitrine.Webhook {
	b.Helper()
	hook, err := b.Create(b.Context(), b.root, vitrine.WebhookInput{
		URL: vitrine.Some(url), Events: vitrine.Some([]vitrine.EventType{vitrine.PhotoDeleted}),
	})
	b.must(err)
	return hook
}

// work runs the jobs that are due, as the runner does.
func (b *bench) work() {
	b.Helper()
	b.workWith(b.Webhooks)
}

func (b *bench) workWith(w *webhook.Webhooks) {
	b.Helper()
	for {
		job, err := b.db.ClaimJob(b.Context(), []vitrine.JobKind{vitrine.JobDeliver}, time.Minute)
		b.must(err)
		if job == nil {
			return
		}
		b.must(w.Deliver(b.Context(), job))
		b.update(func(tx *store.Tx) error { _, err := tx.FinishJob(b.Context(), job); return err })
	}
}

// log returns a webhook's deliveries, the first one first.
func (b *bench) log(id int64) []*vitrine.Delivery {
	b.Helper()
	deliveries, _, err := b.Deliveries(b.Context(), b.root, id, vitrine.DeliveryFilter{Page: vitrine.Page{Number: 1, Limit: 100}})
	b.must(err)
	for i, j := 0, len(deliveries)-1; i < j; i, j = i+1, j-1 {
		deliveries[i], deliveries[j] = deliveries[j], deliveries[i]
	}
	return deliveries
}

func (b *bench) hook(id int64) *vitrine.Webhook {
	b.Helper()
	hook, err := b.Webhook(b.Context(), b.root, id)
	b.must(err)
	return hook
}

// received is a message as it came.
type received struct {
	header http.Header
	body   []byte
}

// receiver is someone else's server.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	messages []received
	answer   http.HandlerFunc
}

func newReceiver(t testing.TB, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.messages = append(r.messages, received{req.Header.Clone(), body})
		answer := r.answer
		r.mu.Unlock()
		answer(w, req)
	}))
	t.Cleanup(r.Close)
	return r
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func (r *receiver) set(answer http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

// take returns what came since it was last asked.
func (r *receiver) take() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.messages
	r.messages = nil
	return taken
}

// want compares the photos whose deletion came since the last look.
func (b *bench) want(when string, r *receiver, ids ...int64) []received {
	b.Helper()
	messages := r.take()
	var got []int64
	for _, m := range messages {
		var body struct{ Data vitrine.DeletionEvent }
		b.must(json.Unmarshal(m.body, &body))
		got = append(got, body.Data.ID)
	}
	if diff := cmp.Diff(ids, got); diff != "" {
		b.Errorf("received %s (-want +got):\n%s", when, diff)
	}
	return messages
}
